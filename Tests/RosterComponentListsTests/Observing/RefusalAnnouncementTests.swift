import RosterComponentLists
import RosterComponents
import RosterConcurrency
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// What listeners are told about modifications that are not applied.
@Suite("Observing: refusals, failures and other writers", .fileOnly)
struct RefusalAnnouncementTests {
  @Test func whatIsRefusedIsAnnouncedOnceAndNeverAccepted() async throws {
    let events = EventRecorder()
    var configuration = DataSourceConfiguration.told(events)
    configuration.pendingCountMax = 1
    try await ListFile.withGatedRows(configuration) { list, storage, _ in
      #expect(throws: DataSourceError.self) { try list.enqueue(.update(0, "x")) }
      #expect(throws: DataSourceError.self) {
        try list.enqueue(.contents(TextContents("aa"), by: .byLetter))
      }
      #expect(throws: DataSourceError.self) {
        try list.enqueue(.changeset(.section("a"), basedOn: 7))
      }
      #expect(throws: DataSourceError.self) { try list.add(1, to: "a", in: .item(3)) }
      #expect(throws: DataSourceError.self) { try list.enqueue(.reload(.section(4))) }
      let stale = try list.precompute(.section("a"))
      let gate = storage.stop(.commit)
      try list.enqueue(.section("a"))
      await gate.arrival()
      #expect(throws: DataSourceError.self) { try list.enqueue(.precomputed(stale)) }
      try list.enqueue(.undo())
      #expect(throws: DataSourceError.self) { try list.enqueue(.redo()) }
      gate.open()
      await list.close()
      #expect(throws: DataSourceError.self) { try list.enqueue(.section("a")) }
      await list.close()
    }
    #expect(
      events.modifications.map { "\($0.0.kind.rawValue) \($0.1.word)" } == [
        "changeset refused: invalid", "snapshot refused: duplicate",
        "changeset refused: conflict", "update refused: no such item",
        "reload refused: no such section", "changeset accepted, 1 pending",
        "precomputed refused: not current", "undo accepted, 2 pending",
        "redo refused: queue full", "changeset applied at 1", "undo applied at 2",
        "changeset refused: closed",
      ])
  }

  @Test func aSynchronousCallFromTheGeneratorIsAnnouncedAsRefused() async throws {
    let events = EventRecorder()
    let list = Guarded<TextList?>(nil)
    try await ListFile.with { file in
      let opened = try file.openList(.told(events)) { text, _ in
        let reentrant = list.withLock { $0 }
        #expect(throws: DataSourceError.self) { try reentrant?.applySynchronously(.section("x")) }
        return text
      }
      list.withLock { $0 = opened }
      try await opened.apply(.section("a"))
      list.withLock { $0 = nil }
      await opened.close()
    }
    let words = events.modifications.map { $0.1.word }
    #expect(
      words == ["accepted, 1 pending", "refused: reentrant", "applied at 1"])
  }

  @Test func aFailedCommitIsAnnouncedWithAllThatFailsWithIt() async throws {
    let events = EventRecorder()
    try await ListFile.withGatedRows(.told(events)) { list, storage, _ in
      let gate = storage.stop(.commit)
      storage.faults.fail(.commit)
      let first = try list.enqueue(.section("a"))
      await gate.arrival()
      let second = try list.enqueue(.insert("b"))
      let reload = try list.enqueue(.reload())
      gate.open()
      await #expect(throws: DataSourceError.self) { try await first.value }
      await #expect(throws: DataSourceError.self) { try await second.value }
      await #expect(throws: DataSourceError.self) { try await reload.value }
      #expect(throws: DataSourceError.self) { try list.enqueue(.section("b")) }
      try list.resume()
      await list.close()
    }
    #expect(
      events.lines.drop { $0 != "commit failed: failed" } == [
        "commit failed: failed", "suspended: failed", "changeset 1 failed: failed",
        "changeset 2 failed: suspended by failed", "reload 3 failed: suspended by failed",
        "changeset 4 refused: suspended by failed", "resumed",
      ])
  }

  @Test func aReloadThatALaterOneIncludesIsAnnouncedAsSuperseded() async throws {
    let events = EventRecorder()
    try await ListFile.withGatedRows(.told(events)) { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("a"))
      await gate.arrival()
      _ = try list.enqueue(.reload(.items([.id(1)])))
      _ = try list.enqueue(.reload())
      gate.open()
      await list.close()
    }
    #expect(
      events.modifications.map { "\($0.0.id.rawValue) \($0.1.word)" } == [
        "1 accepted, 1 pending", "2 accepted, 2 pending", "3 accepted, 2 pending",
        "2 superseded by 3", "1 applied at 1", "3 applied at 1",
      ])
  }

  @Test func whatOthersCommitIsAnnouncedAndSoIsWhatGoesOnFromIt() async throws {
    let events = EventRecorder()
    var configuration = DataSourceConfiguration.shared
    configuration.listeners = [events]
    try await ListFile.with { file in
      let other = try file.openRows(.shared)
      try await other.apply(.section("ab"))
      let storage = try file.openGated()
      let list = try file.openRows(configuration, storage)
      try await list.publishes(1)
      let gate = storage.stop(.commit)
      let update = try list.add(1, to: "a", in: .id(1))
      await gate.arrival()
      try await other.apply(.insert("c"))
      gate.open()
      #expect(try await update.value.batch?.changes.targetRevision == 3)
      await list.close()
      await other.close()
    }
    let lines = events.lines.drop { $0 != "update 1 accepted, 1 pending" }
    #expect(
      Array(lines) == [
        "update 1 accepted, 1 pending", "took 1, 1 pending", "generating", "generated 1",
        "commit failed: stale", "followed 1-2", "published 1-2", "rebased, 1 kept, 0 gone",
        "committed 3-3", "published 2-3", "update 1 applied at 3",
      ])
  }
}
