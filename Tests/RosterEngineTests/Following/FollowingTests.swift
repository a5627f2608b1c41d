import RosterConcurrency
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Two data sources on one file, each with its own connection, as in two processes.
@Suite("Following")
struct FollowingTests {
  private func withTwo(
    _ body: (_ one: TextList, _ other: TextList, ListFile) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let one = try file.openList(.shared)
      let other = try file.openList(.shared)
      try await body(one, other, file)
      await one.close()
      await other.close()
    }
  }

  @Test func whatOthersCommitIsPublishedInOrderWithWhatIsOwn() async throws {
    try await withTwo { one, other, _ in
      let seen = try one.batches()
      try await one.apply(.section("abc"))
      try await other.publishes(1)
      try await other.apply(.insert("d"), ChangeAnnotation(origin: "other"))
      try await one.publishes(2)
      try await one.apply(.remove(1))
      await one.close()
      let batches = try await seen.collect()
      #expect(batches.revisions == [1, 2, 3])
      #expect(batches[1].changes.annotation.origin == "other")
      #expect(batches[1].items.map(\.output) == ["<d>"])
      #expect(try batches.map { try BatchFacts($0) }.allSatisfy { $0.isReplayable })
      #expect(try one.snapshot.rows == ListRows("dbc"))
    }
  }

  @Test func aListThatIsOpenedLateHasEverything() async throws {
    try await ListFile.with { file in
      let one = try file.openList(.shared)
      try await one.apply(.section("abc"))
      let other = try file.openList(.shared)
      #expect(other.snapshot.revision == 1)
      try await other.apply(.insert("d"))
      try await one.publishes(2)
      #expect(try one.snapshot.rows == ListRows("dabc"))
      await one.close()
      await other.close()
    }
  }

  @Test func aChangeForAnEarlierRevisionIsRefusedWithWhatItMissed() async throws {
    try await withTwo { one, other, _ in
      try await one.apply(.section("abc"))
      try await other.publishes(1)
      let base = other.snapshot
      try await one.apply(.remove(0))
      try await other.publishes(2)
      let misplaced = TextChange.update(0, "A")
      let error = await #expect(throws: DataSourceError.self) {
        try await other.apply(.changeset(misplaced, basedOn: base.revision))
      }
      let found = try #require(conflict(error))
      #expect(found == WriteConflict(base: 1, current: 2))
      let missed = try other.batches(after: found.base)
      #expect(try await missed.next()?.changes.changeset.outline.removedItems.count == 1)
      let rebased = try other.rebased(misplaced, from: base)
      #expect(rebased.dropped.updatedItems == [ItemPath(section: 0, item: 0)])
      #expect(rebased.dropped.changeCount == 1)
      #expect(rebased.changeset == TextChange())
      let fitting = try other.rebased(.update(2, "C"), from: base)
      try await other.apply(.changeset(fitting.changeset, basedOn: fitting.base.revision))
      #expect(try other.snapshot.rows == ListRows("bC"))
    }
  }

  @Test func aChangeThatIsWrittenWhileAnotherOneLandsIsRefusedAndSoIsWhatWasBuiltOnIt() async throws
  {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let one = try file.openList(.shared, storage)
      try await one.apply(.section("abc"))
      let other = try file.openList(.shared)
      let gate = storage.stop(.commit)
      let first = try one.enqueue(.insert("d"))
      await gate.arrival()
      let second = try one.enqueue(.insert("e"))
      try await other.apply(.remove(2))
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { try await first.value }
      #expect(conflict(error) == WriteConflict(base: 1, current: 2))
      let dependent = await #expect(throws: DataSourceError.self) { try await second.value }
      let failure = try #require(precedingFailure(dependent))
      #expect(conflict(failure.cause) == WriteConflict(base: 1, current: 2))
      #expect(one.pendingCount == 0)
      #expect(try one.snapshot.rows == ListRows("ab"))
      try await one.apply(.insert("f"))
      #expect(one.snapshot.revision == 3)
      await one.close()
      await other.close()
    }
  }

  @Test func whatIsCommittedTogetherWithAChangeThatComesTooLateNamesItsRevision() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let one = try file.openList(.shared, storage)
      try await one.apply(.section("abc"))
      let other = try file.openList(.shared)
      let gate = storage.stop(.commit)
      let before = try one.enqueue(.insert("d"))
      await gate.arrival()
      let first = try one.enqueue(.insert("e"))
      let second = try one.enqueue(.insert("f"))
      let groupGate = storage.stop(.commit)
      gate.open()
      _ = try await before.value
      await groupGate.arrival()
      try await other.publishes(2)
      try await other.apply(.remove(3))
      groupGate.open()
      let error = await #expect(throws: DataSourceError.self) { try await first.value }
      #expect(conflict(error) == WriteConflict(base: 2, current: 3))
      let dependent = await #expect(throws: DataSourceError.self) { try await second.value }
      let failure = try #require(precedingFailure(dependent))
      // Which the first would have made.
      #expect(failure.revision == 3)
      #expect(conflict(failure.cause) == WriteConflict(base: 2, current: 3))
      #expect(storage.commitCounts == [1, 1, 2])
      await one.close()
      await other.close()
    }
  }

  /// What is queued once the list has followed the other writer is made for the list with its
  /// commit, and does not fail with the change that came too late.
  @Test func whatIsQueuedAfterTheOthersCommitIsKnownIsApplied() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let questions = AskedStorage(storage: storage)
      let one = try file.openList(.shared, questions)
      try await one.apply(.section("abc"))
      let other = try file.openList(.shared)
      let gate = storage.stop(.commit)
      let late = try one.enqueue(.insert("d"))
      await gate.arrival()
      try await other.apply(.remove(0))
      // The list asks for the commits of others, follows one, and asks again.
      let followed = questions.stop(after: 1)
      gate.open()
      await followed.arrival()
      #expect(try one.snapshot.rows == ListRows("bc"))
      let timely = try one.enqueue(.remove(1))
      followed.open()
      let error = await #expect(throws: DataSourceError.self) { try await late.value }
      #expect(conflict(error) == WriteConflict(base: 1, current: 2))
      #expect(try await timely.value.changes.targetRevision == 3)
      #expect(try one.snapshot.rows == ListRows("b"))
      await one.close()
      await other.close()
    }
  }

  @Test func whoLagsBehindACompactionOfOthersIsTold() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let one = try file.openList(.shared, storage)
      var batches = try one.batches()
      try await one.apply(.section("abc"))
      let other = try file.openList(.shared)
      let gate = storage.stop(.commit)
      let pending = try one.enqueue(.insert("d"))
      await gate.arrival()
      for letter in ["x", "y", "z"] { try await other.apply(.insert(letter)) }
      try other.compact(JournalRetention(revisionCountMax: 0))
      gate.open()
      await #expect(throws: DataSourceError.self) { try await pending.value }
      // First what was published, then why nothing follows, also for later subscribers.
      #expect(try await batches.next()?.target.revision == 1)
      for _ in 0..<2 {
        let error = await #expect(throws: StorageError.self) { try await batches.next() }
        #expect(error?.code == .compacted)
        #expect(error?.message.contains("open it again") == true)
        batches = try one.batches()
      }
      #expect(try one.snapshot.rows == ListRows("abc"))
      await one.close()
      let again = try file.openList(.shared)
      #expect(try again.snapshot.rows == ListRows("zyxabc"))
      await again.close()
      await other.close()
    }
  }

  /// What was built on a change fails with it, even if the commits of other writers cannot be read.
  @Test func whatOthersHaveCommittedMayNotBeReadable() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let one = try file.openList(.shared, storage)
      try await one.apply(.section("abc"))
      let other = try file.openList(.shared)
      let gate = storage.stop(.commit)
      let first = try one.enqueue(.insert("d"))
      await gate.arrival()
      let second = try one.enqueue(.remove(3))
      try await other.apply(.remove(2))
      storage.faults.fail(.journal)
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { try await first.value }
      guard case .storage = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      let dependent = await #expect(throws: DataSourceError.self) { try await second.value }
      guard case .suspended = dependent else {
        Issue.record("\(String(describing: dependent))")
        return
      }
      // Commits of other writers are still shown.
      try await one.publishes(2)
      try one.resume()
      try await one.apply(.insert("f"))
      #expect(try one.snapshot.rows == ListRows("fab"))
      await one.close()
      await other.close()
    }
  }

  @Test func somethingPendingIsAConflictForAChangeThatNamesItsRevision() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(.shared, storage)
      try await list.apply(.section("abc"))
      let gate = storage.stop(.commit)
      let pending = try list.enqueue(.insert("d"))
      await gate.arrival()
      #expect(throws: DataSourceError.self) {
        try list.enqueue(.changeset(.insert("e"), basedOn: 1))
      }
      gate.open()
      _ = try await pending.value
      try await list.apply(.changeset(.insert("e"), basedOn: 2))
      await list.close()
    }
  }

  @Test func anUndoThatWasMeantForAnotherChangeIsAConflict() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let one = try file.openList(.shared, storage)
      try await one.apply(.section("abc"))
      let other = try file.openList(.shared)
      let gate = storage.stop(.commit)
      let undo = try one.enqueue(.undo())
      await gate.arrival()
      try await other.apply(.insert("d"))
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { try await undo.value }
      #expect(conflict(error) == WriteConflict(base: 1, current: 2))
      #expect(try one.snapshot.rows == ListRows("dabc"))
      // It does not matter which writer made the change: the list is one.
      try await one.apply(.undo())
      #expect(try one.snapshot.rows == ListRows("abc"))
      await one.close()
      await other.close()
    }
  }

  @Test func aSnapshotThatWasTakenBeforeOthersWroteStaysReadable() async throws {
    try await ListFile.with { file in
      let first = try file.openList()
      try await first.apply(
        TextChange { builder in
          builder.insertSection(at: 0)
          builder.insertItems((0..<3_000).map { "\($0)" }, at: ItemPath(section: 0, item: 0))
        })
      await first.close()
      let one = try file.openList(.shared)
      let snapshot = one.snapshot
      let other = try file.openList(.shared)
      for number in 0..<40 { try await other.apply(.remove(number * 70)) }
      try await one.publishes(41)
      #expect(try snapshot.models(inSection: 0) == (0..<3_000).map { "\($0)" })
      #expect(try one.snapshot.models(inSection: 0) == other.snapshot.models(inSection: 0))
      await one.close()
      await other.close()
    }
  }

  @Test func aClosedListFollowsNobody() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let closed = try file.openList(.shared, storage)
      try await closed.apply(.section("abc"))
      #expect(storage.watchCount == 1)
      await closed.close()
      #expect(storage.watchCount == 0)
      let other = try file.openList(.shared)
      try await other.apply(.insert("d"))
      // A call that was under way when the watch was cancelled. The work queue has handled it when
      // it reaches the next request.
      storage.callWatches()
      await closed.close()
      #expect(closed.snapshot.revision == 1)
      await other.close()
    }
  }

  @Test func aListThatIsOpenFollowsWhenItsWatchIsCalled() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(.shared, storage)
      try await list.apply(.section("abc"))
      let other = try file.openList(.shared)
      try await other.apply(.insert("d"))
      storage.callWatches()
      await list.close()
      #expect(list.snapshot.revision == 2)
      await other.close()
    }
  }

  /// A writer that makes different pages of the same changes, as a different version of Roster
  /// might.
  @Test func aWriterThatNumbersItsPagesOtherwiseIsNotFollowed() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let one = try file.openList(.shared, storage)
      try await one.apply(.section("abc"))
      let batches = try one.batches()
      let writer = try file.openStorage()
      var builder = CommitGroupBuilder(try writer.load())
      try builder.add(.insert("d"))
      var group = builder.group
      var next = group.changes[0].nextIdentifiers
      next.leaf += 1
      group.changes[0] = group.changes[0].with(nextIdentifiers: next)
      try writer.commit(group)
      storage.callWatches()
      let error = await #expect(throws: StorageError.self) { try await batches.next() }
      #expect(error?.code == .stale)
      #expect(error?.message.contains("revision 2 in another way") == true)
      #expect(one.snapshot.revision == 1)
      await one.close()
      let again = try file.openList(.shared)
      #expect(try again.snapshot.rows == ListRows("dabc"))
      await again.close()
    }
  }

  @Test func aListThatIsFollowedIsFreedWhenItIsLetGo() async throws {
    try await ListFile.with { file in
      weak var freed: TextList?
      let end: Lifetime.End
      do {
        let lifetime = Lifetime()
        let list = try file.openList(.shared) { text, _ in
          withExtendedLifetime(lifetime) { "<\(text)>" }
        }
        try await list.apply(.section("abc"))
        freed = list
        end = lifetime.end
      }
      // The list holds the closure.
      await end.arrival()
      #expect(freed == nil)
    }
  }

  @Test func aJournalThatWasCompactedPastAFollowerIsSaidToBe() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let one = try file.openList(.shared, storage)
      try await one.apply(.section("abc"))
      let gate = storage.stop(.commit)
      let change = try one.enqueue(.insert("x"))
      await gate.arrival()
      let other = try file.openList(.shared)
      for letter in ["d", "e", "f", "g"] { try await other.apply(.insert(letter)) }
      try other.compact(JournalRetention(revisionCountMax: 1))
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { try await change.value }
      guard case .storage(let storage) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(storage.code == .compacted)
      #expect(storage.oldestRevision == 4)
      await one.close()
      await other.close()
    }
  }

  // MARK: Many writers

  /// Writes random changesets, each rebased until it is committed.
  private static func write(
    _ count: Int, to list: TextList, seed: UInt64
  ) async throws {
    var changesets = RandomChangesets(seed: seed)
    for number in 0..<count {
      var base = list.snapshot
      var changeset = changesets.valid(for: base.state.itemCounts)
        .changeset(models: "\(seed)-\(number):")
      while true {
        do {
          try await list.apply(.changeset(changeset, basedOn: base.revision))
          break
        } catch DataSourceError.conflict(let conflict) {
          try await list.publishes(conflict.current)
          (changeset, _, base) = try list.rebased(changeset, from: base)
        }
      }
    }
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func threeWritersEndEqualAndSeeEveryBatchOnce(seed: UInt64) async throws {
    try await ListFile.with { file in
      let lists = try (0..<3).map { _ in try file.openList(.shared) }
      let seen = try lists.map { try $0.batches() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, list) in lists.enumerated() {
          group.addTask { try await Self.write(40, to: list, seed: seed * 10 + UInt64(index)) }
        }
        try await group.waitForAll()
      }
      for list in lists { try await list.publishes(120) }
      for list in lists { await list.close() }
      var facts: [[BatchFacts]] = []
      for batches in seen { facts.append(try await batches.collect().map { try BatchFacts($0) }) }
      for list in facts.indices {
        for batch in facts[list].indices {
          #expect(facts[list][batch].isReplayable, "seed \(seed)")
          // The journal omits removals from sections that are also removed.
          facts[list][batch].operations = []
        }
      }
      #expect(facts[0].map(\.targetRevision) == Array(1...120), "seed \(seed)")
      #expect(BatchFacts.difference(facts[1], facts[0]) == nil, "seed \(seed)")
      #expect(BatchFacts.difference(facts[2], facts[0]) == nil, "seed \(seed)")
    }
  }
}

/// A storage that can stop when a list asks it for its last revision.
private struct AskedStorage: JournalForwarding, KeyForwarding {
  let storage: any ListStorage
  private let gate = Guarded<(gate: Gate, skipCount: Int)?>(nil)

  init(storage: any ListStorage) { self.storage = storage }

  /// Stops a question of the list.
  ///
  /// - Parameter skipCount: How many questions pass before it.
  func stop(after skipCount: Int) -> Gate {
    let gate = Gate()
    self.gate.withLock { $0 = (gate, skipCount) }
    return gate
  }

  func storedRevision() throws(StorageError) -> Revision {
    let reached = gate.withLock { next -> Gate? in
      guard let (gate, skipCount) = next else { return nil }
      next = skipCount == 0 ? nil : (gate, skipCount - 1)
      return skipCount == 0 ? gate : nil
    }
    reached?.pass()
    return try (storage as? any JournalStorage)?.storedRevision() ?? 0
  }
}
