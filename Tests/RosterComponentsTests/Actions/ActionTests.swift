import RosterCore
import RosterJSON
import Testing

@testable import RosterComponents

@Suite("Actions as values")
struct ActionTests {
  private func action<each Argument: ActionArgument>(
    _ name: String, at scope: ScopePath = .at("Row"), taking type: repeat (each Argument).Type
  ) -> Action<repeat each Argument> {
    Action(ActionReference(target: .scope(scope), name: name))
  }

  @Test func actionsOfOneScopeAndNameAreEqual() {
    #expect(action("open", taking: Int.self) == action("open", taking: Int.self))
    #expect(action("open", taking: Int.self) != action("close", taking: Int.self))
    #expect(action("open", at: .at("A"), taking: Int.self) != action("open", taking: Int.self))
    #expect(Set([action("open"), action("open"), action("close")]).count == 2)
  }

  @Test func actionsWithOtherArgumentsDiffer() {
    let open = action("open", taking: Int.self, String.self)
    #expect(open(1, "a") == open(1, "a"))
    #expect(open(1, "a") != open(1, "b"))
    #expect(Action(open, binding: 1) != Action(open, binding: 2))
  }

  @Test func boundArgumentsComeBeforeThoseOfTheEvent() {
    let open = action("open", taking: Int.self, String.self, Bool.self)
    let bound: Action<String, Bool> = Action(open, binding: 7)
    #expect(bound("x", true) == open(7, "x", true))
    #expect(bound("x", true).references.map(\.arguments) == [[7, "x", true]])
  }

  @Test func anActionWithoutArgumentsFitsWhereOnesWithSomeAreAskedFor() {
    let promoted: Action<Int, String> = Action(action("open"))
    #expect(promoted.references == action("open").references)
  }

  @Test func combinedActionsArePerformedInOrder() {
    let open = action("open", taking: Int.self), close = action("close", taking: Int.self)
    let note = action("note")
    #expect(open.then(close).references.map(\.name) == ["open", "close"])
    #expect(open.then(note).then(close).references.map(\.name) == ["open", "note", "close"])
    #expect(open.then(close)(3).references.map(\.arguments) == [[3], [3]])
  }

  @Test func theEmptyActionDoesNothing() {
    let none = PlainAction()
    #expect(none.isEmpty)
    #expect(!action("open").isEmpty)
    #expect(none.then(action("open")) == action("open"))
    #expect(action("open").then(none) == action("open"))
    #expect(Action<Int>().references.isEmpty)
  }

  @Test func anEventWithoutActionsIsNoEvent() {
    let tree = TreeBuilder().build(
      Node<Never> { ViewNode("button").on(.tap, PlainAction()).on(.change, Action<Int>()) }
    ).tree
    #expect(tree.views[0].events.isEmpty)
  }

  @Test func actionsOfOneEventAddUp() {
    let tree = TreeBuilder().build(
      Node<Never> {
        ViewNode("button").on(.tap, action("a")).on(.pan, action("b")).on(.tap, action("c"))
      }
    ).tree
    #expect(tree.views[0].events[.tap]?.map(\.name) == ["a", "c"])
    #expect(tree.views[0].events[.pan]?.map(\.name) == ["b"])
  }

  @Test func theActionsOfALaterGenerationAreEqualToTheEarlierOnes() {
    let first = TreeHistory(Node<Never>(Counter()))
    let events = first.view([0]).events
    first.count(up: .at("Counter"))
    #expect(first.view([0]).events == events)
    first.build(Node(Counter(start: 5)))
    #expect(first.view([0]).events == events)
  }
}
