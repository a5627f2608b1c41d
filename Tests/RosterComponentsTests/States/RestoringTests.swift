import RosterComponents
import RosterCore
import RosterJSON
import Testing

@Suite("States that were kept")
struct RestoringTests {
  private func text(_ text: String, version: Int = 1) -> StoredState {
    StoredState(typeVersion: version, value: .text(text))
  }

  /// A component whose state had another form in version 1.
  private struct Migrated: Component {
    struct State: ComponentState { var full: String }
    struct Earlier: Codable {
      var first: String
      var last: String
    }

    static let typeName = "Migrated"
    static let stateVersion = 2

    static func state(migrating earlier: EarlierState) throws -> State {
      let old = try earlier.decode(Earlier.self)
      return State(full: "\(old.first) \(old.last) of \(earlier.version)")
    }

    func initialState() -> State { State(full: "nobody") }

    func body(_ scope: Scope<Self>) -> Node<Never> {
      ViewNode("name").attribute("text", .string(scope.state.full))
    }
  }

  @Test func aStateIsRestoredBeforeTheFirstBuild() {
    let history = TreeHistory(
      Node<Never>(Counter(start: 3)), stored: [.at("Counter"): text(#"{"count":8}"#)])
    #expect(history.view([0]).spec.attributes["count"] == 8)
    #expect(history.takeBodies() == ["Counter"])
    #expect(history.last.stateChanges.isEmpty)
    #expect(history.last.counts.statesRestored == 1)
    #expect(history.last.counts.statesBegun == 0)
  }

  @Test func whatNoScopeTakesUpIsForgotten() {
    let history = TreeHistory(
      Node<Never>(Counter()),
      stored: [
        .at("Gone", "B"): text("1"), .at("Gone", "A"): text("2"),
        .at("Counter"): text(#"{"count":8}"#),
      ])
    #expect(
      history.last.stateChanges == [
        ScopeStateChange(scope: .at("Gone", "A"), state: nil),
        ScopeStateChange(scope: .at("Gone", "B"), state: nil),
      ])
    #expect(history.last.counts.statesForgotten == 2)
  }

  @Test func whatIsKeptForAComponentWithoutStateIsForgotten() {
    let history = TreeHistory(
      Node<Never>(Stack<Counter>([])), stored: [.at("Stack"): text("{}")])
    #expect(history.last.stateChanges == [ScopeStateChange(scope: .at("Stack"), state: nil)])
  }

  @Test func keptStatesAreNotLookedAtOnceThereIsATree() {
    let builder = TreeBuilder()
    let tree = builder.build(Node<Never>(Counter())).tree
    let stored = [ScopePath.at("Counter"): text(#"{"count":8}"#)]
    let build = builder.build(Node(Counter(start: 1)), after: tree, stored: stored)
    #expect(build.tree.state(of: Counter.self, at: .at("Counter"))?.count == 0)
    #expect(build.stateChanges.isEmpty)
  }

  @Test func aStateOfThisVersionIsDecodedWithoutTheHook() {
    let stored = [ScopePath.at("Migrated"): text(#"{"full":"Ada"}"#, version: 2)]
    let history = TreeHistory(Node<Never>(Migrated()), stored: stored)
    #expect(history.view([0]).spec.attributes["text"] == "Ada")
  }

  @Test func aStateOfAnotherVersionIsMigrated() {
    let kept = text(#"{"first":"Ada","last":"King"}"#, version: 1)
    let history = TreeHistory(Node<Never>(Migrated()), stored: [.at("Migrated"): kept])
    #expect(history.view([0]).spec.attributes["text"] == "Ada King of 1")
    #expect(history.last.stateChanges.isEmpty)
    #expect(history.tree.scopes.map(\.state) == [kept])
    history.apply(.update(.at("Migrated"), of: Migrated.self) { $0.full += "!" })
    #expect(
      history.last.stateChanges == [
        ScopeStateChange(
          scope: .at("Migrated"), state: text(#"{"full":"Ada King of 1!"}"#, version: 2))
      ])
  }

  @Test(arguments: [
    StoredState(value: .text(#"{"count":"many"}"#)), StoredState(value: .text("{")),
    StoredState(value: .text("")), StoredState(value: .blob([1, 2])), StoredState(value: .null),
  ])
  func aStateThatDoesNotDecodeIsToldOfOnceAndStaysUntilItIsOverwritten(_ kept: StoredState) {
    let history = TreeHistory(Node<Never>(Counter(start: 3)), stored: [.at("Counter"): kept])
    #expect(history.counts == [3])
    #expect(history.last.undecodable.map(\.scope) == [.at("Counter")])
    #expect(history.last.undecodable.map(\.stored) == [kept])
    #expect(history.last.undecodable.allSatisfy { !$0.reason.isEmpty })
    #expect(history.last.stateChanges.isEmpty)
    #expect(history.last.counts.statesBegun == 1)

    history.build(Node(Counter(start: 4)))
    #expect(history.last.undecodable.isEmpty)
    #expect(history.last.stateChanges.isEmpty)
    history.apply(.update(.at("Counter"), of: Counter.self) { $0.count = 3 })
    #expect(history.last.stateChanges.isEmpty)

    history.count(up: .at("Counter"))
    #expect(
      history.last.stateChanges == [
        ScopeStateChange(scope: .at("Counter"), state: text(#"{"count":4}"#))
      ])
  }

  @Test func aStateThatDoesNotDecodeIsForgottenWithItsScope() {
    let history = TreeHistory(Node<Never>(Counter()), stored: [.at("Counter"): text("x")])
    history.build(Node {})
    #expect(history.last.stateChanges == [ScopeStateChange(scope: .at("Counter"), state: nil)])
  }

  @Test func aFailedMigrationIsAStateThatDoesNotDecode() {
    let kept = text(#"{"full":"Ada"}"#, version: 7)
    let history = TreeHistory(Node<Never>(Migrated()), stored: [.at("Migrated"): kept])
    #expect(history.view([0]).spec.attributes["text"] == "nobody")
    #expect(history.last.undecodable.map(\.stored) == [kept])
  }

  @Test func anInitialStateThatDoesNotEncodeIsToldOfAndNotKept() {
    struct Endless: Component {
      struct State: ComponentState { var number = Double.infinity }
      static let typeName = "Endless"
      func initialState() -> State { State() }
      func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("endless") }
    }
    let history = TreeHistory(Node<Never>(Endless()))
    #expect(history.last.unencodable.map(\.scope) == [.at("Endless")])
    #expect(history.last.unencodable.map(\.reason) == ["number: inf is no number in JSON"])
    #expect(history.last.stateChanges.isEmpty)
    #expect(history.tree.scopes.map(\.state) == [nil])

    history.apply(.update(.at("Endless"), of: Endless.self) { $0.number = 1 })
    #expect(history.last.stateChanges.map(\.state) == [text(#"{"number":1}"#)])
    history.build(Node {})
    #expect(history.last.stateChanges == [ScopeStateChange(scope: .at("Endless"), state: nil)])
  }

  @Test func anInitialStateThatWasNotKeptIsNotForgotten() {
    struct Endless: Component {
      struct State: ComponentState { var number = Double.nan }
      func initialState() -> State { State() }
      func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("endless") }
    }
    let history = TreeHistory(Node<Never>(Endless()))
    history.build(Node {})
    #expect(history.last.stateChanges.isEmpty)
  }
}
