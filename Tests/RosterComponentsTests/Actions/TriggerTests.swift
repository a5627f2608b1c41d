import RosterCore
import RosterJSON
import Testing

@testable import RosterComponents

/// A door that can be opened from outside, and reports that.
private struct Door: Component, Equatable {
  struct State: ComponentState { var width = 0 }
  static let typeName = "Door"
  var name: String
  var identifier: ScopeIdentifier? { .text(name) }
  func initialState() -> State { State() }
  func body(_ scope: Scope<Self>) -> Node<String> {
    let _ = scope.action("open") { (state, width: Int) -> String? in
      state.width = width
      return "\(name) is open"
    }
    ViewNode("door")
  }
}

private struct House: Component, Equatable {
  static let typeName = "House"
  var names: [String]
  func body(_ scope: Scope<Self>) -> Node<String> {
    ViewNode("house") {
      for name in names { Door(name: name) }
      Counter()
    }
  }
}

@Suite("Triggering actions from outside")
struct TriggerTests {
  private func house() -> TreeHistory<String> {
    TreeHistory(Node(House(names: ["front", "back"])))
  }

  private func perform(
    _ action: Action<>, in history: TreeHistory<String>
  ) -> [Result<String?, EditError>] {
    action.references.flatMap { history.apply(.perform($0)) }
  }

  @Test func componentsAreFoundByTheirType() {
    let tree = house().tree
    #expect(
      tree.paths(of: Door.self) == [.at("House", "Door[front]"), .at("House", "Door[back]")])
    #expect(tree.paths(of: Door.self, identifier: "back") == [.at("House", "Door[back]")])
    #expect(tree.paths(of: Counter.self) == [.at("House", "Counter")])
    #expect(tree.paths(of: Door.self, identifier: "side").isEmpty)
  }

  @Test func anActionIsPerformedInOneScope() {
    let history = house()
    let open = Action<Int>(named: "open", in: .at("House", "Door[back]"))
    #expect(perform(open(7), in: history) == [.success("back is open")])
    let widths = history.tree.paths(of: Door.self).map {
      history.tree.state(of: Door.self, at: $0)?.width
    }
    #expect(widths == [0, 7])
  }

  @Test func itIsNotSearchedOutwards() {
    let history = house()
    let scope = ScopePath.at("House", "Counter")
    #expect(
      perform(Action<Int>(named: "open", in: scope)(1), in: history)
        == [.failure(.noSuchAction(scope: scope, name: "open"))])
    let gone = ScopePath.at("House", "Door[side]")
    #expect(
      perform(Action<Int>(named: "open", in: gone)(1), in: history)
        == [.failure(.noSuchScope(gone))])
  }

  @Test func anArgumentOfAnotherTypeIsRefused() {
    let history = house()
    let open = Action<String>(named: "open", in: .at("House", "Door[back]"))
    #expect(
      perform(open("wide"), in: history)
        == [.failure(.wrongArgument(action: "open", index: 0, expected: "Int"))])
  }
}
