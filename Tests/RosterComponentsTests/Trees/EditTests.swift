import RosterComponents
import RosterCore
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Edits")
struct EditTests {
  private let path = ScopePath.at("Counter")

  private func history() -> TreeHistory<Never> { TreeHistory(Node(Counter())) }

  @Test func editsAreAppliedInOrderEachOnce() {
    struct Letters: Component {
      struct State: ComponentState { var text = "" }
      static let typeName = "Letters"
      func initialState() -> State { State() }
      func body(_ scope: Scope<Self>) -> Node<Never> {
        ViewNode("letters").on(
          .change,
          scope.edit("add") { (state, text: String) in
            state.text += text
          })
      }
    }
    let history = TreeHistory(Node<Never>(Letters()))
    let calls = Recorder<String>()
    let add = ActionReference(target: .scope(.at("Letters")), name: "add", arguments: ["b"])
    let outcomes = history.apply(
      .update(.at("Letters"), of: Letters.self) { state in
        calls.record("update")
        state.text += "a"
      },
      .perform(add), .perform(add, arguments: ["ignored"]),
      .update(.at("Letters"), of: Letters.self) { $0.text += "c" })
    #expect(outcomes.count == 4)
    #expect(calls.values == ["update"])
    #expect(history.tree.state(of: Letters.self, at: .at("Letters"))?.text == "abbc")
    #expect(history.last.stateChanges.count == 1)
    #expect(history.last.counts.bodiesRun == 1)
  }

