import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// What a subscriber receives, from where, and when that ends.
@Suite("Subscribers: delivery") struct DeliveryTests {
  @Test func everyBatchArrivesOnceAndInOrder() async throws {
    try await ListFile.withList { list, _ in
      let batches = try list.batches()
      _ = try list.enqueue(.section("AB"))
      for number in 0..<100 { _ = try list.enqueue(.insert("\(number)")) }
      await list.close()
      let received = try await batches.collect()
      #expect(received.revisions == Array(1...101))
      #expect(try received.allSatisfy { try BatchFacts($0).isReplayable })
    }
  }

  /// A part of an application that keeps its place in the list.
  private actor Reader {
    private let batches: BatchSequence<String, String, String>
    private var revisions: [Revision] = []

    init(_ batches: BatchSequence<String, String, String>) { self.batches = batches }

    func readNext() async throws -> [Revision] {
      if let batch = try await batches.next() { revisions.append(batch.target.revision) }
      while let batch = try await batches.nextIfPublished() {
        revisions.append(batch.target.revision)
      }
      return revisions
    }
  }

  @Test func anActorHoldsASequenceAndAsksForTheNextBatch() async throws {
    try await ListFile.withList { list, _ in
      let reader = Reader(try list.batches())
      _ = try await list.apply(.section("AB"))
      #expect(try await reader.readNext() == [1])
      for text in ["c", "d"] { _ = try await list.apply(.insert(text)) }
      #expect(try await reader.readNext() == [1, 2, 3])
      await list.close()
      #expect(try await reader.readNext() == [1, 2, 3])
    }
  }

  @Test func aSubscriberStartsAtTheRevisionAtWhichItSubscribed() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("AB"))
      let batches = try list.batches()
      _ = try await list.apply(.insert("X"))
      await list.close()
      let received = try await batches.collect()
      #expect(received.revisions == [2])
    }
  }

  @Test func aSubscriberFromAnEarlierRevisionGetsEverythingSince() async throws {
    try await ListFile.withList { list, file in
      _ = try await list.apply(.section("AB"))
      for number in 0..<10 { _ = try await list.apply(.insert("\(number)")) }
      let old = try list.batches(after: 3)
      _ = try await list.apply(.remove(0))
      await list.close()
      let received = try await old.collect()
      #expect(received.revisions == Array(4...12))

      let reopened = try file.openList()
      let all = try reopened.batches(after: 0)
      _ = try await reopened.apply(.remove(0))
      await reopened.close()
      #expect(try await all.collect().revisions == Array(1...13))
    }
  }

  @Test func aRevisionThatIsNotThereIsRefused() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("AB"))
      #expect(throws: StorageError.self) { try list.batches(after: 2) }
      #expect(throws: StorageError.self) { try list.batches(after: -1) }
    }
  }

  @Test func cancellationEndsTheSequence() async throws {
    try await ListFile.withList { list, _ in
      let batches = try list.batches()
      let subscriber = Task { try await batches.collect().count }
      subscriber.cancel()
      #expect(try await subscriber.value == 0)
    }
  }

  @Test func aSubscriberOfAClosedListGetsWhatItAsksForAndThenTheEnd() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("AB"))
      await list.close()
      #expect(try await list.batches().collect().isEmpty)
      #expect(try await list.batches(after: 0).collect().revisions == [1])
    }
  }

  @Test func aListThatIsGoneEndsTheSequence() async throws {
    try await ListFile.with { file in
      var list: TextList? = try file.openList()
      let batches = try #require(try list?.batches())
      _ = try await list?.apply(.section("AB"))
      list = nil
      #expect(try await batches.collect().revisions == [1])
    }
  }

  @Test func aSubscriberMayApplyChangesFromWithinItsLoop() async throws {
    try await ListFile.withList { list, _ in
      let batches = try list.batches()
      _ = try list.enqueue(.section("A"))
      var revisions: [Revision] = []
      for try await batch in batches {
        revisions.append(batch.changes.targetRevision)
        if revisions.count == 20 { break }
        if revisions.count.isMultiple(of: 2) {
          _ = try await list.apply(.insert("awaited"))
        } else {
          _ = try list.applySynchronously(.insert("at once"))
        }
      }
      #expect(revisions == Array(1...20))
    }
  }

  @Test func subscribersWithDifferentPacesAllGetEverything() async throws {
    let limits = DataSourceConfiguration(subscriberBufferCountMax: 3)
    try await ListFile.withList(limits) { list, _ in
      let sequences = try (0..<4).map { _ in try list.batches() }
      let received = try await withThrowingTaskGroup(of: [Revision].self) { group in
        for (pace, batches) in sequences.enumerated() {
          group.addTask {
            var revisions: [Revision] = []
            for try await batch in batches {
              revisions.append(batch.changes.targetRevision)
              for _ in 0..<pace * 20 { await Task.yield() }
            }
            return revisions
          }
        }
        _ = try await list.apply(.section("AB"))
        for number in 0..<60 { _ = try await list.apply(.insert("\(number)")) }
        await list.close()
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(received == Array(repeating: Array(1...61), count: 4))
    }
  }
}
