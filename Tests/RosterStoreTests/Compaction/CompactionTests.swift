import CSQLite
import Foundation
import RosterCore
import RosterRows
import RosterTestKit
import RosterTestSupport
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
        try database.integer("SELECT count(*) FROM \(table) WHERE until <= ?", [revision]) ?? -1
      }
    }
  }

  @Test func beforeImagesThatOnlyRemovedRevisionsNeedAreGone() throws {
    try withList { list, storage, temporary in
      #expect(try historyCounts(temporary, until: 40).allSatisfy { $0 > 0 })
      try storage.compact(JournalRetention(revisionCountMax: 20))
      #expect(try historyCounts(temporary, until: 40) == [0, 0, 0])
    }
  }

  @Test func whatIsOlderThanAnAgeIsRemoved() throws {
    try withList { list, storage, temporary in
      try temporary.store.pool.write {
        try $0.execute("UPDATE journal SET committed = committed - 60000 WHERE id & 0xff < 31")
        try $0.execute("UPDATE journal SET committed = NULL WHERE id & 0xff < 11")
        try storage.renewDigests($0)
      }
      #expect(try storage.compact(JournalRetention(ageMax: .seconds(90))).oldestRevision == 10)
      #expect(try storage.compact(JournalRetention(ageMax: .seconds(30))).oldestRevision == 30)
      #expect(try storage.compact(JournalRetention(ageMax: .zero)).oldestRevision == 59)
    }
  }

  @Test func aJournalThatIsTooLargeLosesItsOldestRevisions() throws {
    try withStore { temporary in
      let storage = try temporary.list()
      var state = try storage.commit(newSection(["x"]), on: storage.load())
      let path = ItemPath(section: 0, item: 0)
      for number in 0..<2_000 {
        let model = "\(number)" + String(repeating: "x", count: 1_000)
        state = try storage.commit(Changeset { $0.updateItem(at: path, model) }, on: state)
      }
      let before = try temporary.store.byteCounts().used
      // A revision writes a model of 1,000 bytes and some, and a text of some 30.
      let limit = 1_000_000
      let result = try storage.compact(JournalRetention(byteCountMax: limit))
      #expect(result.removedCount > 1_000 && result.removedCount < 1_050)
      #expect(try temporary.store.byteCounts().used < before * 6 / 10)
      let nothing = try storage.compact(JournalRetention(byteCountMax: limit))
      #expect(nothing.removedCount == 0)
      let everything = try storage.compact(JournalRetention(byteCountMax: 0))
      #expect(everything.oldestRevision == 2_001 - JournalRetention.leastRevisionCount)
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

  /// A compaction looks at each row that a revision has inserted. Others can write after some thousand of them.
  @Test func revisionsOfManyInsertionsAreRemovedInSeveralTransactions() throws {
    try withStore { temporary in
      let storage = try temporary.list()
      var state = try storage.load()
      let many = Array(repeating: "x", count: CompactionPlan.changeCountMax)
      for models in [many, ["y"], ["z"]] {
        state = try storage.commit(newSection(models), on: state)
      }
      let commitCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)
      commitCount.initialize(to: 0)
      defer { commitCount.deallocate() }
      temporary.store.pool.write {
        _ = sqlite3_commit_hook(
          $0.handle,
          { count in
            count?.assumingMemoryBound(to: Int.self).pointee += 1
            return 0
          }, commitCount)
      }
      defer { temporary.store.pool.write { _ = sqlite3_commit_hook($0.handle, nil, nil) } }
      #expect(try storage.compact(JournalRetention(revisionCountMax: 0)).removedCount == 2)
      #expect(commitCount.pointee == 2)
    }
  }

  /// It does not hold up others by reading what it leaves to the next one.
  @Test func aTransactionComparesOnlyTheRevisionsThatItRemoves() throws {
    try withStore { temporary in
      let storage = try temporary.list()
      var state = try storage.load()
      let many = Array(repeating: "x", count: CompactionPlan.changeCountMax)
      for models in [many, ["y"], ["z"]] {
        state = try storage.commit(newSection(models), on: state)
      }
      let change = try temporary.store.pool.write { database in
        let change = try database.text("SELECT change FROM journal WHERE id & 0xff = 2")
        try database.execute("UPDATE journal SET change = 'x' WHERE id & 0xff = 2")
        return change
      }
      let retention = JournalRetention(revisionCountMax: 0)
      #expect(storageErrorCode { _ = try storage.compact(retention) } == .corrupt)
      #expect(try storage.oldestRevision() == 1)
      try temporary.store.pool.write {
        try $0.cachedPrepared("UPDATE journal SET change = ? WHERE id & 0xff = 2").run(change)
      }
      #expect(try storage.compact(retention).oldestRevision == 2)
    }
  }

  @Test func whatARevisionHasWrittenIsReadOnce() throws {
    try withStore { temporary in
      let storage = try temporary.list()
      var state = try storage.load()
      for models in [["a", "b", "c"], ["d", "e"], ["f"]] {
        state = try storage.commit(newSection(models), on: state)
      }
      var removedCount = 0
      let statements = try temporary.store.statements {
        removedCount = try storage.compact(JournalRetention(revisionCountMax: 0)).removedCount
      }
      #expect(removedCount == 2)
      func count(reading table: String) -> Int {
        statements.count(where: { $0.hasPrefix("SELECT") && $0.contains("FROM \(table)\n") })
      }
      #expect(count(reading: "item") == 5)
      #expect(count(reading: "section") == 2)
      #expect(count(reading: "item_history") == 0)
    }
  }

  @Test func anEntryThatIsUnreadableEndsACompactionWithNothingRemoved() throws {
    try withStore { temporary in
      let storage = try temporary.list()
      var list = try CommittedList(storage)
      var changesets = RandomChangesets(seed: 1)
      try list.commit(20, from: &changesets)
      let change = try temporary.store.pool.write { database in
        let change = try database.text("SELECT change FROM journal WHERE id & 0xff = 7")
        try database.execute("UPDATE journal SET change = 'x' WHERE id & 0xff = 7")
        return change
      }
      let retention = JournalRetention(revisionCountMax: 0)
      #expect(storageErrorCode { _ = try storage.compact(retention) } == .corrupt)
      #expect(try storage.oldestRevision() == 0)
      try temporary.store.pool.write {
        try $0.cachedPrepared("UPDATE journal SET change = ? WHERE id & 0xff = 7").run(change)
      }
    }
  }

}
