import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Updates of states, one by one.
@Suite("Updates") struct UpdateTests {
  @Test(arguments: TreeKind.allCases)
  func anUpdateIsARevisionWithTheNewTreeAndWithoutOperations(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, file in
      _ = try await list.apply(kind.rows("abc"))
      let outcome = try await list.add(5, to: "b", in: kind.id(2)).value
      let batch = try #require(outcome.batch)
      #expect(batch.causes == .change)
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.changes.changeset == TextChange() && batch.changes.operations.isEmpty)
      #expect(batch.outputs.map(\.tree) == [kind.tree(2)])
      #expect(batch.outputs.map(\.targetPlace) == [kind.place(1)])
      #expect(batch.outputs.counts("b") == [5])
      #expect(batch.states.map(\.tree) == [kind.tree(2)])
      #expect(batch.states.map { $0.scope } == [.counter("b")])
      #expect(batch.states.map { $0.state } == [.counter([5])])
      #expect(try list.tree(2, kind)?.count("b") == 5)
      #expect(try list.states(2, kind)[.counter("b")] == .counter([5]))
      #expect(try file.storedRevision() == 2)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aSynchronousUpdateIsDurableWhenItReturns(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, file in
      _ = try await list.apply(kind.rows("a"))
      for number in 1...5 {
        let outcome = try list.applySynchronously(
          .update(.counter("a"), of: Counter.self, in: kind.id(1)) { $0.add(number) })
        #expect(outcome.batch?.changes.targetRevision == number + 1)
        #expect(try file.storedRevision() == number + 1)
      }
      let outcome = try list.applySynchronously(.actions([.add(6, to: "a")], in: kind.at(0)))
      #expect(outcome.batch?.outputs.histories("a") == [[1, 2, 3, 4, 5, 6]])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func editsOfOneCallAreOneRevision(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows(["ab"]))
      let edits: [TreeEdit] = [
        .update(.counter("a"), of: Counter.self) { $0.add(1) },
        .update(.counter("b"), of: Counter.self) { $0.add(2) },
      ]
      let first = try #require(try await list.apply(.edits(edits, in: kind.id(1))).batch)
      let second = try #require(try list.applySynchronously(.edits(edits, in: kind.at(0))).batch)
      #expect([first, second].map(\.target.revision) == [2, 3])
      #expect(second.outputs.histories("a") == [[1, 1]])
      #expect(second.outputs.histories("b") == [[2, 2]])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aSynchronousUpdateComesAfterAllThatWaits(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      _ = try await list.apply(kind.rows("a"))
      let gate = storage.stop(.commit)
      _ = try list.add(1, to: "a", in: kind.id(1))
      await gate.arrival()
      _ = try list.add(2, to: "a", in: kind.id(1))
      _ = try list.enqueue(kind.insert("b"))
      _ = try list.add(3, to: "a", in: kind.at(1))
      gate.open()
      let outcome = try list.applySynchronously(
        .update(.counter("a"), of: Counter.self, in: kind.at(1)) {
          $0.add(4)
        })
      #expect(outcome.batch?.outputs.histories("a").last == [1, 2, 3, 4])
      #expect(list.pendingCount == 0)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aSynchronousChangesetComesAfterTheUpdatesThatWait(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      _ = try await list.apply(kind.rows("a"))
      let gate = storage.stop(.commit)
      _ = try list.add(1, to: "a", in: kind.id(1))
      await gate.arrival()
      _ = try list.add(2, to: "a", in: kind.id(1))
      gate.open()
      let batch = try list.applySynchronously(kind.update(0, "ab"))
      #expect(batch.outputs(kind).histories("a") == [[1, 2]])
      #expect(batch.changes.targetRevision == 4)
    }
  }

  /// A renderer that pauses, while it scrolls or plays an animation, does not ask for batches.
  /// Updates are applied and durable all the same.
  @Test(arguments: TreeKind.allCases)
  func aRendererThatPausesGetsAllUpdatesSinceInOneBatch(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, file in
      _ = try await list.apply(kind.rows("ab"))
      let batches = try list.batches(delivery: .merged)
      for number in 1...5 { _ = try await list.add(number, to: "a", in: kind.id(1)).value }
      _ = try await list.apply(.actions([.toggle], in: kind.id(2)))
      #expect(try file.storedRevision() == 7)
      let batch = try #require(try await batches.next())
      #expect(batch.changes.targetRevision == 7)
      #expect(batch.changes.operations.isEmpty)
      #expect(batch.outputs.map(\.tree) == [kind.tree(1), kind.tree(2)])
      #expect(batch.outputs.histories("a") == [[1, 2, 3, 4, 5], nil])
      #expect(batch.outputs.counts("more") == [nil, 0])
      #expect(batch.states.map { $0.scope } == [.counter("a"), .row, .counter("more")])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anUpdateThatChangesNothingIsNoRevisionAndNoTransaction(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, file in
      _ = try await list.apply(kind.rows("a"))
      let batches = try list.batches()
      let outcome = try await list.apply(
        .update(.counter("a"), of: Counter.self, in: kind.id(1)) { _ in })
      #expect(outcome.batch == nil)
      #expect(outcome.messageCount == 0)
      #expect(list.snapshot.revision == 1)
      #expect(storage.faults.calls.filter { $0 == .commit }.count == 1)
      await list.close()
      #expect(try await batches.collect().isEmpty)
      #expect(try file.storedRevision() == 1)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aPathIsOneInTheListAfterEverythingPending(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(kind.rows("ab"))
      await gate.arrival()
      let before = try list.add(1, to: "b", in: kind.at(1))
      _ = try list.enqueue(kind.insert("x"))
      let pending = try list.add(2, to: "x", in: kind.at(0))
      let moved = try list.add(3, to: "b", in: kind.at(2))
      #expect(throws: DataSourceError.self) { try list.add(1, to: "b", in: kind.at(3)) }
      #expect(list.pendingCount == 5)
      gate.open()
      #expect(try await before.value.batch?.outputs(kind).numbers == [2])
      #expect(try await pending.value.batch?.outputs(kind).numbers == [3, 2])
      _ = try await moved.value
      #expect(try list.tree(3, kind)?.history("x") == [2])
      #expect(try list.tree(2, kind)?.history("b") == [1, 3])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anUpdateOfATreeThatIsNotThereFailsAlone(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(kind.rows("ab"))
      await gate.arrival()
      _ = try list.enqueue(kind.remove(0))
      let gone = try list.add(1, to: "a", in: kind.id(1))
      let there = try list.add(1, to: "b", in: kind.id(2))
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await gone.value }
      #expect(error?.description == "there is no \(kind.id(1))")
      #expect(try await there.value.batch?.outputs.map(\.tree) == [kind.tree(2)])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anUpdateOfAScopeThatIsNotThereFailsAlone(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows("ab"))
      let wrong = try list.add(1, to: "x", in: kind.id(1))
      let error = await #expect(throws: DataSourceError.self) { _ = try await wrong.value }
      guard case .edit(.noSuchScope(.counter("x"))) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(list.snapshot.revision == 1)
      let noAction = try list.enqueue(
        .actions([ActionReference(target: .scope(.row), name: "dance"), .toggle], in: kind.id(1)))
      let otherError = await #expect(throws: DataSourceError.self) { _ = try await noAction.value }
      guard case .edit(.noSuchAction) = otherError else {
        Issue.record("\(String(describing: otherError))")
        return
      }
      // The other action was performed.
      #expect(try list.tree(1, kind)?.count("more") == 0)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func waitingUpdatesAreOneRevisionAndEachHasItsOwnOutcome(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(kind.rows("abc"))
      await gate.arrival()
      let first = try list.add(1, to: "c", in: kind.id(3))
      let missing = try list.add(1, to: "x", in: kind.id(1))
      let idle = try list.enqueue(.update(.counter("b"), of: Counter.self, in: kind.id(2)) { _ in })
      let second = try list.add(2, to: "a", in: kind.at(0))
      let third = try list.add(3, to: "c", in: kind.id(3))
      gate.open()
      let batch = try #require(try await first.value.batch)
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.outputs.map(\.tree) == [kind.tree(1), kind.tree(3)])
      #expect(batch.outputs.histories("c") == [nil, [1, 3]])
      #expect(batch.states.map { $0.scope } == [.counter("a"), .counter("c")])
      await #expect(throws: DataSourceError.self) { _ = try await missing.value }
      #expect(try await idle.value.batch == nil)
      #expect(try await second.value.batch?.changes.targetRevision == 2)
      #expect(try await third.value.batch?.changes.targetRevision == 2)
      #expect(storage.commitCounts == [1, 1])
    }
  }

  /// A header, an item and a footer with the same number, which have states of their own.
  @Test func updatesOfAllKindsOfTreesThatWaitAreOneRevision() async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      _ = try await list.apply(TreeKind.item.rows("s"))
      let gate = storage.stop(.commit)
      let first = try list.add(1, to: "s", in: .header(of: .index(0)))
      await gate.arrival()
      var row = try TreeKind.allCases.map { try list.add(2, to: "s", in: $0.id(1)) }
      row.append(try list.add(3, to: "s", in: .header(of: .index(0))))
      gate.open()
      #expect(try await first.value.batch?.target.revision == 2)
      for update in row {
        let batch = try #require(try await update.value.batch)
        #expect(batch.target.revision == 3)
        let kinds: [TreeKind] = [.header, .item, .footer]
        #expect(batch.outputs.map(\.tree) == kinds.map { $0.tree(1) })
        #expect(batch.outputs.histories("s") == [[1, 2, 3], [2], [2]])
      }
      #expect(list.snapshot.revision == 3)
    }
  }

  /// As if each were a revision of its own.
  @Test(arguments: TreeKind.allCases)
  func anUpdateMayMeanAScopeThatOneBeforeItBrings(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(kind.rows("a"))
      await gate.arrival()
      let early = try list.add(1, to: "more", in: kind.id(1))
      let opening = try list.enqueue(.actions([.toggle], in: kind.id(1)))
      let late = try list.add(2, to: "more", in: kind.id(1))
      let never = try list.add(1, to: "x", in: kind.id(1))
      gate.open()
      #expect(try await opening.value.batch?.changes.targetRevision == 2)
      #expect(try await late.value.batch?.outputs.histories("more") == [[2]])
      await #expect(throws: DataSourceError.self) { _ = try await early.value }
      await #expect(throws: DataSourceError.self) { _ = try await never.value }
      #expect(list.snapshot.revision == 2)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func updatesOfOneScopeAreAppliedInOrderAndOnceEach(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, file in
      _ = try await list.apply(kind.rows("a"))
      let runs = Recorder<Int>()
      var pending: [Pending<RowOutcome>] = []
      for number in 0..<200 {
        pending.append(
          try list.enqueue(
            .update(.counter("a"), of: Counter.self, in: kind.id(1)) { state in
              runs.record(number)
              state.add(number)
            }))
        if number.isMultiple(of: 50) { await Task.yield() }
      }
      for update in pending { #expect(try await update.value.batch != nil) }
      #expect(runs.values == Array(0..<200))
      #expect(try list.tree(1, kind)?.history("a") == Array(0..<200))
      #expect(list.snapshot.revision <= 201)
      await list.close()
      #expect(try file.openTrees().tree(1, kind)?.history("a") == Array(0..<200))
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aFullQueueRefusesUpdatesAndCountsEach(kind: TreeKind) async throws {
    let limits = DataSourceConfiguration(pendingCountMax: 3)
    try await ListFile.withGatedTrees(limits) { list, storage, _ in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(kind.rows("a"))
      await gate.arrival()
      let waiting = try (1...3).map { try list.add($0, to: "a", in: kind.id(1)) }
      let error = #expect(throws: DataSourceError.self) { try list.add(4, to: "a", in: kind.id(1)) }
      guard case .queueFull(limit: 3) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      gate.open()
      for update in waiting { _ = try await update.value }
      _ = try await list.add(4, to: "a", in: kind.id(1)).value
      #expect(try list.tree(1, kind)?.history("a") == [1, 2, 3, 4])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aClosedListTakesNoUpdates(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows("a"))
      let last = try list.add(1, to: "a", in: kind.id(1))
      await list.close()
      #expect(try await last.value.batch != nil)
      let error = #expect(throws: DataSourceError.self) { try list.add(2, to: "a", in: kind.id(1)) }
      guard case .closed = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anEmptyActionChangesNothing(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows("a"))
      let outcome = try await list.apply(.action(Action(), in: kind.id(1)))
      #expect(outcome.batch == nil)
      await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(.action(Action(), in: kind.id(9)))
      }
    }
  }
}
