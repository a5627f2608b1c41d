import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// States and their changeset share one transaction.
@Suite("States: failed commits") struct StateCommitTests {
  @Test(arguments: [FaultyStorage.Moment.before, .after])
  func statesAreThereIfAndOnlyIfTheirRevisionIs(moment: FaultyStorage.Moment) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      var history = StateHistory(seed: 11)
      for number in 0..<30 {
        let before = history
        let step = try history.next()
        if number.isMultiple(of: 3) { storage.faults.fail(.commit, moment) }
        do {
          let batch = try await list.apply(step.changeset, states: step.states)
          #expect(try batch.target.states == history.states)
        } catch {
          #expect(moment == .before)
          try list.resume()
          history = before
          if let target = try? history.next() {
            _ = try await list.apply(target.changeset, states: target.states)
          }
        }
        #expect(try list.snapshot.states == history.states)
        #expect(try file.openList().snapshot.states == history.states)
      }
      await list.close()
    }
  }

  /// Another writer reaches the same revision with a different state.
  @Test func theStateOfAnotherWriterIsNotTakenForOnesOwn() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      _ = try await list.apply(.section("A"))
      let gate = storage.stop(.commit)
      storage.faults.fail(.commit, with: StorageError(.busy, "another connection is writing"))
      let pending = try list.enqueue(TextChange(), states: [.at(0, .like, "own")])
      await gate.arrival()
      _ = try await file.openList().apply(TextChange(), states: [.at(0, .like, "other's")])
      gate.open()
      await #expect(throws: DataSourceError.self) { _ = try await pending.value }
      #expect(list.snapshot.revision == 1)
      await list.close()
    }
  }
}
