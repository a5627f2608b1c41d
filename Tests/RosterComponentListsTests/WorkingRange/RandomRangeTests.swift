import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Random changes and scrolling: items in the range are shown in their current form, and other
/// items are soon hidden.
@Suite("Working range: random histories", .fileOnly) struct RandomRangeTests {
  static let ranges: [WorkingRange] = [
    WorkingRange(ahead: .items(3), behind: .items(1)),
    WorkingRange(ahead: .points(40), behind: .points(15)),
    WorkingRange(ahead: .items(0), behind: .items(0)),
  ]

  @Test(arguments: ranges.indices, 1..<6 as Range<UInt64>)
  func aRendererThatGoesByBatchesHasWhatIsInTheRange(range: Int, seed: UInt64) async throws {
    let range = Self.ranges[range]
    try await SlabRange.with(range) { slabs in
      let list = slabs.list
      var received: [SlabList.Batch] = []
      var renderer = SlabRenderer()
      let batches = try list.batches()
      var history = RandomHistory(seed: seed)
      for step in 0..<60 {
        let comment: Comment = "seed \(seed), step \(step), \(range)"
        let viewport = Viewport(
          offset: Double(history.random.index(below: 150)),
          length: Double(history.random.index(below: 60)))
        switch history.random.index(below: 8) {
        case 0, 1: list.setViewport(viewport)
        case 2: _ = try await list.apply(.reload())
        case 3:
          let ids = try list.snapshot.identifiedModels.map { $0.0 }
          if ids.isEmpty { continue }
          _ = try await list.apply(
            .actions(
              [.raise(history.random.index(below: 5))],
              in: .id(ids[history.random.index(below: ids.count)])))
        default: _ = try await list.apply(history.next())
        }
        await list.waitForWorkingRange()
        // The range is built and published. This revision marks the end of its batches.
        let marker = try await list.apply(Changeset())
        _ = try history.take(Changeset())
        while let batch = try await batches.next() {
          received.append(batch)
          try renderer.apply(batch, comment)
          if batch.changes.targetRevision == marker.changes.targetRevision { break }
        }
        try renderer.expectCurrent(list, comment)
        try expectRange(slabs, renderer, comment)
      }
      #expect(received.contains { $0.causes == .workingRange }, "seed \(seed)")
    }
  }

  /// Checks that every visible item is shown, and every shown item has entered.
  private func expectRange(
    _ slabs: SlabRange, _ renderer: SlabRenderer, _ comment: Comment
  ) throws {
    let extents: ListExtents = slabs.list.extents()
    let shown = Set(renderer.outputs.keys.map(\.rawValue))
    #expect(try slabs.prefetch.entered().isSuperset(of: shown), comment)
    #expect(shown.count < 60, comment)
    guard let viewport = slabs.list.viewport() else { return }
    for path in try extents.items(in: viewport) {
      let id = try #require(try extents.state.itemID(at: path))
      #expect(shown.contains(id.rawValue), comment)
    }
  }
}

extension ActionReference {
  static func raise(_ number: Int) -> ActionReference {
    ActionReference(
      target: .scope(Slab.scope), name: "raise", arguments: [.number(Double(number))])
  }
}
