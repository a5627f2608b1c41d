import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Random histories of changesets, updates and actions, compared with the naive rows.
@Suite("End to end: components") struct RowHistoryTests {
  private func limits(_ seed: UInt64) -> DataSourceConfiguration {
    var limits = DataSourceConfiguration(
      groupCountMax: seed.isMultiple(of: 2) ? 5 : 512, cachedModelCountMax: 10,
      subscriberBufferCountMax: 4)
    limits.components.cachedOutputCountMax = [0, 3, 4_096][Int(seed % 3)]
    return limits
  }

  /// The states and outputs that a batch reports.
  private struct Facts: Equatable {
    var revision: Revision
    var states: [ChangedState]
    var paths: [ItemPath]
    var views: [[ViewTree]]

    init(_ batch: RowList.Batch) {
      revision = batch.changes.targetRevision
      states = batch.states
      paths = batch.items.map { $0.targetPath }
      views = batch.items.map { $0.output.views }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func memoryFileSubscribersAndMessagesAgreeWithTheNaiveRows(seed: UInt64) async throws {
    try await ListFile.with { file in
      let list = try file.openRows(limits(seed))
      let messages = list.messages()
      let every = try list.batches()
      let live = Task { try await every.collect().map { Facts($0) } }
      let merged = try list.batches(delivery: .merged)
      let follower = Task { try await Self.follow(merged) }
      var writer = RowWriter(list, seed: seed)
      for number in 0..<150 {
        try writer.step()
        if number.isMultiple(of: 13) { #expect(await writer.settle() == [], "seed \(seed)") }
        if number.isMultiple(of: 39) {
          #expect(try writer.naive.difference(list) == nil, "seed \(seed), step \(number)")
        }
      }
      #expect(await writer.settle() == [], "seed \(seed)")
      #expect(try writer.naive.difference(list) == nil, "seed \(seed)")
      // Functions of different items may run at the same time.
      #expect(writer.runs.values.sorted() == writer.expectedRuns, "seed \(seed)")
      let late = try list.batches(after: 0)
      await list.close()
      var received: [RowMessage] = []
      for await message in messages { received.append(message.message) }
      #expect(received == writer.expectedMessages, "seed \(seed)")
      let facts = try await live.value
      #expect(facts.map { $0.revision } == Array(1...list.snapshot.revision))
      let again = try await late.collect().map { Facts($0) }
      #expect(zip(facts, again).first { $0 != $1 } == nil, "seed \(seed)")
      let trees = try await follower.value
      for id in writer.naive.rows.keys {
        #expect(trees[id]?.views == (try list.output(of: id)?.views), "seed \(seed), \(id)")
      }
      let reopened = try file.openRows()
      #expect(try writer.naive.difference(reopened) == nil, "seed \(seed)")
      await reopened.close()
    }
  }

  /// Returns the trees of a renderer that receives merged batches.
  private static func follow(
    _ batches: BatchSequence<String, String, RowTree>
  ) async throws -> [ItemID: RowTree] {
    var trees: [ItemID: RowTree] = [:]
    var states = NaiveItemStates()
    for try await batch in batches {
      for item in batch.items {
        #expect(try batch.target.state.itemID(at: item.targetPath) == item.id)
        trees[item.id] = item.output
      }
      try states.take(batch)
      for (id, tree) in trees where states[id] != tree.storedStates {
        #expect(try !batch.target.state.contains(id))
      }
      await Task.yield()
    }
    return trees
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func everyRowIsAsItWasAfterEachReopening(seed: UInt64) async throws {
    try await ListFile.with { file in
      var writer = RowWriter(try file.openRows(limits(seed)), seed: seed)
      for round in 0..<8 {
        for _ in 0..<12 { try writer.step() }
        #expect(await writer.settle() == [], "seed \(seed)")
        let before = try writer.list.outputs(inSection: 0).map { $0.output.views }
        await writer.list.close()
        writer = RowWriter(try file.openRows(limits(seed)), goingOnFrom: writer)
        #expect(try writer.naive.difference(writer.list) == nil, "seed \(seed), round \(round)")
        #expect(try writer.list.outputs(inSection: 0).map { $0.output.views } == before)
      }
      await writer.list.close()
    }
  }

  /// Any commit may fail or only appear to fail. Nothing is queued behind it.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func memoryAndFileAgreeAfterEveryFailedCommit(seed: UInt64) async throws {
    try await ListFile.withGatedRows(limits(seed)) { list, storage, file in
      var writer = RowWriter(list, seed: seed)
      for number in 0..<60 {
        let before = writer
        var failsReally = false
        if writer.fails(percent: 40) {
          failsReally = writer.fails(percent: 50)
          storage.faults.fail(.commit, failsReally ? .before : .after)
        }
        let revision = list.snapshot.revision
        let wasTaken = (try? writer.step()) != nil
        let problems = await writer.settle()
        let hasFailed = !storage.faults.isHealthy ? false : failsReally
        storage.faults.heal()
        #expect((list.suspension != nil) == hasFailed, "seed \(seed), step \(number)")
        list.resumeIfSuspended()
        if hasFailed {
          #expect(!wasTaken || !problems.isEmpty, "seed \(seed), step \(number)")
          #expect(list.snapshot.revision == revision)
          writer = before
          writer.skip()
        } else {
          #expect(problems == [], "seed \(seed), step \(number)")
        }
        #expect(try writer.naive.difference(list) == nil, "seed \(seed), step \(number)")
        let other = try file.openRows()
        #expect(try writer.naive.difference(other) == nil, "seed \(seed), step \(number)")
      }
    }
  }

  /// No update is lost: exactly the acknowledged updates are counted.
  @Test func countersOfManyWritersAreTheNumbersOfTheirAcknowledgedUpdates() async throws {
    var limits = DataSourceConfiguration(pendingCountMax: 20)
    limits.components.cachedOutputCountMax = 3
    try await ListFile.withGatedRows(limits) { list, storage, file in
      _ = try await list.apply(.section("abcdef"))
      for number in 0..<15 { storage.faults.fail(.commit, skipping: number * 7) }
      let acknowledged = Recorder<Int>()
      await withTaskGroup { group in
        for writer in 0..<6 {
          group.addTask { await Self.write(to: list, writer, acknowledged) }
        }
        group.addTask {
          for number in 0..<40 {
            _ = try? await list.apply(
              number.isMultiple(of: 2) ? .insert("x", at: 6) : .remove(6))
            list.resumeIfSuspended()
          }
        }
      }
      storage.faults.heal()
      list.resumeIfSuspended()
      _ = try? await list.apply(TextChange())
      for (index, name) in ["a", "b", "c", "d", "e", "f"].enumerated() {
        let count = acknowledged.values.filter { $0 == index + 1 }.count
        #expect(count > 0)
        #expect(try list.tree(index + 1)?.count(name) == count)
        #expect(try file.openRows().tree(index + 1)?.count(name) == count)
      }
    }
  }

  private static func write(
    to list: RowList, _ writer: Int, _ acknowledged: Recorder<Int>
  ) async {
    var random = SplitMix64(seed: UInt64(writer))
    let names = ["a", "b", "c", "d", "e", "f"]
    var waiting: [(Int, Pending<RowOutcome>)] = []
    for _ in 0..<80 {
      list.resumeIfSuspended()
      let index = random.index(below: 6)
      if random.happens(percent: 20) {
        let outcome = try? list.applySynchronously(
          .update(.counter(names[index]), of: Counter.self, in: .id(index + 1)) { $0.add(1) })
        if outcome?.batch != nil { acknowledged.record(index + 1) }
      } else if let update = try? list.add(1, to: names[index], in: .id(index + 1)) {
        waiting.append((index + 1, update))
      }
      guard random.happens(percent: 30) else { continue }
      for (id, update) in waiting where (try? await update.value.batch) != nil {
        acknowledged.record(id)
      }
      waiting = []
    }
    for (id, update) in waiting where (try? await update.value.batch) != nil {
      acknowledged.record(id)
    }
  }
}
