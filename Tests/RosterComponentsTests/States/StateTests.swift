import RosterComponents
import RosterCore
import RosterJSON
import Testing

@Suite("States in memory")
struct StateTests {
  private func counters(_ names: String...) -> Node<Never> { counters(names) }

  private func counters(_ names: [String]) -> Node<Never> {
    Node(Stack(names.map { Counter(name: $0) }))
  }

  private func unnamed(_ count: Int) -> Node<Never> {
    Node(Stack((0..<count).map { _ in Counter() }))
  }

  @Test func theInitialStateIsAskedForOnceInTheLifeOfAScope() {
    let history = TreeHistory(Node<Never>(Counter(start: 3)))
    #expect(history.count(.at("Counter")) == 3)
    history.build(Node(Counter(start: 7)))
    #expect(history.count(.at("Counter")) == 3)
    #expect(history.last.counts.statesBegun == 0)
    #expect(history.last.stateChanges.isEmpty)
  }

  @Test func aNewScopeTellsItsInitialStateToBeKept() {
    let history = TreeHistory(Node<Never>(Counter(start: 3)))
    #expect(
      history.last.stateChanges == [
        ScopeStateChange(
          scope: .at("Counter"), state: StoredState(value: .text(#"{"count":3}"#)))
      ])
    #expect(history.last.counts.statesBegun == 1)
  }

  @Test func stateFollowsTheIdentifierWhenSiblingsChangePlaces() {
    let history = TreeHistory(counters("a", "b", "c"))
    history.count(up: .at("Stack", "Counter[a]"), by: 1)
    history.count(up: .at("Stack", "Counter[b]"), by: 2)
    history.count(up: .at("Stack", "Counter[c]"), by: 3)
    history.build(counters("c", "a", "b"))
    #expect(history.counts == [3, 1, 2])
    history.build(counters("b", "new", "c"))
    #expect(history.counts == [2, 0, 3])
    #expect(
      history.last.stateChanges == [
        ScopeStateChange(
          scope: .at("Stack", "Counter[new]"), state: StoredState(value: .text(#"{"count":0}"#))),
        ScopeStateChange(scope: .at("Stack", "Counter[a]"), state: nil),
      ])
  }

  @Test func siblingsWithoutIdentifierAreToldApartByTheirOrdinal() {
    let history = TreeHistory(unnamed(3))
    #expect(
      history.tree.scopes.map(\.path) == [
        .at("Stack"), .at("Stack", "Counter"), .at("Stack", "Counter#1"),
        .at("Stack", "Counter#2"),
      ])
    history.count(up: .at("Stack", "Counter#1"), by: 1)
    history.count(up: .at("Stack", "Counter#2"), by: 2)
    history.build(unnamed(2))
    #expect(history.counts == [0, 1])
  }

  @Test func theOrdinalCountsOnlySiblingsOfTheSameTypeAndIdentifier() {
    let history = TreeHistory(counters("a", "b", "a", "b", "a"))
    #expect(
      history.tree.scopes.dropFirst().map(\.path) == [
        .at("Stack", "Counter[a]"), .at("Stack", "Counter[b]"), .at("Stack", "Counter[a]#1"),
        .at("Stack", "Counter[b]#1"), .at("Stack", "Counter[a]#2"),
      ])
  }

  /// However far they are apart, and whether the parent is new or built again.
  @Test func equalSiblingsThatAreFarApartHaveKeysOfTheirOwn() {
    for distance in [1, 7, 8, 9, 10, 17, 40] {
      let others = { (group: Int) in (1..<distance).map { "\(group) \($0)" } }
      let names = ["x"] + others(1) + ["x"] + others(2) + ["x"]
      let history = TreeHistory(counters(names))
      let keys = ["Counter[x]", "Counter[x]#1", "Counter[x]#2"]
      let paths = history.tree.scopes.map(\.path)
      #expect(Set(paths).count == paths.count, "\(distance) apart")
      #expect(
        [1, 1 + distance, 1 + 2 * distance].map { paths[$0] } == keys.map { .at("Stack", $0) },
        "\(distance) apart")
      for (number, key) in keys.enumerated() {
        history.count(up: .at("Stack", key), by: number + 1)
      }
      history.build(counters(["new"] + names))
      #expect(keys.map { history.count(.at("Stack", $0)) } == [1, 2, 3], "\(distance) apart")
    }
  }

  @Test func ofEqualSiblingsTheLaterOnesTakeTheStatesOfThoseBeforeThem() {
    let history = TreeHistory(counters("x", "a", "x"))
    history.count(up: .at("Stack", "Counter[x]"), by: 1)
    history.count(up: .at("Stack", "Counter[x]#1"), by: 2)
    history.build(counters("a", "x"))
    #expect(history.counts == [0, 1])
  }

  @Test func aScopeThatIsAwayForOneGenerationIsForgotten() {
    let history = TreeHistory(counters("a", "b"))
    history.count(up: .at("Stack", "Counter[a]"))
    history.build(counters("b"))
    #expect(history.last.counts.statesForgotten == 1)
    history.build(counters("a", "b"))
    #expect(history.counts == [0, 0])
    #expect(history.last.counts.statesBegun == 1)
  }

  @Test func aScopeThatMovesToAnotherParentIsANewOne() {
    let history = TreeHistory(
      Node<Never> {
        Stack([Counter(name: "a")])
        Stack([Counter(name: "b")])
      })
    history.count(up: .at("Stack", "Counter[a]"))
    history.build(
      Node {
        Stack([Counter(name: "b")])
        Stack([Counter(name: "a")])
      })
    #expect(history.counts == [0, 0])
  }

  @Test func whatIsForgottenTakesAllWithinAlong() {
    struct Nested: Component {
      static let typeName = "Nested"
      var identifier: ScopeIdentifier? { "n" }
      func body(_ scope: Scope<Self>) -> Node<Never> { Stack([Counter(), Counter()]) }
    }
    let history = TreeHistory(Node<Never> { Nested() })
    history.build(Node {})
    #expect(history.last.counts.statesForgotten == 2)
    #expect(
      history.last.stateChanges.map(\.scope) == [
        .at("Nested[n]", "Stack", "Counter"), .at("Nested[n]", "Stack", "Counter#1"),
      ])
    #expect(history.last.stateChanges.allSatisfy { $0.state == nil })
    #expect(history.tree.scopes.isEmpty)
  }

