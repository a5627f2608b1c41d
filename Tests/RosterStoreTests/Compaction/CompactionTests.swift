import Foundation
import GRDB
import RosterCore
import RosterTestSupport
import Synchronization
import Testing

@testable import RosterStore

/// What a compaction removes from the journal, and what it leaves.
@Suite("Compaction")
struct CompactionTests {
  /// Runs a test on a list with random changes and states in every second one of its revisions.
  private func withList(
    revisions count: Int = 60, seed: UInt64 = 1,
    _ body: (inout CommittedList, SQLiteList, TemporaryStore) throws -> Void
  ) throws {
    try withStore { temporary in
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

  /// The numbers of rows that only old revisions need.
  private func historyCounts(_ temporary: TemporaryStore, until revision: Revision) throws -> [Int]
  {
    try temporary.store.pool.read { database in
      try ["item_history", "section_history", "state_history"].map { table in
        try Int.fetchOne(
          database, sql: "SELECT count(*) FROM \(table) WHERE until <= ?", arguments: [revision])
          ?? -1
      }
    }
  }

  @Test func theNewestRevisionsStayReadableAndTheOthersAreGone() throws {
    try withList { list, storage, temporary in
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

      let result = try storage.compact(JournalRetention(revisionCountMax: 20))
      #expect(result == JournalCompaction(removedCount: 40, oldestRevision: 40))
      #expect(try storage.oldestRevision() == 40)
      #expect(try historyCounts(temporary, until: 40) == [0, 0, 0])
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

  @Test func theListGoesOnAfterACompaction() throws {
    try withList { list, storage, temporary in
      try storage.compact(JournalRetention(revisionCountMax: 0))
      #expect(try storage.oldestRevision() == 59)
      try temporary.reopen()
      try list.reopen(temporary.list())
      var changesets = RandomChangesets(seed: 9)
      try list.commit(5, from: &changesets)
      #expect(try list.difference() == nil)
    }
  }

  @Test func anEmptyListAndOneWithoutALimitAreLeftAlone() throws {
    try withList { _, storage, temporary in
      #expect(try storage.compact(JournalRetention()).removedCount == 0)
      let empty = try temporary.list("empty")
      let result = try empty.compact(JournalRetention(revisionCountMax: 0))
      #expect(result == JournalCompaction(removedCount: 0, oldestRevision: 0))
    }
  }

  @Test func otherListsOfTheFileKeepTheirJournals() throws {
    try withList { _, storage, temporary in
      var other = try CommittedList(temporary.list("other"))
      var changesets = RandomChangesets(seed: 3)
      try other.commit(9, from: &changesets)
      try storage.compact(JournalRetention(revisionCountMax: 1))
      #expect(try temporary.list("other").oldestRevision() == 0)
      #expect(try temporary.list("other").journal(after: 0, limit: 99).count == 9)
    }
  }

  @Test func whatIsOlderThanAnAgeIsRemoved() throws {
    try withList { list, storage, temporary in
      try temporary.store.pool.write {
        try $0.execute(sql: "UPDATE journal SET committed = committed - 60000 WHERE id & 0xff < 31")
        try $0.execute(sql: "UPDATE journal SET committed = NULL WHERE id & 0xff < 11")
        try storage.renewDigests($0)
      }
      #expect(try storage.compact(JournalRetention(ageMax: .seconds(90))).oldestRevision == 10)
      #expect(try storage.compact(JournalRetention(ageMax: .seconds(30))).oldestRevision == 30)
      #expect(try storage.compact(JournalRetention(ageMax: .zero)).oldestRevision == 59)
    }
  }

  /// Revisions 1 to 6 are committed at 9:00, 9:10, 8:20, 8:30, a day ahead, and 8:40.
  @Test(arguments: [
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
  func aClockThatJumpsKeepsWhatIsYoung(now: Int, age: Int, oldest: Revision) throws {
    let times = Mutex([540, 550, 500, 510, 540 + 1_440, 520, now])
    var configuration = SQLiteConfiguration()
    configuration.clock = { 60_000 * times.withLock { $0.removeFirst() } }
    try withStore(configuration) { temporary in
      let storage = try temporary.list()
      var list = try CommittedList(storage)
      var changesets = RandomChangesets(seed: 7)
      for _ in 1...6 { try list.commit(1, from: &changesets) }
      let result = try storage.compact(JournalRetention(ageMax: .seconds(60 * age)))
      #expect(result.oldestRevision == oldest)
      #expect(try storage.rows(of: storage.load()) == storage.rows(of: list.state))
    }
  }

  @Test func anAgeBeyondAllClocksIsForever() throws {
    try withList { list, storage, _ in
      let forever = try storage.compact(JournalRetention(ageMax: .seconds(Int64.max)))
      #expect(forever.removedCount == 0)
      let never = try storage.compact(JournalRetention(ageMax: .seconds(Int64.min)))
      #expect(never.oldestRevision == 59)
    }
  }

  @Test func aFileThatIsTooLargeLosesItsOldestRevisions() throws {
    try withStore { temporary in
      let storage = try temporary.list()
      var state = try storage.commit(newSection(["x"]), on: storage.load())
      let path = ItemPath(section: 0, item: 0)
      for number in 0..<2_000 {
        let model = "\(number)" + String(repeating: "x", count: 1_000)
        state = try storage.commit(Changeset { $0.updateItem(at: path, model) }, on: state)
      }
      let before = try temporary.store.byteCounts().used
      let limit = before / 2
      let result = try storage.compact(JournalRetention(byteCountMax: limit))
      #expect(try temporary.store.byteCounts().used <= limit)
      // No more than was asked for, up to the revisions of one transaction.
      #expect(result.removedCount > 800 && result.removedCount < 1_400)
      let nothing = try storage.compact(JournalRetention(byteCountMax: limit))
      #expect(nothing.removedCount == 0)
      let everything = try storage.compact(JournalRetention(byteCountMax: 0))
      #expect(everything.oldestRevision == 2_000)
    }
  }

  @Test func aVacuumGivesBackWhatIsFree() throws {
    try withList(revisions: 400) { list, storage, temporary in
      try storage.compact(JournalRetention(revisionCountMax: 0))
      let counts = try temporary.store.byteCounts()
      #expect(counts.free > 0)
      try temporary.store.vacuum()
      #expect(try temporary.store.byteCounts().free == 0)
      let size = try FileManager.default.attributesOfItem(atPath: temporary.path)[.size] as? Int
      #expect(try size == temporary.store.byteCounts().used)
      var changesets = RandomChangesets(seed: 9)
      try list.commit(5, from: &changesets)
      #expect(try list.difference() == nil)
    }
  }

  @Test func anEntryThatIsUnreadableEndsACompactionWithNothingRemoved() throws {
    try withStore { temporary in
      let storage = try temporary.list()
      var list = try CommittedList(storage)
      var changesets = RandomChangesets(seed: 1)
      try list.commit(20, from: &changesets)
      let change = try temporary.store.pool.write { database in
        let change = try String.fetchOne(
          database, sql: "SELECT change FROM journal WHERE id & 0xff = 7")
        try database.execute(sql: "UPDATE journal SET change = 'x' WHERE id & 0xff = 7")
        return change
      }
      let retention = JournalRetention(revisionCountMax: 0)
      #expect(storageErrorCode { _ = try storage.compact(retention) } == .corrupt)
      #expect(try storage.oldestRevision() == 0)
      try temporary.store.pool.write {
        try $0.execute(
          sql: "UPDATE journal SET change = ? WHERE id & 0xff = 7", arguments: [change])
      }
    }
  }

  @Test func anUndoGoesNoFurtherThanTheJournal() throws {
    try withStore { temporary in
      let storage = try temporary.list()
      var state = try storage.load()
      for number in 0..<6 { state = try storage.commit(newSection(["\(number)"]), on: state) }
      try storage.compact(JournalRetention(revisionCountMax: 2))
      #expect(try storage.steps(at: 5) == JournalSteps(undo: [5]))
      #expect(try storage.steps(at: 4) == JournalSteps(isUndoCompacted: true))
    }
  }

  @Test func aGroupOfWhichAPartIsGoneIsNotTakenBack() throws {
    try withStore { temporary in
      let storage = try temporary.list()
      var builder = CommitGroupBuilder(try storage.load())
      for number in 0..<6 {
        try builder.add(
          newSection(["\(number)"]), ChangeAnnotation(group: number < 4 ? "a" : "b"))
      }
      try storage.commit(builder.group)
      #expect(try storage.steps(at: 4).undo == [4, 3, 2, 1])
      try storage.compact(JournalRetention(revisionCountMax: 3))
      #expect(try storage.steps(at: 6).undo == [6, 5])
      #expect(try storage.steps(at: 4) == JournalSteps(isUndoCompacted: true))
    }
  }
}
