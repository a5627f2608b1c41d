import RosterCore
import RosterEngine
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterPages

/// Where a window goes when the rows in it do.
@Suite struct PageWindowTests {
  /// A list of one section with items 1 to `count`, and a window in it. Slot n is item n.
  private func with(
    _ count: Int, first: Int, rows: Int, anchor: Int,
    _ body: (Stand, inout PageWindow) async throws -> Void
  ) async throws {
    let stand = try Stand()
    try await stand.fill([count])
    var window = PageWindow(try stand.feed.present)
    window.show(first: first, count: rows, anchor: .item(ItemID(rawValue: anchor)))
    try await body(stand, &window)
    await stand.close()
  }

  private func item(_ slot: Int) -> ItemPath { ItemPath(section: 0, item: slot - 1) }

  /// The items in the slots of the window.
  private func items(_ window: PageWindow) throws -> [Int] {
    try window.present.state.rows(inSlots: window.slots).compactMap(\.tree.item?.rawValue)
  }

  @Test func windowStaysWhenItsAnchorIsMovedFarAway() async throws {
    try await with(100, first: 50, rows: 5, anchor: 52) { stand, window in
      let batch = try await stand.apply(JSONChange { $0.moveItem(from: item(52), to: item(1)) })
      try window.take(batch.feed)
      #expect(try items(window) == [50, 51, 53, 54, 55])
      #expect(window.anchor?.key == "i53")
      #expect(window.first == 51)
    }
    try await with(100, first: 50, rows: 5, anchor: 52) { stand, window in
      let batch = try await stand.apply(JSONChange { $0.moveItem(from: item(52), to: item(100)) })
      try window.take(batch.feed)
      #expect(try items(window) == [50, 51, 53, 54, 55])
      #expect(window.anchor?.key == "i53" && window.first == 50)
    }
  }

  @Test func anchorThatGoesOneSlotFurtherIsLet() async throws {
    try await with(100, first: 50, rows: 5, anchor: 52) { stand, window in
      let batch = try await stand.apply(JSONChange { $0.moveItem(from: item(52), to: item(53)) })
      try window.take(batch.feed)
      #expect(try items(window) == [50, 51, 53, 52, 54])
      #expect(window.anchor?.key == "i53" && window.first == 50)
    }
    // The neighbour was moved, so the anchor stays where it is on the screen.
    try await with(100, first: 50, rows: 5, anchor: 52) { stand, window in
      let batch = try await stand.apply(JSONChange { $0.moveItem(from: item(53), to: item(52)) })
      try window.take(batch.feed)
      #expect(try items(window) == [51, 53, 52, 54, 55])
      #expect(window.anchor?.key == "i52" && window.first == 51)
    }
  }

  @Test func rowBeforeTakesOverIfAllBehindAreMoved() async throws {
    try await with(100, first: 50, rows: 5, anchor: 52) { stand, window in
      let batch = try await stand.apply(
        JSONChange {
          for slot in 52...60 { $0.moveItem(from: item(slot), to: item(slot - 51)) }
        })
      try window.take(batch.feed)
      #expect(window.anchor?.key == "i51")
      // Nine items have come before it, and it is where it was.
      #expect(try items(window) == [50, 51, 61, 62, 63])
      #expect(window.first == 59)
    }
  }

  @Test func rowsThatAreMovedTogetherAreFollowed() async throws {
    try await with(100, first: 50, rows: 5, anchor: 52) { stand, window in
      let batch = try await stand.apply(
        JSONChange {
          for slot in 40...60 { $0.moveItem(from: item(slot), to: item(slot - 39)) }
        })
      try window.take(batch.feed)
      #expect(try items(window) == [50, 51, 52, 53, 54])
      #expect(window.anchor?.key == "i52" && window.first == 11)
    }
  }

  @Test func neighbourOfARemovedAnchorIsOneThatStays() async throws {
    try await with(100, first: 50, rows: 5, anchor: 52) { stand, window in
      let batch = try await stand.apply(
        JSONChange {
          $0.removeItem(at: item(52))
          $0.moveItem(from: item(53), to: item(1))
        })
      try window.take(batch.feed)
      // Both neighbours are as near, and only the one before stays.
      #expect(window.anchor?.key == "i51")
      #expect(try items(window) == [50, 51, 54, 55, 56])
    }
  }

  @Test func everythingIsMovedAtTheCostOfTheWindow() async throws {
    try await with(3_000, first: 1_500, rows: 10, anchor: 1_505) { stand, window in
      let reversal = JSONChange { changes in
        for slot in 1...3_000 { changes.moveItem(from: item(slot), to: item(3_001 - slot)) }
      }
      let batch = try await stand.apply(reversal)
      try window.take(batch.feed)
      #expect(window.anchor?.key == "i1505")
      #expect(window.first == 1_500 + (3_001 - 1_505) - 1_505)
    }
  }

  /// After any change the anchor is the nearest row of the window that was neither moved nor removed, at
  /// the place of the former one, or before it if it was before it.
  @Test(arguments: 1..<41 as Range<UInt64>)
  func anchorIsTheNearestRowThatStays(_ seed: UInt64) async throws {
    var random = SplitMix64(seed: ~seed)
    var changesets = RandomChangesets(seed: seed)
    let stand = try Stand()
    var movedCount = 0
    for step in 0..<40 {
      let source = stand.list.snapshot
      guard source.itemCount >= 20 else {
        try await stand.fill([12, 8], prefix: "\(step):")
        continue
      }
      let former = try source.naiveRows().compactMap { TreeID(key: $0.key) }
      var window = PageWindow(try stand.feed.present)
      let count = 1 + random.index(below: 12)
      let first = random.index(below: former.count - count)
      let anchorSlot = first + random.index(below: count)
      window.show(first: first, count: count, anchor: former[anchorSlot])
      let counts = (0..<source.sectionCount).map { source.itemCount(inSection: $0) }
      let batch = try await stand.apply(
        changesets.valid(for: counts).jsonChangeset(models: "\(step):"))
      let outline = batch.changes.changeset.outline
      let movedItems = Set(outline.movedItems.map(\.source))
      let movedSections = Set(outline.movedSections.map(\.source))
      let target = try stand.list.snapshot.naiveRows().compactMap { TreeID(key: $0.key) }
      let staying = try (first..<first + count).filter { slot in
        guard target.contains(former[slot]) else { return false }
        let place = try #require(try source.state.place(of: former[slot]))
        if case .item(let path) = place, movedItems.contains(path) { return false }
        return !movedSections.contains(place.section)
      }
      try window.take(batch.feed)
      if !staying.contains(anchorSlot), target.contains(former[anchorSlot]) { movedCount += 1 }
      let nearest = staying.min {
        (abs($0 - anchorSlot), -$0) < (abs($1 - anchorSlot), -$1)
      }
      guard let nearest else {
        #expect(!target.contains(former[anchorSlot]) || window.anchor == former[anchorSlot])
        continue
      }
      #expect(window.anchor == former[nearest], "step \(step)")
      let slot = try #require(target.firstIndex(of: former[nearest]))
      let index = anchorSlot - first - (nearest < anchorSlot ? 1 : 0)
      #expect(slot - window.first == index, "step \(step)")
    }
    #expect(movedCount > 0)
    await stand.close()
  }
}

extension JSONList.Batch {
  /// What a session is told of the batch.
  fileprivate var feed: FeedBatch {
    get throws { try feedBatch(FeedPresent(state: target.state) { _ in [] }) }
  }
}
