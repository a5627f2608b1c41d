import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// A subscriber that is slower than the list continues from the journal.
@Suite("Subscribers: lagging") struct LaggingSubscriberTests {
  private func withTinyBuffer(
    _ body: (TextList, GatedStorage) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(subscriberBufferCountMax: 2), storage)
      try await body(list, storage)
      await list.close()
    }
  }

  @Test func missesNothingAndHoldsNoMoreThanItsBuffer() async throws {
    try await withTinyBuffer { list, storage in
      let batches = try list.batches()
      _ = try await list.apply(.section("AB"))
      for number in 0..<50 { _ = try await list.apply(.insert("\(number)")) }
      await list.close()
      #expect(try await batches.collect().revisions == Array(1...51))
      #expect(storage.journalLimits.allSatisfy { $0 <= 2 })
    }
  }

  @Test func missesAndRepeatsNothingWhileWritersGoOn() async throws {
    try await withTinyBuffer { list, _ in
      let batches = try list.batches()
      _ = try await list.apply(.section("AB"))
      let received = Task { try await batches.collect().revisions }
      await withThrowingTaskGroup { group in
        for writer in 0..<4 {
          group.addTask {
            for number in 0..<50 { _ = try await list.apply(.insert("\(writer).\(number)")) }
          }
        }
      }
      await list.close()
      #expect(try await received.value == Array(1...201))
    }
  }

  /// A whole group is in the journal before its first change is published.
  @Test func readsNoFurtherThanWhatIsPublished() async throws {
    try await withTinyBuffer { list, storage in
      _ = try await list.apply(.section("AB"))
      let entered = storage.stop(.commit)
      let first = try list.enqueue(.insert("0"))
      await entered.arrival()
      let committed = storage.stop(.commit, .after)
      entered.open()
      for number in 1...3 { _ = try list.enqueue(.insert("\(number)")) }
      await committed.arrival()
      let batches = try list.batches(after: 0)
      let batch = try await batches.next()
      #expect(batch?.changes.targetRevision == 1)
      #expect(storage.journalLimits.last == 1)
      committed.open()
      _ = try await first.value
      await list.close()
      var revisions: [Revision] = []
      while let batch = try await batches.next() { revisions.append(batch.changes.targetRevision) }
      #expect(revisions == Array(2...5))
    }
  }

  @Test(arguments: [BatchDelivery.every, .merged])
  func canAskAgainAfterAFailure(delivery: BatchDelivery) async throws {
    try await withTinyBuffer { list, storage in
      let batches = try list.batches(delivery: delivery)
      _ = try await list.apply(.section("AB"))
      for number in 0..<5 { _ = try await list.apply(.insert("\(number)")) }
      storage.faults.fail(.journal, count: 2)
      for _ in 0..<2 {
        await #expect(throws: StorageError.self) { _ = try await batches.next() }
      }
      let batch = try await batches.next()
      #expect(batch?.changes.sourceRevision == 0)
      #expect(batch?.changes.targetRevision == (delivery == .every ? 1 : 6))
    }
  }

  @Test func aJournalThatEndsTooEarlyIsAnErrorAndNoLoop() async throws {
    try await ListFile.with { file in
      let storage = ForgetfulStorage(try file.openStorage())
      let list = try file.openList(DataSourceConfiguration(subscriberBufferCountMax: 0), storage)
      let batches = try list.batches()
      _ = try await list.apply(.section("AB"))
      await #expect(throws: StorageError.self) { _ = try await batches.next() }
      await list.close()
    }
  }
}

/// A storage whose journal is empty.
private struct ForgetfulStorage: StorageForwarding {
  let storage: any ListStorage

  init(_ storage: any ListStorage) { self.storage = storage }

  func journal(
    after revision: Revision, limit: Int
  ) throws(StorageError) -> [JournalEntry] { [] }
}
