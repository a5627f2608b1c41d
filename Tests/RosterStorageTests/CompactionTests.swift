import RosterCore
import RosterTestKit
import RosterTestSupport
import Synchronization
import Testing

/// What a compaction leaves of a journal.
@Suite("Compaction of every storage")
struct CompactionTests {
  /// Runs a test on a list with random changes and states in every second one of its revisions.
  private func withList(
    _ kind: StorageKind, revisions count: Int = 60, seed: UInt64 = 1,
    _ body: (inout CommittedList, any JournalStorage, any TemporaryStorage) throws -> Void
  ) throws {
    try withStorage(kind) { temporary in
      let storage = try temporary.list()
      var list = try CommittedList(storage)
      var changesets = RandomChangesets(seed: seed)
      for number in 0..<count / 2 {
        try list.commit(1, from: &changesets)
        try list.commitStates(1, seed: seed &+ UInt64(number))
      }
      try body(&list, storage, temporary)
    }
  }

  @Test(arguments: StorageKind.all)
  func theNewestRevisionsStayReadableAndTheOthersAreGone(kind: StorageKind) throws {
    try withList(kind) { list, storage, temporary in
      var states: [ListState] = [list.state]
      for entry in try storage.journal(after: 0, limit: 60).reversed() {
        states.append(try states[states.count - 1].reverting(entry.record))
      }
      states.reverse()
      let rows = try states.map { try storage.rows(of: $0) }
      let items = try (0..<list.state.sectionCount).flatMap {
        try list.state.itemIDs(inSection: $0)
      }
      let before = try (40...60).map { try storage.states(of: items, at: $0) }

      let result = try storage.compact(JournalRetention(revisionCountMax: 20), keeping: nil)
      #expect(result == JournalCompaction(removedCount: 40, oldestRevision: 40))
      #expect(try storage.oldestRevision() == 40)
      for revision in 40...60 {
        #expect(try storage.rows(of: states[revision]) == rows[revision], "revision \(revision)")
      }
      #expect(try (40...60).map { try storage.states(of: items, at: $0) } == before)
      #expect(try storage.journal(after: 40, limit: 99).count == 20)
      #expect(storageErrorCode { _ = try storage.journal(after: 39, limit: 1) } == .compacted)
      #expect(storageErrorCode { _ = try storage.states(of: items, at: 39) } == .compacted)
      let gone = ItemID(rawValue: 1 << 30)
      #expect(storageErrorCode { _ = try storage.models(of: [gone], at: 39) } == .compacted)
      #expect(try storage.models(of: [gone], at: 40) == [nil])
    }
  }

  @Test(arguments: StorageKind.all)
  func theListGoesOnAfterACompaction(kind: StorageKind) throws {
    try withList(kind) { list, storage, temporary in
      _ = try storage.compact(JournalRetention(revisionCountMax: 0), keeping: nil)
      #expect(try storage.oldestRevision() == 59)
      try temporary.reopen()
      try list.reopen(temporary.list())
      var changesets = RandomChangesets(seed: 9)
      try list.commit(5, from: &changesets)
      #expect(try list.difference() == nil)
    }
  }

  @Test(arguments: StorageKind.all)
  func anEmptyListAndOneWithoutALimitAreLeftAlone(kind: StorageKind) throws {
    try withList(kind) { _, storage, temporary in
      #expect(try storage.compact(JournalRetention(), keeping: nil).removedCount == 0)
      let empty = try temporary.list("empty")
      let result = try empty.compact(JournalRetention(revisionCountMax: 0), keeping: nil)
      #expect(result == JournalCompaction(removedCount: 0, oldestRevision: 0))
    }
  }

  @Test(arguments: StorageKind.all)
  func otherListsKeepTheirJournals(kind: StorageKind) throws {
    try withList(kind) { _, storage, temporary in
      var other = try CommittedList(temporary.list("other"))
      var changesets = RandomChangesets(seed: 3)
      try other.commit(9, from: &changesets)
      _ = try storage.compact(JournalRetention(revisionCountMax: 1), keeping: nil)
      #expect(try temporary.list("other").oldestRevision() == 0)
      #expect(try temporary.list("other").journal(after: 0, limit: 99).count == 9)
    }
  }

