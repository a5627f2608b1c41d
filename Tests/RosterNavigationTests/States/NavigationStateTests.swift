import RosterCore
import RosterNavigation
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterChild

/// What operations do to a state, and to the list that it is read from.
struct NavigationStateTests {
  private typealias Operation = NavigationOperation<PhotoRoute>

  /// Few operations, so that all sequences of them can be tried.
  private static let operations: [Operation] = [
    .push(.photo(1)), .back, .popToRoot, .replace(.photo(2)), .present(.share(1)), .dismiss,
    .select(tab: "settings"),
    .open(NavigationPath(tab: "photos", pages: [.photos, .photo(1)], modals: [[.share(1)]])),
  ]

  @Test func allSequencesOfFiveOperationsAreThoseOfTheModel() throws {
    var count = 0
    func visit(_ history: NavigationHistory, _ done: [Operation]) throws {
      guard done.count < 5 else { return }
      for operation in Self.operations {
        var next = history
        if try !next.apply(operation) {
          Issue.record("\(done + [operation]) leads to \(next.state), not to \(next.naive)")
          return
        }
        count += 1
        try visit(next, done + [operation])
      }
    }
    try visit(NavigationHistory(), [])
    #expect(count == 8 + 64 + 512 + 4_096 + 32_768)
  }

  @Test(arguments: 1...200)
  func randomSequencesAreThoseOfTheModel(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var history = try NavigationHistory()
    for step in 0..<60 {
      let operation = RandomOperations.next(history.state, &random)
      guard try history.apply(operation) else {
        Issue.record("seed \(seed), step \(step): \(operation) leads to \(history.state)")
        return
      }
    }
  }

  @Test func deepLinkKeepsPagesThatStay() throws {
    var history = try NavigationHistory()
    _ = try history.apply(.push(.photo(1)))
    let before = history.state.chain
    _ = try history.apply(.push(.comments(1)))
    _ = try history.apply(.select(tab: "settings"))
    let path = NavigationPath<PhotoRoute>(
      tab: "photos", pages: [.photos, .photo(1), .comments(2)], modals: [[.share(1)]])
    let revision = history.list.revision
    _ = try history.apply(.open(path))
    #expect(history.list.revision == revision + 1)
    #expect(Array(history.state.chain.prefix(2)) == before)
    #expect(history.state.path == path)
  }

  @Test func impossibleOperationsAreRefusedWithTheirReason() throws {
    let state = try NavigationHistory().state
    func refusal(_ operation: Operation) -> String {
      do throws(NavigationError) {
        return "\(try state.applying(operation))"
      } catch {
        return error.description
      }
    }
    #expect(refusal(.back) == "below the visible page is no other to go back to")
    #expect(refusal(.dismiss) == "no modal is open that could be dismissed")
    let page = "the page of item 9 is not among those that can be gone back to"
    #expect(refusal(.popTo(ItemID(rawValue: 9))) == page)
    #expect(refusal(.dismissModal(of: ItemID(rawValue: 9))) == page)
    #expect(refusal(.select(tab: "mail")) == "the application has no tab \"mail\"")
    #expect(refusal(.present([])) == "at least one page is needed")
    #expect(refusal(.open(NavigationPath(pages: []))) == "at least one page is needed")
  }

  // MARK: Any contents

  /// Sections in any order, without layer, without pages, of unknown tabs, and twice.
  @Test(arguments: 1...300)
  func anyContentsAreAValidStateAndBecomeIt(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let layers: [NavigationLayer?] = [
      nil, .modal, .tab("photos", isSelected: true), .tab("photos", isSelected: false),
      .tab("settings", isSelected: true), .tab("settings", isSelected: false),
      .tab("mail", isSelected: true),
    ]
    let layout = (0..<random.index(below: 7)).map { _ in
      (layers[random.index(below: layers.count)], random.index(below: 4))
    }
    let list = try NaiveList<PhotoRoute, NavigationLayer>().applying(
      Changeset {
        for (section, part) in layout.enumerated() {
          $0.insertSection(at: section, part.0)
          for item in 0..<part.1 {
            $0.insertItem(.photo(item), at: ItemPath(section: section, item: item))
          }
        }
      })
    let contents = list.navigation
    let state = NavigationState(contents, tabs: PhotoRoute.tabs)
    #expect(state.tabs.map(\.tab) == ["photos", "settings"], "seed \(seed)")
    #expect((state.tabs + state.modals).allSatisfy { !$0.pages.isEmpty }, "seed \(seed)")
    #expect(state.tabs.indices.contains(state.selectedTab), "seed \(seed)")
    // The list is made one with it, and what was read stays.
    let repaired = try list.applying(state.changeset(from: contents)).navigation
    let read = NavigationState(repaired, tabs: PhotoRoute.tabs)
    #expect(read.changeset(from: repaired).isEmpty, "seed \(seed)")
    #expect(read.path == state.path && read.selectedTab == state.selectedTab, "seed \(seed)")
    for (after, before) in zip(read.pages, state.pages) where before.id != nil {
      #expect(after == before, "seed \(seed)")
    }
  }
}
