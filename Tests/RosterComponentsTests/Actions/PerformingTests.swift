import RosterComponents
import RosterCore
import RosterJSON
import Testing

@Suite("Performing actions")
struct PerformingTests {
  /// Hands an action of its own to a child that does not know it.
  private struct Parent: Component {
    struct State: ComponentState { var chosen: [String] = [] }
    static let typeName = "Parent"

    var suffix = ""
    var isShown = true

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Never> {
      let choose = scope.edit("choose") { [suffix] (state, name: String) in
        state.chosen.append(name + suffix)
      }
      ViewNode("parent") {
        if isShown { Child(onTap: choose("first"), onChange: choose) }
      }
      .on(.tap, PlainAction(named: "choose").then(choose("own")))
    }
  }

  private struct Child: Component {
    struct State: ComponentState { var taps = 0 }
    static let typeName = "Child"

    var onTap: Action<>
    var onChange: Action<String>

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Never> {
      let tap = scope.edit("tap") { $0.taps += 1 }
      ViewNode("child")
        .on(.tap, tap.then(onTap))
        .on(.change, onChange)
        .on(.longPress, Action<String>(named: "choose"))
        .on(.pan, PlainAction(named: "tap"))
        .on(.submit, PlainAction(named: "nobody's"))
    }
  }

  private func chosen(_ history: TreeHistory<Never>) -> [String]? {
    history.tree.state(of: Parent.self, at: .at("Parent"))?.chosen
  }

  private let child = ScopePath.at("Parent", "Child")

  @Test func aChildPerformsTheActionThatItsParentHandedDown() {
    let history = TreeHistory(Node<Never>(Parent()))
    history.perform(.tap, at: 0, 0)
    #expect(chosen(history) == ["first"])
    #expect(history.tree.state(of: Child.self, at: child)?.taps == 1)
    history.perform(.change, at: 0, 0, arguments: ["second"])
    #expect(chosen(history) == ["first", "second"])
  }

  @Test func whoeverKnowsTheScopeOfAChildTellsItWhatToDo() {
    let history = TreeHistory(Node<Never>(Parent()))
    let tap = ActionReference(target: .scope(child), name: "tap")
    let outcomes = history.apply(.perform(tap), .perform(tap, from: .at("Parent")))
    #expect(outcomes == [.success(nil), .success(nil)])
    #expect(history.tree.state(of: Child.self, at: child)?.taps == 2)
    #expect(chosen(history) == [])
  }

  @Test func anActionTakesWhatItNeedsOfTheArgumentsOfAnEvent() {
    let history = TreeHistory(Node<Never>(Parent()))
    history.perform(.change, at: 0, 0, arguments: ["a", 1, .null])
    #expect(chosen(history) == ["a"])
    #expect(
      history.perform(.change, at: 0, 0)
        == [.failure(.wrongArgument(action: "choose", index: 0, expected: "String"))])
    #expect(
      history.perform(.change, at: 0, 0, arguments: [7])
        == [.failure(.wrongArgument(action: "choose", index: 0, expected: "String"))])
    #expect(chosen(history) == ["a"])
  }

  @Test func anActionWithoutTargetIsPerformedByTheFirstScopeOutwardsThatHasIt() {
    let history = TreeHistory(Node<Never>(Parent()))
    history.perform(.longPress, at: 0, 0, arguments: ["outer"])
    #expect(chosen(history) == ["outer"])
    history.perform(.pan, at: 0, 0)
    #expect(history.tree.state(of: Child.self, at: child)?.taps == 1)
  }

  @Test func anActionWithoutTargetThatNobodyHasFails() {
    let history = TreeHistory(Node<Never>(Parent()))
    #expect(
      history.perform(.submit, at: 0, 0)
        == [.failure(.noSuchAction(scope: child, name: "nobody's"))])
  }

  @Test func eachReferenceOfACombinedActionHasItsOwnOutcome() {
    let history = TreeHistory(Node<Never>(Parent()))
    let outcomes = history.perform(.tap, at: 0)
    #expect(
      outcomes == [
        .failure(.wrongArgument(action: "choose", index: 0, expected: "String")), .success(nil),
      ])
    #expect(chosen(history) == ["own"])
  }

  @Test func anActionDoesWhatItsScopeSaysNow() {
    let history = TreeHistory(Node<Never>(Parent(suffix: "-1")))
    let events = history.view([0, 0]).events[.tap] ?? []
    history.build(Node(Parent(suffix: "-2")))
    history.apply(.perform(events[1]))
    #expect(chosen(history) == ["first-2"])
  }

  @Test func anActionOfAScopeThatIsGoneFails() {
    let history = TreeHistory(Node<Never>(Parent()))
    let events = history.view([0, 0]).events[.tap] ?? []
    history.build(Node(Parent(isShown: false)))
    #expect(history.apply(.perform(events[0])) == [.failure(.noSuchScope(child))])
    #expect(
      history.apply(.perform(ActionReference(target: .responders, name: "choose"), from: child))
        == [.failure(.noSuchScope(child))])
    #expect(history.last.stateChanges.isEmpty)
  }

  @Test func anActionThatTheScopeNoLongerHasFails() {
    let history = TreeHistory(Node<Never>(Counter()))
    let reference = ActionReference(target: .scope(.at("Counter")), name: "reset")
    #expect(
      history.apply(.perform(reference))
        == [.failure(.noSuchAction(scope: .at("Counter"), name: "reset"))])
    #expect(
      history.apply(.perform(ActionReference(target: .scope(.root), name: "count")))
        == [.failure(.noSuchScope(.root))])
  }

  @Test func ofTwoActionsOfOneNameTheLastIsPerformed() {
    struct Twice: Component {
      struct State: ComponentState { var text = "" }
      static let typeName = "Twice"
      func initialState() -> State { State() }
      func body(_ scope: Scope<Self>) -> Node<Never> {
        ViewNode("a").on(.tap, scope.edit("set") { $0.text = "first" })
        ViewNode("b").on(.tap, scope.edit("set") { $0.text = "last" })
      }
    }
    let history = TreeHistory(Node<Never>(Twice()))
    #expect(history.tree.views[0].events == history.tree.views[1].events)
    history.perform(.tap, at: 0)
    #expect(history.tree.state(of: Twice.self, at: .at("Twice"))?.text == "last")
  }

  @Test func theListenerIsToldOfTwoActionsOfOneName() {
    struct Twice: Component {
      static let typeName = "Twice"
      func body(_ scope: Scope<Self>) -> Node<Never> {
        ViewNode("a").on(.tap, scope.edit("set") { _ in }).on(.pan, scope.edit("other") { _ in })
        ViewNode("b").on(.tap, scope.edit("set") { _ in })
      }
    }
    let recorder = ReplacementRecorder()
    _ = TreeBuilder(listener: recorder).build(Node<Never>(Twice()))
    #expect(recorder.names == ["set at Twice"])
  }

  @Test func anActionOfAComponentWithoutStateIsPerformed() {
    struct Teller: Component {
      typealias Message = String
      static let typeName = "Teller"
      func body(_ scope: Scope<Self>) -> Node<String> {
        ViewNode("teller").on(.tap, scope.send("tell") { "told" })
      }
    }
    let history = TreeHistory(Node(Teller()))
    #expect(history.perform(.tap, at: 0) == [.success("told")])
    #expect(history.last.stateChanges.isEmpty)
    #expect(history.last.counts.bodiesRun == 0)
  }
}