  /// Revisions 1 to 6 are committed at 9:00, 9:10, 8:20, 8:30, a day ahead, and 8:40.
  @Test(
    arguments: StorageKind.all,
    [
      // At 9:05, when revision 1 is 5 minutes old.
      (545, 30, 0),
      // At 9:35, when revision 2 is the first that is younger than half an hour.
      (575, 30, 1),
      // At 9:50, when only the revision is young that a clock was a day ahead at.
      (590, 30, 4),
      // The clock says 7:00: nothing is older than that.
      (420, 30, 0),
      // It says ten years later: everything is, and the last row stays.
      (5_256_000, 30, 5),
    ])
  func aClockThatJumpsKeepsWhatIsYoung(
    kind: StorageKind, row: (now: Int, age: Int, oldest: Revision)
  ) throws {
    let (now, age, oldest) = row
    let times = Mutex([540, 550, 500, 510, 540 + 1_440, 520, now])
    let clock: @Sendable () -> Int = { 60_000 * times.withLock { $0.removeFirst() } }
    try withStorage(kind, clock: clock) { temporary in
      let storage = try temporary.list()
      var list = try CommittedList(storage)
      var changesets = RandomChangesets(seed: 7)
      for _ in 1...6 { try list.commit(1, from: &changesets) }
      let result = try storage.compact(JournalRetention(ageMax: .seconds(60 * age)), keeping: nil)
      #expect(result.oldestRevision == oldest)
      #expect(try storage.rows(of: storage.load()) == storage.rows(of: list.state))
    }
  }

  @Test(arguments: StorageKind.all)
  func anAgeBeyondAllClocksIsForever(kind: StorageKind) throws {
    try withList(kind) { list, storage, _ in
      let forever = try storage.compact(JournalRetention(ageMax: .seconds(Int64.max)), keeping: nil)
      #expect(forever.removedCount == 0)
      let never = try storage.compact(JournalRetention(ageMax: .seconds(Int64.min)), keeping: nil)
      #expect(never.oldestRevision == 59)
    }
  }

