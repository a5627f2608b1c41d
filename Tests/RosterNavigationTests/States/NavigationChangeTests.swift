import RosterComponents
import RosterLayout
import RosterNavigation
import Testing

@testable import RosterChild

/// What a user sees of a change.
struct NavigationChangeTests {
  private typealias Operation = NavigationOperation<PhotoRoute>

  /// Returns the transitions of some operations, one after the other.
  private static func transitions(_ operations: Operation...) throws -> [NavigationTransition?] {
    var history = try NavigationHistory()
    var transitions: [NavigationTransition?] = []
    for operation in operations {
      let before = history.state
      #expect(try history.apply(operation))
      transitions.append(NavigationChange(from: before, to: history.state).transition)
    }
    return transitions
  }

  @Test func eachOperationHasItsTransition() throws {
    #expect(
      try Self.transitions(
        .push(.photo(1)), .push(.photo(2)), .back, .replace(.photo(3)), .popToRoot, .popToRoot)
        == [.push, .push, .pop, .replace, .pop, nil])
    #expect(
      try Self.transitions(
        .present(.share(1)), .push(.photo(1)), .present(.share(2)), .dismiss, .back, .back)
        == [.present, .push, .present, .dismiss, .pop, .dismiss])
    #expect(
      try Self.transitions(
        .select(tab: "settings"), .select(tab: "settings"), .present(.share(1)),
        .select(tab: "photos"), .select(tab: "settings"), .select(tab: "photos"))
        == [.tabForward, nil, .present, .dismiss, .tabForward, .tabBackward])
    let share = NavigationPath<PhotoRoute>(pages: [.photos], modals: [[.share(1)]])
    let other = NavigationPath<PhotoRoute>(pages: [.photos], modals: [[.share(2)]])
    #expect(try Self.transitions(.open(share), .open(other)) == [.present, .replace])
  }

  @Test func undoOfAChangeIsSeenTheOtherWayRound() throws {
    var history = try NavigationHistory()
    let root = history.state
    _ = try history.apply(.push(.photo(1)))
    let photo = history.state
    let change = NavigationChange(from: photo, to: root)
    #expect(change.transition == .pop)
    #expect(change.disappearing == photo.visiblePage && change.appearing == root.visiblePage)
    #expect(NavigationChange(from: root, to: photo).transition == .push)
    let same = NavigationChange(from: root, to: root)
    #expect(same.transition == nil && same.appearing == nil && same.disappearing == nil)
  }

  @Test func whatAppearsBelowComesFromWhereItWasLeft() {
    let size = Size(width: 80, height: 24)
    let push = NavigationTransition.push.animations(in: size)
    let pop = NavigationTransition.pop.animations(in: size)
    #expect(push.initial == [.translation(from: Point(x: 80, y: 0))])
    #expect(push.final == [.translation(to: Point(x: -20, y: 0))])
    #expect(pop.initial == [.translation(from: Point(x: -20, y: 0))])
    #expect(pop.final == [.translation(to: Point(x: 80, y: 0))])
    for transition in NavigationTransition.allCases {
      #expect(!transition.animations(in: size).isEmpty)
      #expect(transition.appearsAbove == ![.pop, .dismiss].contains(transition))
    }
  }
}
