import RosterCore
import RosterJSON
import Testing

@testable import RosterComponents

/// Remembers the highest number that it was given, and counts taps.
private struct Peak: Component, Equatable {
  struct State: ComponentState {
    var highest = 0
    var taps = 0
  }
  static let typeName = "Peak"
  var number: Int

  func initialState() -> State { State() }

  func adaptedState(_ state: State) -> State {
    var state = state
    state.highest = max(state.highest, number)
    return state
  }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("peak").attribute("highest", .number(Double(scope.state.highest)))
      .on(.tap, scope.edit("tap") { $0.taps += 1 })
  }
}

@Suite("States that follow properties")
struct AdaptedStateTests {
  private func highest(_ history: TreeHistory<Never>) -> Int? {
    history.tree.state(of: Peak.self, at: .at("Peak"))?.highest
  }

  @Test func aStateFollowsEveryGeneration() {
    let history = TreeHistory(Node<Never>(Peak(number: 3)))
    #expect(highest(history) == 3)
    history.build(Node(Peak(number: 7)))
    history.build(Node(Peak(number: 2)))
    #expect(highest(history) == 7)
    #expect(history.view([0]).spec.attributes["highest"] == 7)
  }

  @Test func anEqualComponentIsNotAdapted() {
    let history = TreeHistory(Node<Never>(Peak(number: 3)))
    history.build(Node(Peak(number: 3)))
    #expect(history.last.counts.bodiesRun == 0)
  }

  @Test func itIsStoredWithTheNextEdit() throws {
    let history = TreeHistory(Node<Never>(Peak(number: 3)))
    history.build(Node(Peak(number: 7)))
    #expect(history.last.stateChanges.isEmpty)
    history.perform(.tap, at: 0)
    #expect(history.last.stateChanges.count == 1)
    let stored = try #require(history.tree.scopes.first?.state)
    #expect(stored.value == .text(#"{"highest":7,"taps":1}"#))
  }
}
