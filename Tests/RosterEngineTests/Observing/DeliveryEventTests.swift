import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// What listeners are told about subscribers.
@Suite("Observing: deliveries", .fileOnly) struct DeliveryEventTests {
  private func withSubscriber(
    _ delivery: BatchDelivery, bufferCountMax: Int = 1_024,
    _ body: (TextList, TextList.Batches, GatedStorage) async throws -> Void
  ) async throws -> [String] {
    let events = EventRecorder()
    try await ListFile.with { file in
      var configuration = DataSourceConfiguration.told(events)
      configuration.subscriberBufferCountMax = bufferCountMax
      let storage = try file.openGated()
      let list = try file.openList(configuration, storage)
      try await body(list, try list.batches(delivery: delivery), storage)
      await list.close()
    }
    return events.lines.filter { $0.hasPrefix("1: ") }
  }

  @Test func everyBatchIsAnnouncedWhenItIsHandedOver() async throws {
    let lines = try await withSubscriber(.every) { list, batches, _ in
      try await list.apply(.section("a"))
      try await list.apply(.insert("b"))
      var iterator = batches.makeAsyncIterator()
      _ = try await iterator.next()
      _ = try await iterator.next()
    }
    #expect(
      lines == [
        "1: subscribed after 0", "1: delivered 0-1 of 1, 1 behind",
        "1: delivered 1-2 of 1, 0 behind", "1: unsubscribed",
      ])
  }

  @Test func mergedBatchesAreOneAndCounted() async throws {
    let lines = try await withSubscriber(.merged) { list, batches, _ in
      try await list.apply(.section("a"))
      for letter in ["b", "c"] { try await list.apply(.insert(letter)) }
      var iterator = batches.makeAsyncIterator()
      _ = try await iterator.next()
    }
    #expect(
      lines == [
        "1: subscribed after 0", "1: delivered 0-3 of 3, 0 behind", "1: unsubscribed",
      ])
  }

  @Test func aSubscriberThatLagsReadsOnFromTheJournal() async throws {
    let lines = try await withSubscriber(.every, bufferCountMax: 2) { list, batches, storage in
      try await list.apply(.section("a"))
      for letter in ["b", "c"] { try await list.apply(.insert(letter)) }
      var iterator = batches.makeAsyncIterator()
      storage.faults.fail(.journal)
      await #expect(throws: StorageError.self) { try await iterator.next() }
      for _ in 0..<3 { _ = try await iterator.next() }
    }
    #expect(
      lines == [
        "1: subscribed after 0", "1: fell behind 0-3", "1: read failed: failed",
        "1: delivered 0-1 of 1, 2 behind", "1: delivered 1-2 of 1, 1 behind",
        "1: delivered 2-3 of 1, 0 behind", "1: unsubscribed",
      ])
  }

  @Test func howLongABatchHasWaitedIsKnownUnlessItIsReadFromTheJournal() async throws {
    final class Durations: DataSourceListener {
      let known = Recorder<Bool>()

      func receive(_ event: DeliveryEvent, of subscriber: SubscriberID) {
        guard case .delivered(let batch) = event else { return }
        known.record(batch.duration != nil)
      }
    }
    let durations = Durations()
    try await ListFile.withList(.told(durations)) { list, _ in
      try await list.apply(.section("a"))
      let live = try list.batches()
      let late = try list.batches(after: 0)
      try await list.apply(.insert("b"))
      _ = try await live.next()
      _ = try await late.next()
      await list.close()
    }
    #expect(durations.known.values == [true, false])
  }
}

extension ListDataSource {
  fileprivate typealias Batches = BatchSequence<Model, SectionModel, Output>
}
