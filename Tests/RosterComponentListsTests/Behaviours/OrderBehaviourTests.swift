import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// The order in which changes and updates are processed, each exactly once.
@Suite("Behaviours: order") struct OrderBehaviourTests {
  @Test func aSynchronousInsertionIsPublishedWhenTheCallReturns() async throws {
    try await ListFile.withList { list, _ in
      let batches = try list.batches()
      let batch = try list.applySynchronously(.section("ab"))
      #expect(batch.changes.changeset == .section("ab"))
      #expect(list.snapshot.revision == 1 && list.pendingCount == 0)
      #expect(batch.changes.sourceRevision == 0)
      await list.close()
      #expect(try await batches.collect().map(\.changes) == [batch.changes])
    }
  }

  @Test func aQueuedInsertionIsPublishedLater() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      let gate = storage.stop(.commit)
      let pending = try list.enqueue(.section("ab"))
      #expect(pending.outcome == nil)
      await gate.arrival()
      #expect(list.snapshot.revision == 0)
      gate.open()
      #expect(try await pending.value.changes.targetRevision == 1)
      #expect(list.snapshot.revision == 1)
      await list.close()
    }
  }

  @Test func aChangesetAppliedFromADeliveryIsGeneratedOnce() async throws {
    try await ListFile.with { file in
      let made = Recorder<String>()
      let list = try file.openList { text, _ in
        made.record(text)
        return text
      }
      let batches = try list.batches()
      _ = try list.enqueue(.section("a"))
      for try await batch in batches {
        let revision = batch.changes.targetRevision
        if revision == 3 { break }
        _ = try list.enqueue(.insert("\(revision)"))
      }
      #expect(made.values == ["a", "1", "2"])
      await list.close()
    }
  }

  @Test func stateUpdatesBetweenChangesetsMakeNothingAnew() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let made = Recorder<String>()
      let list = try RowList(
        storage: storage, codec: TextCodec(), sectionCodec: TextCodec()
      ) { text, _ in
        made.record(text)
        return Node(Row(text: text))
      }
      _ = try await list.apply(.section("a"))
      let gate = storage.stop(.commit)
      let update = try list.add(1, to: "a", in: .id(1))
      await gate.arrival()
      let first = try list.enqueue(.insert("b", at: 1))
      let between = try list.add(2, to: "a", in: .id(1))
      let second = try list.enqueue(.insert("c", at: 2))
      gate.open()
      #expect(try await update.value.batch?.changes.targetRevision == 2)
      #expect(try await first.value.changes.targetRevision == 3)
      #expect(try await between.value.batch?.changes.targetRevision == 4)
      #expect(try await second.value.changes.targetRevision == 5)
      #expect(made.values == ["a", "b", "c"])
      #expect(try list.tree(1)?.history("a") == [1, 2])
      await list.close()
    }
  }

  @Test func aSteadyRunOfUpdatesDoesNotHoldBackAChangesetNorTheReverse() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("a"))
      let before = try (0..<200).map { try list.add($0, to: "a", in: .id(1)) }
      let change = try list.enqueue(.insert("b", at: 1))
      // A caller that updates without end does not prevent the changeset.
      var sum = 200
      while change.outcome == nil {
        _ = try list.applySynchronously(
          .update(.counter("a"), of: Counter.self, in: .id(1)) {
            $0.add(0)
          })
        sum += 1
      }
      #expect(try await change.value.items.count == 1)
      for update in before { #expect(try await update.value.batch != nil) }
      #expect(try list.tree(1)?.history("a")?.count == sum)
      // And vice versa, with changes without end.
      let changes = try (0..<200).map { try list.enqueue(.insert("\($0)", at: 2)) }
      let update = try list.add(1, to: "b", in: .id(2))
      var count = 200
      while update.outcome == nil {
        _ = try list.applySynchronously(.insert("x", at: 2))
        count += 1
      }
      #expect(try await update.value.batch?.items.first?.output.count("b") == 1)
      for change in changes { _ = try await change.value }
      #expect(list.snapshot.state.itemCount == 2 + count)
    }
  }

  @Test func anUpdateOfAnItemWhoseInsertionIsPendingIsNotLost() async throws {
    try await ListFile.withRows { list, _ in
      _ = try list.enqueue(.section("a"))
      let queued = try list.add(1, to: "a", in: .item(0))
      let outcome = try list.applySynchronously(
        .update(.counter("a"), of: Counter.self, in: .item(0)) { $0.add(2) })
      #expect(outcome.batch?.items.first?.output.history("a") == [1, 2])
      #expect(queued.outcome != nil)
    }
  }

  @Test func aChangeFromWithinADeliveryComesAfterTheCurrentOneForEverybody() async throws {
    try await ListFile.withList { list, _ in
      let (first, second) = (try list.batches(), try list.batches())
      _ = try list.applySynchronously(.section("a"))
      var seen: [Revision] = []
      for try await batch in first {
        seen.append(batch.changes.targetRevision)
        if seen.count == 10 { break }
        _ = try list.applySynchronously(.insert("\(seen.count)"))
        #expect(try batch.target.rows.counts == [seen.count])
      }
      await list.close()
      let others = try await second.collect()
      #expect(others.revisions == seen)
      for (earlier, later) in zip(others, others.dropFirst()) {
        #expect(try earlier.target.rows == later.source.rows)
      }
    }
  }

  @Test func oneModelThatIsInsertedTwiceIsTwoItems() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(ListRows([.init(items: ["a", "a"])]).asInsertion)
      _ = try await list.add(3, to: "a", in: .id(2)).value
      #expect(try list.tree(1)?.count("a") == 0)
      #expect(try list.tree(2)?.count("a") == 3)
    }
  }

  @Test func replacingTheWholeListIsOneBatch() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("ab|c"))
      let batches = try list.batches()
      let batch = try await list.apply(.contents(TextContents("x|yz"), by: .byLetter))
      await list.close()
      let received = try await batches.collect()
      #expect(received.map(\.changes) == [batch.changes])
      #expect(try received.first?.source.rows.drawing == "ab|c")
      #expect(try received.first?.target.rows.drawing == "x|yz")
    }
  }
}
