import RosterCore
import RosterEngine
import RosterTestSupport
import Testing

/// One batch for all that a subscriber has missed.
@Suite("Subscribers: merged delivery") struct MergedDeliveryTests {
  @Test func whatWasMissedComesAsOneBatch() async throws {
    try await ListFile.withList { list, _ in
      var batches = try list.batches(delivery: .merged).makeAsyncIterator()
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

  @Test func outputsAreTheLastOnesOfTheItemsThatAreStillThere() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("ABC"))
      var batches = try list.batches(delivery: .merged).makeAsyncIterator()
      _ = try await list.apply(.update(0, "A2"))
      _ = try await list.apply(.update(1, "B2"))
      _ = try await list.apply(.remove(0))
      _ = try await list.apply(.update(0, "B3"))
      _ = try await list.apply(.insert("X"))
      _ = try await list.apply(.insert("Y"))
      _ = try await list.apply(.remove(1))
      let batch = try #require(try await batches.next())
      #expect(batch.outputs.map { $0.output } == ["<Y>", "<B3>"])
      #expect(batch.outputs.map { $0.targetPath.item } == [0, 1])
    }
  }

  @Test(arguments: [2, 1_024], 0..<6 as Range<UInt64>)
  func mergedBatchesOfARandomHistoryLeadToItsEnd(bufferCountMax: Int, seed: UInt64) async throws {
    let limits = DataSourceConfiguration(subscriberBufferCountMax: bufferCountMax)
    try await ListFile.withList(limits) { list, _ in
      var batches = try list.batches(delivery: .merged).makeAsyncIterator()
      var history = RandomHistory(seed: seed)
      var rows = ListRows<String, String>()
      var outputs: [ItemID: String] = [:]
      while history.list.revision < 60 {
        _ = try await list.apply(history.next())
        guard history.random.happens(percent: 20) else { continue }
        while rows != history.list.rows {
          let batch = try #require(try await batches.next(), "seed \(seed)")
          rows = try rows.applying(batch.changes.operations)
          for item in batch.outputs { outputs[item.id] = item.output }
          #expect(try batch.target.rows == rows, "seed \(seed)")
          let models = Dictionary(uniqueKeysWithValues: try batch.target.identifiedModels)
          for (id, model) in models { #expect(outputs[id] == "<\(model)>", "seed \(seed)") }
        }
      }
    }
  }
}