  @Test func anEditSeesWhatTheOnesBeforeItHaveDone() {
    let history = history()
    history.apply(
      .set(path, StoredState(value: .text(#"{"count":40}"#))),
      .update(path, of: Counter.self) { $0.count *= 2 },
      .update(path, of: Counter.self) { $0.count += 1 })
    #expect(history.counts == [81])
    #expect(
      history.last.stateChanges.map(\.state) == [
        StoredState(value: .text(#"{"count":81}"#))
      ])
  }

  @Test func anEditThatLeavesTheStateEqualChangesNothing() {
    let history = history()
    let scope = history.scope(path)
    #expect(history.apply(.update(path, of: Counter.self) { $0.count += 0 }) == [.success(nil)])
    #expect(history.last.stateChanges.isEmpty)
    #expect(history.last.counts.bodiesRun == 0)
    #expect(history.last.counts.scopesReused == 1)
    #expect(history.scope(path) === scope)
  }

  @Test func editsThatUndoEachOtherChangeNothing() {
    let history = history()
    let scope = history.scope(path)
    history.apply(
      .update(path, of: Counter.self) { $0.count += 1 },
      .update(path, of: Counter.self) { $0.count -= 1 })
    #expect(history.last.stateChanges.isEmpty)
    #expect(history.scope(path) === scope)
  }

  @Test func noEditsChangeNothing() {
    let history = history()
    #expect(history.apply().isEmpty)
    #expect(history.last.counts.scopesReused == 1)
  }

  @Test func anEditThatFailsLeavesTheOthersAsTheyAre() {
    let history = history()
    let outcomes = history.apply(
      .update(path, of: Counter.self) { $0.count += 1 },
      .update(.at("Nobody"), of: Counter.self) { $0.count += 10 },
      .update(path, of: Counter.self) { $0.count += 100 })
    #expect(outcomes == [.success(nil), .failure(.noSuchScope(.at("Nobody"))), .success(nil)])
    #expect(history.counts == [101])
  }

  @Test func anUpdateOfAnotherComponentFails() {
    let history = history()
    #expect(
      history.apply(.update(path, of: Stack<Counter>.self) { _ in })
        == [
          .failure(
            .otherComponent(scope: path, expected: "Stack<Counter>", found: "Counter"))
        ])
    #expect(
      history.apply(.update(.root, of: Counter.self) { _ in }) == [.failure(.noSuchScope(.root))])
  }

  @Test func aStoredStateIsSetAsItWouldBeRestored() {
    let history = history()
    history.apply(.set(path, StoredState(value: .text(#" { "count" : 9 } "#))))
    #expect(history.counts == [9])
    #expect(
      history.last.stateChanges.map(\.state) == [
        StoredState(value: .text(#"{"count":9}"#))
      ])
    #expect(
      history.apply(.set(.at("Stack"), StoredState(value: .null)))
        == [.failure(.noSuchScope(.at("Stack")))])
  }

  @Test func aStoredStateThatDoesNotDecodeIsNotSet() throws {
    let history = history()
    let outcome = history.apply(.set(path, StoredState(value: .text("{}"))))[0]
    guard case .failure(.undecodableState(path, let reason)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(!reason.isEmpty)
    #expect(history.counts == [0])
    #expect(history.last.stateChanges.isEmpty)
  }

  @Test func aComponentWithoutStateTakesNone() {
    let history = TreeHistory(Node<Never>(Stack<Counter>([])))
    #expect(
      history.apply(.set(.at("Stack"), StoredState(value: .text("{}"))))
        == [.failure(.noState(.at("Stack")))])
  }

  @Test func aStateThatDoesNotEncodeIsRefusedAndTheStateBeforeItStays() {
    struct Numbers: Component {
      struct State: ComponentState {
        var number = 0.0
        var whole: Int64 = 0
      }
      static let typeName = "Numbers"
      func initialState() -> State { State() }
      func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("numbers") }
    }
    let path = ScopePath.at("Numbers")
    let history = TreeHistory(Node<Never>(Numbers()))
    let outcomes = history.apply(
      .update(path, of: Numbers.self) { $0.number = 1 },
      .update(path, of: Numbers.self) { $0.number = .nan },
      .update(path, of: Numbers.self) { $0.whole = .max })
    #expect(
      outcomes == [
        .success(nil),
        .failure(
          .unencodableState(scope: path, reason: "number: nan is no number in JSON")),
        .success(nil),
      ])
    #expect(
      history.last.stateChanges.map(\.state) == [
        StoredState(value: .text(#"{"number":1,"whole":9223372036854775807}"#))
      ])
  }

  /// What is not changed need not be kept, so that it does not matter whether it could be.
  @Test func anEditThatChangesNothingIsNotRefusedForAStateThatDoesNotEncode() {
    struct Endless: Component {
      struct State: ComponentState { var number = Double.infinity }
      static let typeName = "Endless"
      func initialState() -> State { State() }
      func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("endless") }
    }
    let history = TreeHistory(Node<Never>(Endless()))
    #expect(
      history.apply(.update(.at("Endless"), of: Endless.self) { $0.number = .infinity })
        == [.success(nil)])
    #expect(history.last.stateChanges.isEmpty)
  }

  @Test func theChangeOfAScopeThatTheBuildForgetsIsForgottenToo() {
    struct Switch: Component {
      struct State: ComponentState { var isOn = true }
      static let typeName = "Switch"
      func initialState() -> State { State() }
      func body(_ scope: Scope<Self>) -> Node<Never> { if scope.state.isOn { Counter() } }
    }
    let history = TreeHistory(Node<Never>(Switch()))
    let outcomes = history.apply(
      .update(.at("Switch", "Counter"), of: Counter.self) { $0.count = 5 },
      .update(.at("Switch"), of: Switch.self) { $0.isOn = false })
    #expect(outcomes == [.success(nil), .success(nil)])
    #expect(
      history.last.stateChanges == [
        ScopeStateChange(
          scope: .at("Switch"), state: StoredState(value: .text(#"{"isOn":false}"#))),
        ScopeStateChange(scope: .at("Switch", "Counter"), state: nil),
      ])
  }

  @Test func theTreeBeforeStaysAsItWas() {
    let builder = TreeBuilder()
    let first = builder.build(Node<Never>(Counter())).tree
    let second = builder.applying(
      [.update(path, of: Counter.self) { $0.count = 5 }], to: first
    ).build.tree
    #expect(first.state(of: Counter.self, at: path)?.count == 0)
    #expect(second.state(of: Counter.self, at: path)?.count == 5)
    #expect(first.views[0].spec.attributes["count"] == 0)
  }

  @Test func aTreeIsBuiltOnAnyThreadByOneBuilder() async {
    let builder = TreeBuilder()
    let counts = await withTaskGroup(of: Int?.self, returning: Set<Int?>.self) { group in
      for _ in 0..<64 {
        group.addTask {
          let tree = builder.build(Node<Never>(Counter(start: 1))).tree
          let edit = TreeEdit.update(.at("Counter"), of: Counter.self) { $0.count += 1 }
          let update = builder.applying([edit], to: tree)
          return update.build.tree.state(of: Counter.self, at: .at("Counter"))?.count
        }
      }
      return await group.reduce(into: []) { $0.insert($1) }
    }
    #expect(counts == [2])
  }
}
