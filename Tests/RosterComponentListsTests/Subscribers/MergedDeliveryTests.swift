import RosterComponentLists
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// One batch for everything that a subscriber has missed.
@Suite("Subscribers: merged delivery") struct MergedDeliveryTests {
  @Test func whatWasMissedComesAsOneBatch() async throws {
    try await ListFile.withList { list, _ in
      let batches = try list.batches(delivery: .merged)
      _ = try await list.apply(.section("ABCD"))
      _ = try await list.apply(.insert("X", at: 1))
      _ = try await list.apply(.update(0, "A2"))
      _ = try await list.apply(.move(0, to: 3))
      _ = try await list.apply(.remove(2), ChangeAnnotation(origin: "the last"))
      let batch = try #require(try await batches.next())
      let facts = try BatchFacts(batch)
      #expect(facts.sourceRevision == 0)
      #expect(facts.targetRevision == 5)
      #expect(facts.isReplayable)
      #expect(facts.target.drawing == "XBA2D")
      #expect(facts.annotation.origin == "the last")
      #expect(facts.outputs.map { $0.output } == ["<X>", "<B>", "<A2>", "<D>"])
    }
  }

  /// The journal is read in several parts.
  @Test func aLongRunHasTheLastAnnotation() async throws {
    let limits = DataSourceConfiguration(subscriberBufferCountMax: 2)
    try await ListFile.withList(limits) { list, _ in
      _ = try await list.apply(.section("AB"))
      let batches = try list.batches(delivery: .merged)
      let changes = try (2...301).map { revision in
        try list.enqueue(.update(0, "\(revision)"), ChangeAnnotation(origin: "\(revision)"))
      }
      for change in changes { _ = try await change.value }
      let batch = try #require(try await batches.next())
      #expect(batch.changes.sourceRevision == 1 && batch.changes.targetRevision == 301)
      #expect(batch.changes.annotation.origin == "301")
    }
  }

  @Test func outputsAreTheLastOnesOfTheItemsThatAreStillThere() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("ABC"))
      let batches = try list.batches(delivery: .merged)
      _ = try await list.apply(.update(0, "A2"))
      _ = try await list.apply(.update(1, "B2"))
      _ = try await list.apply(.remove(0))
      _ = try await list.apply(.update(0, "B3"))
      _ = try await list.apply(.insert("X"))
      _ = try await list.apply(.insert("Y"))
      _ = try await list.apply(.remove(1))
      let batch = try #require(try await batches.next())
      #expect(batch.items.map { $0.output } == ["<Y>", "<B3>"])
      #expect(batch.items.map { $0.targetPath.item } == [0, 1])
    }
  }

  @Test(arguments: [2, 1_024], 0..<6 as Range<UInt64>)
  func mergedBatchesOfARandomHistoryLeadToItsEnd(bufferCountMax: Int, seed: UInt64) async throws {
    let limits = DataSourceConfiguration(subscriberBufferCountMax: bufferCountMax)
    try await ListFile.withList(limits) { list, _ in
      let batches = try list.batches(delivery: .merged)
      var history = RandomHistory(seed: seed)
      var rows = ListRows<String, String>()
      var outputs: [ItemID: String] = [:]
      while history.list.revision < 60 {
        _ = try await list.apply(history.next())
        guard history.random.happens(percent: 20) else { continue }
        while rows != history.list.rows {
          let batch = try #require(try await batches.next(), "seed \(seed)")
          rows = try rows.applying(batch.changes.operations)
          for item in batch.items { outputs[item.id] = item.output }
          #expect(try batch.target.rows == rows, "seed \(seed)")
          let models = Dictionary(uniqueKeysWithValues: try batch.target.identifiedModels)
          for (id, model) in models { #expect(outputs[id] == "<\(model)>", "seed \(seed)") }
        }
      }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func oneBatchOutOfTheJournalIsTheOneThatIsMergedInMemory(seed: UInt64) async throws {
    try await ListFile.withList { list, _ in
      let live = try list.batches(delivery: .merged)
      var history = RandomHistory(seed: seed)
      for _ in 0..<40 { _ = try await list.apply(history.next()) }
      let late = try list.batches(after: 0, delivery: .merged)
      let merged = try BatchFacts(try #require(try await live.next()))
      let read = try BatchFacts(try #require(try await late.next()))
      #expect(read.targetRevision == 40)
      #expect(BatchFacts.difference([read], [merged]) == nil, "seed \(seed)")
      #expect(read.isReplayable)
    }
  }

  @Test func statesAndSizesOutOfTheJournalAreThoseThatAreMergedInMemory() async throws {
    var configuration = DataSourceConfiguration()
    configuration.components.layout = .width(10)
    try await ListFile.withRows(configuration) { list, _ in
      _ = try await list.apply(.section("abc"))
      let live = try list.batches(delivery: .merged)
      _ = try await list.add(1, to: "a", in: .id(1)).value
      _ = try await list.add(2, to: "b", in: .id(2)).value
      _ = try await list.add(3, to: "a", in: .id(1)).value
      _ = try await list.apply(.actions([.toggle], in: .id(3)))
      _ = try await list.apply(.update(1, "x"))
      _ = try await list.apply(.insert("d"))
      _ = try await list.add(4, to: "d", in: .id(4)).value
      _ = try await list.apply(.remove(3))
      let late = try list.batches(after: 1, delivery: .merged)
      let merged = try #require(try await live.next())
      let read = try #require(try await late.next())
      #expect(read.changes.targetRevision == merged.changes.targetRevision)
      #expect(read.states == merged.states)
      #expect(read.states.count == 5)
      #expect(read.sizes == merged.sizes)
      #expect(read.items.map { $0.id } == merged.items.map { $0.id })
      #expect(read.items.map { $0.output.count("a") } == [nil, 4, nil])
      #expect(read.items.map { $0.output.count("d") } == [4, nil, nil])
    }
  }
}