  @Test func aComponentWhoseBodyIsEmptyKeepsItsState() {
    struct Shy: Component {
      struct State: ComponentState { var count = 0 }
      static let typeName = "Shy"
      var isShown: Bool
      func initialState() -> State { State() }
      func body(_ scope: Scope<Self>) -> Node<Never> {
        let add = scope.edit("add") { $0.count += 1 }
        if isShown { ViewNode("shown").on(.tap, add) }
      }
    }
    let history = TreeHistory(Node<Never>(Shy(isShown: true)))
    history.perform(.tap, at: 0)
    history.build(Node(Shy(isShown: false)))
    #expect(history.tree.views.isEmpty)
    #expect(history.tree.state(of: Shy.self, at: .at("Shy"))?.count == 1)
    history.build(Node(Shy(isShown: true)))
    #expect(history.tree.state(of: Shy.self, at: .at("Shy"))?.count == 1)
    #expect(history.last.counts.statesForgotten == 0)
  }

  @Test func nestedScopesKeepTheirStatesEachByItself() {
    let node = Node<Never> {
      Stack([Stack([Counter(), Counter()]), Stack([Counter()])])
    }
    let history = TreeHistory(node)
    history.count(up: .at("Stack", "Stack", "Counter#1"), by: 5)
    history.count(up: .at("Stack", "Stack#1", "Counter"), by: 7)
    #expect(history.counts == [0, 5, 7])
    history.build(node)
    #expect(history.counts == [0, 5, 7])
  }

  @Test func twoTypesOfOneNameTakeOverEachOthersState() {
    struct Renamed: Component {
      struct State: ComponentState { var count: Double }
      static let typeName = "Counter"
      func initialState() -> State { State(count: -1) }
      func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("renamed") }
    }
    let history = TreeHistory(Node<Never>(Counter()))
    history.count(up: .at("Counter"), by: 4)
    history.build(Node(Renamed()))
    #expect(history.tree.state(of: Renamed.self, at: .at("Counter"))?.count == 4)
    #expect(history.last.stateChanges.isEmpty)
    #expect(history.last.counts.statesRestored == 1)
  }

  @Test func aTypeOfTheSameNameThatHasNoStateDropsIt() {
    struct Stateless: Component {
      static let typeName = "Counter"
      func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("stateless") }
    }
    let history = TreeHistory(Node<Never>(Counter()))
    history.build(Node(Stateless()))
    #expect(history.last.stateChanges == [ScopeStateChange(scope: .at("Counter"), state: nil)])
    #expect(history.last.counts.statesForgotten == 1)
    #expect(history.tree.scopes.map(\.state) == [nil])
  }

  @Test func siblingsOfTwoTypesOfOneNameCountTogether() {
    struct Other: Component {
      static let typeName = "Counter"
      func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("other") }
    }
    let history = TreeHistory(
      Node<Never> {
        Counter()
        Other()
        Counter()
      })
    #expect(
      history.tree.scopes.map(\.path) == [.at("Counter"), .at("Counter#1"), .at("Counter#2")])
  }

  @Test func aComponentWithoutStateIsKeptNowhere() {
    let history = TreeHistory(Node<Never>(Stack<Counter>([])))
    #expect(history.last.stateChanges.isEmpty)
    #expect(
      history.tree.scopes == [ScopeSummary(path: .at("Stack"), typeName: "Stack", state: nil)])
    history.build(Node {})
    #expect(history.last.stateChanges.isEmpty)
    #expect(history.last.counts.statesForgotten == 0)
  }
}
