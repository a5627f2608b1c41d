import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// The place of an item across batches and revisions.
@Suite("Anchors: revisions") struct RevisionAnchorTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func mergedBatchesAndRevisionsSayTheSame(seed: UInt64) async throws {
    try await ListFile.withList { list, _ in
      var history = RandomHistory(seed: seed)
      _ = try await list.apply(history.next())
      let start = list.snapshot
      let merged = try list.batches(after: 1, delivery: .merged)
      for _ in 0..<20 { _ = try list.enqueue(history.next()) }
      await list.close()
      let batches = try await merged.collect()
      let end = list.snapshot
      #expect(batches.last?.changes.targetRevision == end.revision)
      for batch in batches {
        let (from, to) = (batch.changes.sourceRevision, batch.changes.targetRevision)
        let ids = try Array((batch.source.itemIDs + batch.target.itemIDs).joined())
        for id in Set(ids).map(ItemID.init(rawValue:)) {
          let anchor = try batch.changes.anchor(of: id)
          #expect(try list.anchor(of: id, from: from, to: to) == anchor, "seed \(seed), \(id)")
        }
      }
      for id in try start.itemIDs.joined().map(ItemID.init(rawValue:)) {
        let anchor = try list.anchor(of: id, from: start.revision)
        #expect(anchor == (try start.anchor(of: id, in: end)), "seed \(seed), \(id)")
        #expect(anchor?.sourcePath == (try start.path(of: id)))
        #expect(anchor?.targetPath == (try end.path(of: id)))
      }
    }
  }

  @Test func aRevisionThatIsNotThereIsStale() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("A"))
      let error = #expect(throws: StorageError.self) {
        try list.anchor(of: ItemID(rawValue: 1), from: 7)
      }
      #expect(error?.code == .stale)
    }
  }
}
