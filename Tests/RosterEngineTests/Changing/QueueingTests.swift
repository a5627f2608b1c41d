import Dispatch
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Changesets that wait for the work queue.
@Suite("Changing: queued") struct QueueingTests {
  @Test func changesOfManyThreadsAreAppliedOnceEachAndInTheOrderOfTheirThread() async throws {
    try await ListFile.withList { list, _ in
      let batches = try list.batches()
      _ = try await list.apply(.section("A"))
      let accepted = Recorder<[Pending<TextList.Batch>]>()
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        accepted.record(
          (0..<100).compactMap { number in
            try? list.enqueue(
              number.isMultiple(of: 5) ? .remove(10_000) : .insert("\(thread).\(number)"))
          })
      }
      var all: [Revision] = []
      for changes in accepted.values {
        #expect(changes.count == 80)
        var own: [Revision] = []
        for change in changes { own.append(try await change.value.changes.targetRevision) }
        #expect(own == own.sorted())
        all += own
      }
      #expect(all.sorted() == Array(2...641))
      await list.close()
      #expect(try await batches.collect().revisions == Array(1...641))
    }
  }

  @Test func aChangeIsVerifiedAgainstTheListAfterEverythingPending() async throws {
    try await withBusyPipeline { list, _, gate in
      #expect(list.snapshot.state.itemCount == 0)
      let first = try list.enqueue(.insert("X", at: 1))
      let second = try list.enqueue(.insert("Y", at: 2))
      gate.open()
      _ = try await (first.value, second.value)
      #expect(try list.snapshot.rows.drawing == "AXY")
    }
  }

  @Test func aRefusalComesAtOnceAndNothingIsQueued() async throws {
    try await withBusyPipeline { list, _, gate in
      let error = #expect(throws: DataSourceError.self) { try list.enqueue(.remove(1)) }
      guard case .invalid(let offence) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(offence.kind == .removeItem)
      #expect(offence.reason == .outOfBounds)
      #expect(list.pendingCount == 1)
      gate.open()
      let batch = try await list.apply(.insert("X"))
      #expect(batch.target.revision == 2)
    }
  }

  @Test func aFullQueueRefusesUntilThereIsRoom() async throws {
    let limits = DataSourceConfiguration(pendingCountMax: 2)
    try await withBusyPipeline(limits) { list, _, gate in
      let waiting = [try list.enqueue(.insert("X")), try list.enqueue(.insert("Y"))]
      let error = #expect(throws: DataSourceError.self) { try list.enqueue(.insert("Z")) }
      guard case .queueFull(limit: 2) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      gate.open()
      for change in waiting { _ = try await change.value }
      _ = try await list.apply(.insert("Z"))
      #expect(try list.snapshot.rows.drawing == "ZYXA")
    }
  }

  @Test func whatWaitsIsCommittedTogetherUpToTheLimit() async throws {
    let limits = DataSourceConfiguration(groupCountMax: 4)
    try await withBusyPipeline(limits) { list, storage, gate in
      let waiting = try (0..<10).map { try list.enqueue(.insert("\($0)")) }
      gate.open()
      for (offset, change) in waiting.enumerated() {
        #expect(try await change.value.changes.targetRevision == offset + 2)
      }
      #expect(storage.commitCounts == [1, 4, 4, 2])
    }
  }

  @Test func cancellingTheOneWhoWaitsLosesNothing() async throws {
    try await withBusyPipeline { list, _, gate in
      let waiter = Task { try await list.apply(.insert("X")) }
      waiter.cancel()
      gate.open()
      let batch = try await waiter.value
      #expect(batch.target.revision == 2)
      #expect(try list.snapshot.rows.drawing == "XA")
    }
  }

  @Test func everybodyWhoWaitsForAChangeGetsItsOutcome() async throws {
    try await withBusyPipeline { list, _, gate in
      let change = try list.enqueue(.insert("X"))
      #expect(change.outcome == nil)
      let revisions = try await withThrowingTaskGroup(of: Revision.self) { group in
        for _ in 0..<10 { group.addTask { try await change.value.changes.targetRevision } }
        gate.open()
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(revisions == Array(repeating: 2, count: 10))
      #expect(try change.outcome?.get().changes.targetRevision == 2)
    }
  }

  @Test func whoeverWasToldOfAChangeNoLongerSeesItPending() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("A"))
      for _ in 0..<50 {
        _ = try await list.apply(.insert("X"))
        #expect(list.pendingCount == 0)
      }
    }
  }

  @Test func anEmptyChangesetIsARevisionOfItsOwn() async throws {
    try await ListFile.withList { list, file in
      let batch = try await list.apply(TextChange())
      #expect(batch.changes.operations.isEmpty)
      #expect(batch.target.revision == 1)
      #expect(try file.storedRevision() == 1)
    }
  }

  /// Runs a test while the pipeline is stopped before the commit of its first change, section A.
  private func withBusyPipeline(
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    _ body: (TextList, GatedStorage, Gate) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let gate = storage.stop(.commit)
      let list = try file.openList(configuration, storage)
      _ = try list.enqueue(.section("A"))
      await gate.arrival()
      try await body(list, storage, gate)
      gate.open()
      await list.close()
    }
  }
}
