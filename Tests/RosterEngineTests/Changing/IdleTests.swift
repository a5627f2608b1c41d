import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Waiting for what was queued, without its outcomes.
@Suite("Changing: idle lists") struct IdleTests {
  @Test func everythingThatWasQueuedHasItsOutcome() async throws {
    try await ListFile.withList { list, _ in
      await list.idle()
      try await list.apply(.section("a"))
      let pending = try (0..<200).map { try list.enqueue(.insert("\($0)")) }
      let refused = try list.enqueueChange { _, change in
        try change.insert("nowhere", at: ItemPath(section: 7, item: 0))
      }
      await list.idle()
      #expect(pending.allSatisfy { $0.outcome != nil })
      #expect(refused.outcome != nil)
      #expect(list.snapshot.state.itemCount == 201)
    }
  }

  @Test func aCommitThatTakesItsTimeIsWaitedFor() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      try await list.apply(.section("a"))
      let gate = storage.stop(.commit)
      let pending = try list.enqueue(.insert("b"))
      await gate.arrival()
      let isDone = Task {
        await list.idle()
        return pending.outcome != nil
      }
      gate.open()
      #expect(await isDone.value)
      await list.close()
    }
  }
}
