import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// What batches report about states: live ones, those from the journal, and merged ones.
@Suite("States: batches") struct StateBatchTests {
  @Test(arguments: 0..<6 as Range<UInt64>)
  func batchesFromTheJournalSayTheSameAsTheLiveOnes(seed: UInt64) async throws {
    try await ListFile.with { file in
      let list = try file.openList()
      let live = try list.batches()
      var history = StateHistory(seed: seed)
      var past = [history.states]
      for _ in 0..<40 {
        let step = try history.next()
        _ = try await list.apply(step.changeset, states: step.states)
        past.append(history.states)
      }
      let late = try list.batches(after: 0)
      await list.close()
      let published = try await live.collect()
      var states = NaiveItemStates()
      for batch in published {
        try states.take(batch)
        #expect(states == past[batch.changes.targetRevision], "seed \(seed)")
        #expect(try batch.target.states == states, "seed \(seed)")
      }
      let facts = try published.map { try BatchFacts($0) }
      let fromHere = try await late.collect().map { try BatchFacts($0) }
      #expect(BatchFacts.difference(fromHere, facts) == nil, "seed \(seed)")

      let reopened = try file.openList()
      let again = try reopened.batches(after: 7)
      await reopened.close()
      let fromThere = try await again.collect().map { try BatchFacts($0) }
      #expect(BatchFacts.difference(fromThere, Array(facts[7...])) == nil, "seed \(seed)")
    }
  }

  @Test(arguments: [2, 1_024], 0..<6 as Range<UInt64>)
  func mergedBatchesLeadToTheSameStates(bufferCountMax: Int, seed: UInt64) async throws {
    let limits = DataSourceConfiguration(subscriberBufferCountMax: bufferCountMax)
    try await ListFile.withList(limits) { list, _ in
      let batches = try list.batches(delivery: .merged)
      var history = StateHistory(seed: seed)
      var states = NaiveItemStates()
      var revision = 0
      while history.changes.list.revision < 60 {
        let step = try history.next()
        _ = try await list.apply(step.changeset, states: step.states)
        guard history.changes.random.happens(percent: 20) else { continue }
        while revision < history.changes.list.revision {
          let batch = try #require(try await batches.next(), "seed \(seed)")
          revision = batch.changes.targetRevision
          try states.take(batch)
          #expect(states == (try batch.target.states), "seed \(seed)")
          for state in batch.states {
            let path = try #require(state.targetPlace.path, "seed \(seed)")
            #expect(try batch.target.state.itemID(at: path) == state.tree.item, "seed \(seed)")
          }
        }
        #expect(states == history.states, "seed \(seed)")
      }
    }
  }

  @Test func aMergedBatchHasTheLastStateOfEachScope() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("ABC"), states: [.at(0, .like, "0"), .at(2, .like, "0")])
      let batches = try list.batches(delivery: .merged)
      _ = try await list.apply(TextChange(), states: [.at(0, .like, "1"), .at(1, .like, "1")])
      _ = try await list.apply(TextChange(), states: [.at(0, .like, "2"), .at(0, .more, "came")])
      _ = try await list.apply(.insert("X"), states: [.at(0, .like, "X")])
      _ = try await list.apply(TextChange(), states: [.at(1, .more, nil), .at(3, .like, nil)])
      _ = try await list.apply(.remove(2))
      let batch = try #require(try await batches.next())
      #expect(batch.states.compactMap { $0.targetPlace.path?.item } == [0, 1, 2])
      #expect(batch.states.compactMap { $0.tree.item?.rawValue } == [4, 1, 3])
      #expect(batch.states.map { $0.state } == [StoredState("X"), StoredState("2"), nil])
      #expect(batch.states.map { $0.scope } == [.like, .like, .like])
    }
  }

  @Test func aMergedBatchThatCannotAskForEarlierStatesIsAskedForAgain() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      _ = try await list.apply(.section("A"), states: [.at(0, .like, "0")])
      let batches = try list.batches(delivery: .merged)
      _ = try await list.apply(TextChange(), states: [.at(0, .like, nil)])
      _ = try await list.apply(TextChange())
      storage.faults.fail(.states)
      await #expect(throws: StorageError.self) { _ = try await batches.next() }
      let batch = try await batches.next()
      #expect(batch?.states.map { $0.state } == [nil])
      #expect(batch?.changes.sourceRevision == 1)
      await list.close()
    }
  }
}