  @Test(arguments: StorageKind.all)
  func anUndoGoesNoFurtherThanTheJournal(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let storage = try temporary.list()
      var state = try storage.load()
      for number in 0..<6 { state = try storage.commit(newSection(["\(number)"]), on: state) }
      _ = try storage.compact(JournalRetention(revisionCountMax: 2), keeping: nil)
      #expect(try storage.steps(at: 5) == JournalSteps(undo: [5]))
      #expect(try storage.steps(at: 4) == JournalSteps(isUndoCompacted: true))
    }
  }

  @Test(arguments: StorageKind.all)
  func aGroupOfWhichAPartIsGoneIsNotTakenBack(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let storage = try temporary.list()
      var builder = CommitGroupBuilder(try storage.load())
      for number in 0..<6 {
        try builder.add(
          newSection(["\(number)"]), ChangeAnnotation(group: number < 4 ? "a" : "b"))
      }
      try storage.commit(builder.group)
      #expect(try storage.steps(at: 4).undo == [4, 3, 2, 1])
      _ = try storage.compact(JournalRetention(revisionCountMax: 3), keeping: nil)
      #expect(try storage.steps(at: 6).undo == [6, 5])
      #expect(try storage.steps(at: 4) == JournalSteps(isUndoCompacted: true))
    }
  }

  @Test(arguments: StorageKind.all)
  func aRevisionThatIsBeingReadStays(kind: StorageKind) throws {
    try withList(kind) { _, storage, _ in
      let result = try storage.compact(JournalRetention(revisionCountMax: 0), keeping: 33)
      #expect(result == JournalCompaction(removedCount: 33, oldestRevision: 33))
    }
  }

  @Test(arguments: StorageKind.all)
  func moreRevisionsThanOneTransactionRemovesAreRemoved(kind: StorageKind) throws {
    try withList(kind, revisions: 600) { list, storage, _ in
      let result = try storage.compact(JournalRetention(revisionCountMax: 10), keeping: nil)
      #expect(result == JournalCompaction(removedCount: 590, oldestRevision: 590))
      #expect(try list.difference() == nil)
    }
  }

  // MARK: Bytes

  /// Commits a list of a large revision and of small ones.
  private func withSizes(
    _ kind: StorageKind, large: Int, small: Int, count: Int,
    _ body: (any JournalStorage) throws -> Void
  ) throws {
    try withStorage(kind) { temporary in
      let storage = try temporary.list()
      let model = String(repeating: "m", count: large)
      var state = try storage.commit(newSection([model, "b"]), on: storage.load())
      for number in 0..<count {
        let model = "\(number % 10)" + String(repeating: "x", count: small - 1)
        state = try storage.commit(
          Changeset { $0.updateItem(at: ItemPath(section: 0, item: 1), model) }, on: state)
      }
      try body(storage)
    }
  }

  @Test(arguments: StorageKind.all)
  func aLimitOfBytesRemovesALargeRevisionAndKeepsTheSmallOnesAfterIt(kind: StorageKind) throws {
    try withSizes(kind, large: 300_000, small: 100, count: 200) { storage in
      let all = try storage.compact(JournalRetention(byteCountMax: 400_000), keeping: nil)
      #expect(all.removedCount == 0)
      let some = try storage.compact(JournalRetention(byteCountMax: 250_000), keeping: nil)
      #expect(some == JournalCompaction(removedCount: 1, oldestRevision: 1))
    }
  }

  @Test(arguments: StorageKind.all)
  func aLimitOfBytesKeepsWhatWasWrittenLast(kind: StorageKind) throws {
    try withSizes(kind, large: 10, small: 1_000, count: 300) { storage in
      var oldest = 0
      for byteCountMax in [1 << 30, 250_000, 120_000] {
        let result = try storage.compact(
          JournalRetention(byteCountMax: byteCountMax), keeping: nil)
        // Each revision has a model of 1,000 bytes and a text of some 40.
        let count = 301 - result.oldestRevision
        #expect(count <= byteCountMax / 1_020 && result.oldestRevision >= oldest)
        #expect(count == 301 || count >= byteCountMax / 1_080)
        oldest = result.oldestRevision
      }
      #expect(oldest > 180)
    }
  }

  @Test(arguments: StorageKind.all, [0, 1, -5])
  func aLimitOfBytesLeavesSomeRevisions(kind: StorageKind, byteCountMax: Int) throws {
    try withSizes(kind, large: 10, small: 10, count: 100) { storage in
      let result = try storage.compact(JournalRetention(byteCountMax: byteCountMax), keeping: nil)
      #expect(result.oldestRevision == 101 - JournalRetention.leastRevisionCount)
      let again = try storage.compact(JournalRetention(byteCountMax: byteCountMax), keeping: nil)
      #expect(again.removedCount == 0)
    }
  }

  @Test(arguments: StorageKind.all, 0..<4 as Range<UInt64>)
  func aLimitOfBytesIsThatOfTheModel(kind: StorageKind, seed: UInt64) throws {
    try withStorage(.memory) { model in
      var expected = try CommittedList(model.list())
      try withList(kind, revisions: 200, seed: seed) { list, storage, _ in
        var changesets = RandomChangesets(seed: seed)
        for number in 0..<100 {
          try expected.commit(1, from: &changesets)
          try expected.commitStates(1, seed: seed &+ UInt64(number))
        }
        for byteCountMax in [20_000, 9_000, 4_000, 1_000] {
          let retention = JournalRetention(byteCountMax: byteCountMax)
          let result = try storage.compact(retention, keeping: nil)
          #expect(try result == model.list().compact(retention, keeping: nil), "seed \(seed)")
        }
      }
    }
  }
}
