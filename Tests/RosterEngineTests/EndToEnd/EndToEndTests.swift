import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// All features at once, compared with the naive list.
@Suite("End to end") struct EndToEndTests {
  /// A history that several writers extend, and the naive list at each of its revisions.
  ///
  /// An actor, so that the naive list gets changesets in the same order as the real one.
  private actor SharedHistory {
    private var history: RandomHistory
    private(set) var past: [NaiveList<String, String>]
    private let list: TextList

    init(seed: UInt64, list: TextList) {
      history = RandomHistory(seed: seed)
      past = [history.list]
      self.list = list
    }

    /// Gives the list a changeset in one of several ways.
    ///
    /// - Returns: What is wrong with its verdict, and the change if it was queued.
    func step() throws -> (problem: String?, pending: Pending<TextList.Batch>?) {
      let isSpoiled = history.random.happens(percent: 25)
      let (changeset, isValid) = try isSpoiled ? history.spoiled() : (history.next(), true)
      if isValid { past.append(history.list) }
      var pending: Pending<TextList.Batch>?
      var wasAccepted = true
      do throws(DataSourceError) {
        if history.random.happens(percent: 15) {
          _ = try list.applySynchronously(changeset)
        } else {
          pending = try list.enqueue(changeset)
        }
      } catch .invalid {
        wasAccepted = false
      }
      let problem = wasAccepted == isValid ? nil : "accepted: \(wasAccepted), \(changeset.logLine)"
      return (problem, pending)
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func writersSubscribersAndReadersAgreeWithTheNaiveList(seed: UInt64) async throws {
    try await ListFile.with { file in
      let limits = DataSourceConfiguration(
        groupCountMax: seed.isMultiple(of: 2) ? 7 : 512, cachedModelCountMax: 20,
        subscriberBufferCountMax: 5)
      let list = try file.openList(limits)
      let history = SharedHistory(seed: seed, list: list)
      let subscribers = try (0..<4).map { number in
        let batches = try list.batches(delivery: number.isMultiple(of: 2) ? .every : .merged)
        return Task { try await Self.follow(batches, pauseCount: number * 10) }
      }
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 { group.addTask { try await Self.write(history, seed) } }
        try await group.waitForAll()
      }
      await list.close()
      let past = await history.past
      let end = try #require(past.last)
      #expect(list.snapshot.revision == end.revision, "seed \(seed)")
      for subscriber in subscribers {
        #expect(try await subscriber.value == end.rows, "seed \(seed)")
      }
      try expectPast(past, list, seed)
      try expectPast(past, try file.openList(), seed)
    }
  }

  private static func write(_ history: SharedHistory, _ seed: UInt64) async throws {
    for number in 0..<60 {
      let (problem, pending) = try await history.step()
      #expect(problem == nil, "seed \(seed)")
      if number.isMultiple(of: 4) { _ = try await pending?.value }
    }
  }

  /// Returns what a renderer shows at the end if it applies operation by operation.
  private static func follow(
    _ batches: BatchSequence<String, String, String>, pauseCount: Int
  ) async throws -> ListRows<String, String> {
    var rows = ListRows<String, String>()
    var revision = 0
    for try await batch in batches {
      #expect(batch.changes.sourceRevision == revision)
      revision = batch.changes.targetRevision
      rows = try rows.applying(batch.changes.operations)
      for _ in 0..<pauseCount { await Task.yield() }
    }
    return rows
  }

  private func expectPast(
    _ past: [NaiveList<String, String>], _ list: TextList, _ seed: UInt64
  ) throws {
    for naive in past where naive.revision % 11 == Int(seed) {
      let snapshot = try list.snapshot(at: naive.revision)
      #expect(try snapshot.rows == naive.rows, "seed \(seed), revision \(naive.revision)")
      #expect(try snapshot.itemIDs == naive.itemIDs, "seed \(seed), revision \(naive.revision)")
    }
    #expect(try list.snapshot.itemIDs == past[past.count - 1].itemIDs, "seed \(seed)")
    #expect(try list.snapshot.state.violations() == [], "seed \(seed)")
  }
}
