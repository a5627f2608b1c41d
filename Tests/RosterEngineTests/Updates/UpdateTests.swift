import RosterComponents
import RosterCore
import RosterEngine
import RosterTestSupport
import Testing

/// Updates of states, one by one.
@Suite("Updates") struct UpdateTests {
  @Test func anUpdateIsARevisionWithTheNewTreeAndWithoutOperations() async throws {
    try await ListFile.withRows { list, file in
      _ = try await list.apply(.section("abc"))
      let outcome = try await list.add(5, to: "b", in: .id(2)).value
      let batch = try #require(outcome.batch)
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.changes.operations.isEmpty)
      #expect(batch.items.map { $0.id.rawValue } == [2])
      #expect(batch.items.map { $0.targetPath } == [ItemPath(section: 0, item: 1)])
      #expect(batch.items[0].output.count("b") == 5)
      #expect(batch.states.map { $0.scope } == [.counter("b")])
      #expect(batch.states.map { $0.state } == [.counter([5])])
      #expect(try list.tree(2)?.count("b") == 5)
      #expect(try list.states(2)[.counter("b")] == .counter([5]))
      #expect(try file.storedRevision() == 2)
    }
  }

  @Test func aSynchronousUpdateIsDurableWhenItReturns() async throws {
    try await ListFile.withRows { list, file in
      _ = try await list.apply(.section("a"))
      for number in 1...5 {
        let outcome = try list.updateSynchronously(
          .counter("a"), of: Counter.self, in: .id(1)
        ) { $0.add(number) }
        #expect(outcome.batch?.changes.targetRevision == number + 1)
        #expect(try file.storedRevision() == number + 1)
      }
      let outcome = try list.performActionsSynchronously([.add(6, to: "a")], in: .item(0))
      #expect(outcome.batch?.items[0].output.history("a") == [1, 2, 3, 4, 5, 6])
    }
  }

  @Test func aSynchronousUpdateComesAfterAllThatWaits() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      _ = try await list.apply(.section("a"))
      let gate = storage.stop(.commit)
      _ = try list.add(1, to: "a", in: .id(1))
      await gate.arrival()
      _ = try list.add(2, to: "a", in: .id(1))
      _ = try list.enqueue(.insert("b"))
      _ = try list.add(3, to: "a", in: .item(1))
      gate.open()
      let outcome = try list.updateSynchronously(.counter("a"), of: Counter.self, in: .item(1)) {
        $0.add(4)
      }
      #expect(outcome.batch?.items.last?.output.history("a") == [1, 2, 3, 4])
      #expect(list.pendingCount == 0)
    }
  }

  @Test func aSynchronousChangesetComesAfterTheUpdatesThatWait() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      _ = try await list.apply(.section("a"))
      let gate = storage.stop(.commit)
      _ = try list.add(1, to: "a", in: .id(1))
      await gate.arrival()
      _ = try list.add(2, to: "a", in: .id(1))
      gate.open()
      let batch = try list.applySynchronously(.update(0, "ab"))
      #expect(batch.items.map { $0.output.history("a") } == [[1, 2]])
      #expect(batch.changes.targetRevision == 4)
    }
  }

  /// A renderer that pauses, while it scrolls or plays an animation, does not ask for batches.
  /// Updates are applied and durable all the same.
  @Test func aRendererThatPausesGetsAllUpdatesSinceInOneBatch() async throws {
    try await ListFile.withRows { list, file in
      _ = try await list.apply(.section("ab"))
      var batches = try list.batches(delivery: .merged).makeAsyncIterator()
      for number in 1...5 { _ = try await list.add(number, to: "a", in: .id(1)).value }
      _ = try await list.performActions([.toggle], in: .id(2))
      #expect(try file.storedRevision() == 7)
      let batch = try #require(try await batches.next())
      #expect(batch.changes.targetRevision == 7)
      #expect(batch.changes.operations.isEmpty)
      #expect(batch.items.map { $0.id.rawValue } == [1, 2])
      #expect(batch.items[0].output.history("a") == [1, 2, 3, 4, 5])
      #expect(batch.items[1].output.count("more") == 0)
      #expect(batch.states.map { $0.scope } == [.counter("a"), .row, .counter("more")])
    }
  }

  @Test func anUpdateThatChangesNothingIsNoRevisionAndNoTransaction() async throws {
    try await ListFile.withGatedRows { list, storage, file in
      _ = try await list.apply(.section("a"))
      let batches = try list.batches()
      let outcome = try await list.update(.counter("a"), of: Counter.self, in: .id(1)) { _ in }
      #expect(outcome.batch == nil)
      #expect(outcome.messageCount == 0)
      #expect(list.snapshot.revision == 1)
      #expect(storage.faults.calls.filter { $0 == .commit }.count == 1)
      await list.close()
      #expect(try await batches.collect().isEmpty)
      #expect(try file.storedRevision() == 1)
    }
  }

  @Test func aPathIsOneInTheListAfterEverythingPending() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("ab"))
      await gate.arrival()
      let before = try list.add(1, to: "b", in: .item(1))
      _ = try list.enqueue(.insert("x"))
      let pending = try list.add(2, to: "x", in: .item(0))
      let moved = try list.add(3, to: "b", in: .item(2))
      #expect(throws: DataSourceError.self) { try list.add(1, to: "b", in: .item(3)) }
      #expect(list.pendingCount == 5)
      gate.open()
      #expect(try await before.value.batch?.items.map { $0.id.rawValue } == [2])
      #expect(try await pending.value.batch?.items.map { $0.id.rawValue } == [3, 2])
      _ = try await moved.value
      #expect(try list.tree(3)?.history("x") == [2])
      #expect(try list.tree(2)?.history("b") == [1, 3])
    }
  }

  @Test func anUpdateOfAnItemThatIsNotThereFailsAlone() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("ab"))
      await gate.arrival()
      _ = try list.enqueue(.remove(0))
      let gone = try list.add(1, to: "a", in: .id(1))
      let there = try list.add(1, to: "b", in: .id(2))
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await gone.value }
      guard case .noSuchItem(.id(ItemID(rawValue: 1))) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try await there.value.batch?.items.count == 1)
    }
  }

  @Test func anUpdateOfAScopeThatIsNotThereFailsAlone() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("ab"))
      let wrong = try list.add(1, to: "x", in: .id(1))
      let error = await #expect(throws: DataSourceError.self) { _ = try await wrong.value }
      guard case .edit(.noSuchScope(.counter("x"))) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(list.snapshot.revision == 1)
      let noAction = try list.enqueueActions(
        [ActionReference(target: .scope(.row), name: "dance")], in: .id(1))
      let otherError = await #expect(throws: DataSourceError.self) { _ = try await noAction.value }
      guard case .edit(.noSuchAction) = otherError else {
        Issue.record("\(String(describing: otherError))")
        return
      }
    }
  }

  @Test func waitingUpdatesAreOneRevisionAndEachHasItsOwnOutcome() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("abc"))
      await gate.arrival()
      let first = try list.add(1, to: "c", in: .id(3))
      let missing = try list.add(1, to: "x", in: .id(1))
      let idle = try list.enqueueUpdate(.counter("b"), of: Counter.self, in: .id(2)) { _ in }
      let second = try list.add(2, to: "a", in: .item(0))
      let third = try list.add(3, to: "c", in: .id(3))
      gate.open()
      let batch = try #require(try await first.value.batch)
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.items.map { $0.id.rawValue } == [1, 3])
      #expect(batch.items[1].output.history("c") == [1, 3])
      #expect(batch.states.map { $0.scope } == [.counter("a"), .counter("c")])
      await #expect(throws: DataSourceError.self) { _ = try await missing.value }
      #expect(try await idle.value.batch == nil)
      #expect(try await second.value.batch?.changes.targetRevision == 2)
      #expect(try await third.value.batch?.changes.targetRevision == 2)
      #expect(storage.commitCounts == [1, 1])
    }
  }

  /// As if each were a revision of its own.
  @Test func anUpdateMayMeanAScopeThatOneBeforeItBrings() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("a"))
      await gate.arrival()
      let early = try list.add(1, to: "more", in: .id(1))
      let opening = try list.enqueueActions([.toggle], in: .id(1))
      let late = try list.add(2, to: "more", in: .id(1))
      let never = try list.add(1, to: "x", in: .id(1))
      gate.open()
      #expect(try await opening.value.batch?.changes.targetRevision == 2)
      #expect(try await late.value.batch?.items[0].output.history("more") == [2])
      await #expect(throws: DataSourceError.self) { _ = try await early.value }
      await #expect(throws: DataSourceError.self) { _ = try await never.value }
      #expect(list.snapshot.revision == 2)
    }
  }

  @Test func updatesOfOneScopeAreAppliedInOrderAndOnceEach() async throws {
    try await ListFile.withRows { list, file in
      _ = try await list.apply(.section("a"))
      let runs = Recorder<Int>()
      var pending: [Pending<RowOutcome>] = []
      for number in 0..<200 {
        pending.append(
          try list.enqueueUpdate(.counter("a"), of: Counter.self, in: .id(1)) { state in
            runs.record(number)
            state.add(number)
          })
        if number.isMultiple(of: 50) { await Task.yield() }
      }
      for update in pending { #expect(try await update.value.batch != nil) }
      #expect(runs.values == Array(0..<200))
      #expect(try list.tree(1)?.history("a") == Array(0..<200))
      #expect(list.snapshot.revision <= 201)
      await list.close()
      #expect(try file.openRows().tree(1)?.history("a") == Array(0..<200))
    }
  }

  @Test func aFullQueueRefusesUpdatesAndCountsEach() async throws {
    let limits = DataSourceConfiguration(pendingCountMax: 3)
    try await ListFile.withGatedRows(limits) { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("a"))
      await gate.arrival()
      let waiting = try (1...3).map { try list.add($0, to: "a", in: .id(1)) }
      let error = #expect(throws: DataSourceError.self) { try list.add(4, to: "a", in: .id(1)) }
      guard case .queueFull(limit: 3) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      gate.open()
      for update in waiting { _ = try await update.value }
      _ = try await list.add(4, to: "a", in: .id(1)).value
      #expect(try list.tree(1)?.history("a") == [1, 2, 3, 4])
    }
  }

  @Test func aClosedListTakesNoUpdates() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("a"))
      let last = try list.add(1, to: "a", in: .id(1))
      await list.close()
      #expect(try await last.value.batch != nil)
      let error = #expect(throws: DataSourceError.self) { try list.add(2, to: "a", in: .id(1)) }
      guard case .closed = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func anEmptyActionChangesNothing() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("a"))
      let outcome = try await list.perform(Action(), in: .id(1))
      #expect(outcome.batch == nil)
      await #expect(throws: DataSourceError.self) {
        _ = try await list.perform(Action(), in: .id(9))
      }
    }
  }
}
