import Foundation
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// The number of batches that are held for a subscriber that reads nothing, or little.
@Suite("Subscribers: held batches") struct HeldBatchTests {
  /// Counts the live outputs, and so the held batches: each has one output.
  ///
  /// Unchecked because of its count, which the lock guards.
  private final class Census: @unchecked Sendable {
    private let lock = NSLock()
    private var alive = 0

    var count: Int { lock.withLock { alive } }

    func add(_ number: Int) { lock.withLock { alive += number } }
  }

  private final class Output: Sendable {
    private let census: Census

    init(_ census: Census) {
      self.census = census
      census.add(1)
    }

    deinit { census.add(-1) }
  }

  private typealias CountedList = ListDataSource<String, String, Output>

  private func withList(
    bufferCountMax: Int, _ body: (CountedList, Census) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let census = Census()
      let list = try CountedList(
        storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec(),
        configuration: DataSourceConfiguration(subscriberBufferCountMax: bufferCountMax)
      ) { _, _ in Output(census) }
      try await list.apply(.section("A"))
      try await body(list, census)
      await list.close()
    }
  }

  private func update(_ list: CountedList, count: Int) throws {
    for number in 0..<count { _ = try list.applySynchronously(.update(0, "\(number)")) }
  }

  /// A subscriber pauses when it does not ask for batches.
  @Test(arguments: [BatchDelivery.every, .merged], [0, 4])
  func whoeverPausesHoldsNoMoreThanTheBuffer(
    delivery: BatchDelivery, bufferCountMax: Int
  ) async throws {
    try await withList(bufferCountMax: bufferCountMax) { list, census in
      let batches = try list.batches(delivery: delivery)
      for _ in 0..<20 {
        try update(list, count: 10)
        #expect(census.count <= bufferCountMax)
      }
      // It resumes when it asks again.
      var iterator = batches.makeAsyncIterator()
      var revision: Revision = 1
      while revision < 201 {
        let batch = try #require(try await iterator.next())
        #expect(batch.changes.sourceRevision == revision)
        revision = batch.changes.targetRevision
        if delivery == .merged { #expect(revision == 201) }
        #expect(census.count <= max(bufferCountMax, 1))
      }
    }
  }

  @Test func eightThatPauseShareWhatIsHeld() async throws {
    try await withList(bufferCountMax: 4) { list, census in
      let all = try (0..<8).map { _ in try list.batches() }
      try update(list, count: 4)
      #expect(census.count == 4)
      try update(list, count: 1)
      #expect(census.count == 0)
      for batches in all {
        var iterator = batches.makeAsyncIterator()
        for revision in 2...6 as ClosedRange<Revision> {
          #expect(try await iterator.next()?.changes.targetRevision == revision)
        }
      }
    }
  }

  @Test func whoeverLeavesHoldsNothing() async throws {
    try await withList(bufferCountMax: 64) { list, census in
      var batches: BatchSequence? = try list.batches()
      try update(list, count: 10)
      #expect(census.count == 10)
      withExtendedLifetime(batches) {}
      batches = nil
      #expect(census.count == 0)
    }
  }
}
