import Metrics
import MetricsTestKit
import RosterCore
import RosterEngine
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterObservability

@Suite("Metrics") struct MetricsListenerTests {
  private let metrics = TestMetrics()

  private func count(_ label: String, _ dimensions: [(String, String)] = []) throws -> Int64 {
    try metrics.expectCounter(label, [("list", "inbox")] + dimensions).totalValue
  }

  private func durations(
    _ label: String, _ dimensions: [(String, String)] = []
  ) throws -> [Int64] {
    try metrics.expectTimer(label, [("list", "inbox")] + dimensions).values
  }

  private func measure(
    isShared: Bool = false, subscriberBufferCountMax: Int = 1_024,
    _ body: (ObservedList) async throws -> Void
  ) async throws {
    try await ObservedList.with(
      MetricsListener(list: "inbox", factory: metrics), isShared: isShared,
      subscriberBufferCountMax: subscriberBufferCountMax, body)
  }

  @Test func everyOutcomeIsCountedAndTheQueueIsEmptyAfterwards() async throws {
    try await measure { observed in
      try await observed.list.apply(.section(["a", "b"]))
      _ = try await observed.list.apply(.reload())
      _ = try? observed.list.enqueue(.insert("a", at: 9))
      observed.faults.fail(.commit)
      _ = try? await observed.list.apply(.insert("c"))
    }
    func outcome(_ kind: String, _ outcome: String) throws -> Int64 {
      try count("roster.modifications", [("kind", kind), ("outcome", outcome)])
    }
    #expect(try outcome("changeset", "applied") == 1)
    #expect(try outcome("changeset", "refused") == 1)
    #expect(try outcome("changeset", "failed") == 1)
    #expect(try outcome("reload", "applied") == 1)
    let depth = try metrics.expectGauge("roster.queue.depth", [("list", "inbox")])
    #expect(depth.values == [1, 0, 1, 0, 1, 0])
    #expect(
      try durations("roster.modification.duration", [("kind", "changeset")]).count == 1)
  }

  @Test func whatALaterModificationIncludesIsCountedAsSuperseded() async throws {
    try await measure { observed in
      try await observed.list.apply(.section(["a", "b"]))
      let gate = observed.storage.stop(.commit)
      _ = try observed.list.enqueue(.insert("c"))
      await gate.arrival()
      let reloads = try (0..<3).map { _ in try observed.list.enqueue(.reload()) }
      gate.open()
      for reload in reloads { _ = try await reload.value }
    }
    let superseded = try count(
      "roster.modifications", [("kind", "reload"), ("outcome", "superseded")])
    #expect(superseded == 2)
    #expect(try count("roster.modifications", [("kind", "reload"), ("outcome", "applied")]) == 1)
    let depth = try metrics.expectGauge("roster.queue.depth", [("list", "inbox")])
    #expect(depth.values.last == 0)
    #expect(try durations("roster.modification.duration", [("kind", "reload")]).count == 1)
  }

  @Test func everyStageIsTimed() async throws {
    try await measure { observed in
      try await observed.list.apply(.section(["a", "b"]))
      observed.faults.fail(.commit)
      _ = try? await observed.list.apply(.insert("c"))
    }
    #expect(try durations("roster.generation.duration").count == 2)
    #expect(try count("roster.generation.outputs") == 3)
    #expect(try durations("roster.commit.duration").count == 2)
    #expect(try count("roster.commit.revisions") == 1)
    #expect(try count("roster.commit.failures") == 1)
    #expect(try durations("roster.commit.duration").allSatisfy { $0 > 0 })
  }

  @Test func aSuspensionIsCountedAndSeenUntilItEnds() async throws {
    try await measure { observed in
      try await observed.list.apply(.section(["a", "b"]))
      observed.faults.fail(.commit)
      _ = try? await observed.list.apply(.insert("c"))
      let suspension = try #require(observed.list.suspension)
      observed.list.resume(after: suspension)
    }
    #expect(try count("roster.suspensions") == 1)
    let suspended = try metrics.expectGauge("roster.suspended", [("list", "inbox")])
    #expect(suspended.values == [1, 0])
  }

  @Test func mergesAndLagsOfSubscribersAreCounted() async throws {
    try await measure(subscriberBufferCountMax: 3) { observed in
      let batches = try observed.list.batches(delivery: .merged)
      let lagging = try observed.list.batches()
      try await observed.list.apply(.section([]))
      for number in 0..<3 { try await observed.list.apply(.insert("\(number)")) }
      var iterator = batches.makeAsyncIterator()
      let batch = try await iterator.next()
      #expect(batch?.changes.targetRevision == 4)
      withExtendedLifetime(lagging) {}
    }
    #expect(try count("roster.delivery.lags") == 2)
    #expect(try count("roster.delivery.batches") == 1)
    #expect(try count("roster.delivery.merges") == 3)
    #expect(try durations("roster.delivery.duration").count == 0)
  }

  @Test func revisionsOfOtherWritersAreCounted() async throws {
    try await measure(isShared: true) { observed in
      let other = try observed.openAgain()
      try await other.apply(.section(["a"]))
      try await other.apply(.insert("b"))
      for try await batch in try observed.list.batches(after: 0)
      where batch.changes.targetRevision == 2 { break }
      await other.close()
    }
    #expect(try count("roster.followed.revisions") == 2)
  }

  /// However many are taken over at once.
  @Test func eachRevisionOfOtherWritersIsCounted() async throws {
    try await measure(isShared: true) { observed in
      try await observed.list.apply(.section(["a"]))
      let gate = observed.storage.stop(.commit)
      let own = try observed.list.enqueue(.insert("x"))
      await gate.arrival()
      let other = try observed.openAgain()
      for name in ["b", "c", "d"] { try await other.apply(.insert(name)) }
      gate.open()
      _ = try? await own.value
      #expect(observed.list.snapshot.revision == 4)
      await other.close()
    }
    #expect(try count("roster.followed.revisions") == 3)
    #expect(try count("roster.modifications", [("kind", "changeset"), ("outcome", "failed")]) == 1)
  }
}
