import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// No reader sees what a second connection does not see.
@Suite("Changing: durable before visible") struct DurabilityTests {
  @Test func whatApplyReturnsIsInStorage() async throws {
    try await ListFile.withList { list, file in
      let other = try file.openStorage()
      _ = try await list.apply(.section("A"))
      for number in 0..<20 {
        let batch = try await list.apply(.insert("\(number)"))
        #expect(try other.load().revision == batch.target.revision)
        let another = try list.applySynchronously(.remove(0))
        #expect(try other.load().revision == another.target.revision)
      }
    }
  }

  @Test(arguments: [BatchDelivery.every, .merged])
  func whatReachesASubscriberIsInStorage(delivery: BatchDelivery) async throws {
    try await ListFile.withList { list, file in
      let other = try file.openStorage()
      let batches = try list.batches(delivery: delivery)
      let subscriber = Task {
        for try await batch in batches {
          #expect(try other.load().revision >= batch.target.revision)
          #expect(list.snapshot.revision >= batch.target.revision)
        }
      }
      _ = try list.enqueue(.section("A"))
      for number in 0..<100 { _ = try list.enqueue(.insert("\(number)")) }
      await list.close()
      try await subscriber.value
    }
  }

  @Test func aSnapshotIsNeverAheadOfStorage() async throws {
    try await ListFile.withList { list, file in
      let other = try file.openStorage()
      _ = try list.enqueue(.section("A"))
      for number in 0..<300 { _ = try list.enqueue(.insert("\(number)")) }
      while list.pendingCount > 0 {
        let snapshot = list.snapshot
        #expect(try other.load().revision >= snapshot.revision)
        await Task.yield()
      }
    }
  }

  /// The commit is done, but has not returned to the pipeline.
  @Test func aCommittedChangeIsNotPublishedBeforeTheCommitReturns() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      let gate = storage.stop(.commit, .after)
      let change = try list.enqueue(.section("A"))
      await gate.arrival()
      #expect(try file.storedRevision() == 1)
      #expect(list.snapshot.revision == 0)
      #expect(change.outcome == nil)
      gate.open()
      #expect(try await change.value.target.revision == 1)
      await list.close()
    }
  }
}
