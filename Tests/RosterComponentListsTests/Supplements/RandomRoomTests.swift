import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Random changes, edits, reloads, layouts and scrolling: headers and footers take the room that
/// batches report, and nothing moves unless a batch reports it.
@Suite("Supplements: room, random histories") struct RandomRoomTests {
  static let ranges: [WorkingRange?] = [
    nil,
    WorkingRange(ahead: .items(3), behind: .items(1)),
    WorkingRange(ahead: .points(40), behind: .points(15)),
    WorkingRange(ahead: .items(0), behind: .items(0)),
  ]

  @Test(arguments: ranges.indices, 1..<9 as Range<UInt64>)
  func headersAndFootersAreCounted(range: Int, seed: UInt64) async throws {
    let range = Self.ranges[range]
    // Few trees stay in memory, so that some are built again. Without a range none may be dropped,
    // because batches name only what is in memory.
    try await HeadedSlabs.with(range) {
      if range != nil { $0.components.cachedSupplementCountMax = 3 }
    } _: { list in
      var renderer = RoomRenderer(isCorrected: range != nil)
      let batches = try list.batches()
      var history = RandomHistory(seed: seed)
      list.setViewport(Viewport(offset: 0, length: 30))
      for step in 0..<60 {
        let comment: Comment = "seed \(seed), step \(step), \(String(describing: range))"
        try await modify(list, &history)
        await list.waitForWorkingRange()
        let marker = try await list.apply(Changeset())
        try history.take(Changeset())
        while let batch = try await batches.next() {
          try renderer.apply(batch, comment)
          if batch.changes.targetRevision == marker.changes.targetRevision { break }
        }
        try renderer.expect(list.extents(), comment)
        try renderer.expectCurrent(list, comment)
        if range != nil { try expectVisible(list, renderer, comment) }
      }
    }
  }

  private func modify(_ list: SlabList, _ history: inout RandomHistory) async throws {
    switch history.random.index(below: 9) {
    case 0, 1:
      list.setViewport(
        Viewport(
          offset: Double(history.random.index(below: 200)),
          length: Double(history.random.index(below: 60))))
    case 2: _ = try await list.apply(.reload())
    case 3, 4:
      let count = list.snapshot.state.sectionCount
      if count == 0 { return }
      let kind: SupplementKind = history.random.happens(percent: 50) ? .header : .footer
      let section = history.random.index(below: count)
      let height = history.random.index(below: 5)
      _ = try? await list.apply(
        .actions([.raise(height)], in: .supplement(SupplementReference(kind, of: .index(section)))))
    case 5:
      let width = Double(100 + history.random.index(below: 3))
      _ = try await list.apply(
        .configuration(
          .layout(
            LayoutConstraints(SizeRange(min: .zero, max: Size(width: width, height: .infinity))))))
    default: _ = try await list.apply(history.next())
    }
  }

  /// Checks that everything visible was reported.
  private func expectVisible(
    _ list: SlabList, _ renderer: RoomRenderer, _ comment: Comment
  ) throws {
    guard let viewport = list.viewport() else { return }
    let extents: ListExtents = list.extents()
    for id in try extents.supplements(in: viewport) {
      #expect(renderer.supplements[id] != nil, comment)
    }
    for path in try extents.items(in: viewport) {
      let id = try #require(try extents.state.itemID(at: path))
      #expect(renderer.items[id] != nil, comment)
    }
  }
}
