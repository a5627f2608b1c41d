import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Subscribers that miss outputs which the journal does not make again.
@Suite("Subscribers: missed outputs") struct MissedOutputsTests {
  @Test func whoeverLagsIsToldThatOutputsWereReloaded() async throws {
    var configuration = DataSourceConfiguration()
    configuration.subscriberBufferCountMax = 1
    try await ListFile.withRows(configuration) { list, _ in
      _ = try await list.apply(.section("ab"))
      let batches = try list.batches()
      _ = try await list.apply(.reload())
      _ = try await list.apply(.insert("c"))
      _ = try await list.apply(.insert("d"))
      await list.close()
      let received = try await batches.collect()
      #expect(received.map { $0.changes.targetRevision } == [2, 3, 3])
      #expect(received.map { $0.causes } == [.change, .change, .reload])
      #expect(received.map { $0.namesAllOutputs } == [true, true, false])
    }
  }

  @Test(arguments: [0, 1])
  func reloadsAloneMayOverflowABuffer(subscriberBufferCountMax: Int) async throws {
    var configuration = DataSourceConfiguration()
    configuration.subscriberBufferCountMax = subscriberBufferCountMax
    try await ListFile.withRows(configuration) { list, _ in
      _ = try await list.apply(.section("ab"))
      let batches = try list.batches()
      for _ in 0..<3 { _ = try await list.apply(.reload()) }
      await list.close()
      let received = try await batches.collect()
      #expect(received.map { $0.causes } == [.reload])
      #expect(received.map { $0.namesAllOutputs } == [false])
    }
  }

  @Test func aMergedBatchHasTheCausesOfAll() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("ab"))
      let batches = try list.batches(delivery: .merged)
      _ = try await list.apply(.insert("c"))
      _ = try await list.apply(.reload())
      await list.close()
      let received = try await batches.collect()
      #expect(received.map { $0.causes } == [[.change, .reload]])
      #expect(received[0].items.map { $0.id.rawValue } == [3, 1, 2])
      #expect(received[0].changes.targetRevision == 2)
    }
  }
}
