import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Each kind of modification gets its turn, however fast the other kind arrives: what waits is
/// processed in order, each exactly once. The tests count commits and do not measure time.
@Suite("Updates: starvation") struct StarvationTests {
  private func withGatedList(
    groupCountMax: Int, _ body: (RowList, GatedStorage, Recorder<String>) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let made = Recorder<String>()
      let list = try RowList(
        storage: storage, codec: TextCodec(), sectionCodec: TextCodec(),
        configuration: DataSourceConfiguration(groupCountMax: groupCountMax)
      ) { text, _ in Self.row(text, made) }
      try await list.apply(.section("abc"))
      made.removeAll()
      try await body(list, storage, made)
      await list.close()
    }
  }

  private static func row(_ text: String, _ made: Recorder<String>) -> Row {
    made.record(text)
    return Row(text: text)
  }

  @Test(arguments: [1, 50])
  func aChangesetAmongSteadyUpdatesIsTheSecondCommitAfterTheOneThatIsUnderWay(
    updateCount: Int
  ) async throws {
    try await withGatedList(groupCountMax: 4) { list, storage, made in
      var updates: [Pending<RowOutcome>] = []
      var change: Pending<RowList.Batch>?
      func addUpdates() throws {
        for _ in 0..<updateCount { updates.append(try list.add(1, to: "a", in: .id(1))) }
      }
      var gate = storage.stop(.commit)
      try addUpdates()
      for round in 0..<8 {
        await gate.arrival()
        // Updates always wait, before the changeset and behind it.
        try addUpdates()
        if round == 3 { change = try list.enqueue(.insert("xyz")) }
        try addUpdates()
        let next = storage.stop(.commit)
        gate.open()
        gate = next
      }
      await gate.arrival()
      gate.open()
      for update in updates { _ = try await update.value }
      let batch = try #require(try await change?.value)
      // Revision 1 exists before; each round commits one more.
      #expect(batch.changes.targetRevision == 1 + 4 + 2)
      #expect(try list.tree(1)?.count("a") == updates.count)
      // Updates do not make this item again, nor any other.
      #expect(made.values == ["xyz"])
    }
  }

  @Test(arguments: [1, 4, 10])
  func anUpdateBehindSteadyChangesetsHasItsTurnAfterThoseBeforeIt(
    changeCount: Int
  ) async throws {
    let groupCountMax = 4
    try await withGatedList(groupCountMax: groupCountMax) { list, storage, _ in
      var changes: [Pending<RowList.Batch>] = []
      func addChanges() throws {
        for _ in 0..<changeCount { changes.append(try list.enqueue(.insert("x"))) }
      }
      var gate = storage.stop(.commit)
      changes.append(try list.enqueue(.insert("first")))
      await gate.arrival()
      try addChanges()
      let update = try list.add(1, to: "a", in: .id(1))
      let roundCount = 1 + (changeCount + groupCountMax - 1) / groupCountMax + 1
      for round in 1...roundCount {
        #expect(update.outcome == nil, "round \(round)")
        try addChanges()
        let next = storage.stop(.commit)
        gate.open()
        gate = next
        await gate.arrival()
      }
      // Everything before it is committed, and nothing behind it.
      let revision = try await update.value.batch?.changes.targetRevision
      #expect(revision == 1 + 1 + Revision(changeCount) + 1)
      gate.open()
      for change in changes { _ = try await change.value }
    }
  }
}
