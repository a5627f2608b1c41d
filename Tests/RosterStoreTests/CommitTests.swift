import CSQLite
import RosterCore
import RosterTestSupport
import Testing

@testable import RosterStore

@Suite("Commits that must not be")
struct CommitTests {
  private let changes: [Changeset<String, String>] = [
    Changeset { $0.updateItem(at: ItemPath(section: 0, item: 4), "updated") },
    Changeset { $0.removeItem(at: ItemPath(section: 0, item: 4)) },
    Changeset {
      $0.moveItem(from: ItemPath(section: 0, item: 4), to: ItemPath(section: 1, item: 0))
    },
    Changeset { $0.removeSection(at: 0) },
    Changeset { $0.updateSection(at: 0, "updated") },
    Changeset { $0.insertItem("inserted", at: ItemPath(section: 0, item: 4)) },
  ]

  /// Damages the file of an opened list of two sections, and repairs it in the end.
  private func withDamage(
    _ damage: String, _ repair: String, _ body: (SQLiteList, ListState) throws -> Void
  ) throws {
    try withStore { temporary in
      let list = try temporary.list()
      let items = (1...9).map { "\($0)" }
      let state = try list.commit([newSection(items), newSection(at: 1, [])], on: list.load())
      let run = { (sql: String) in
        try temporary.store.pool.write {
          try $0.execute("PRAGMA foreign_keys = OFF; \(sql); PRAGMA foreign_keys = ON")
        }
      }
      try run(damage)
      try body(list, state)
      try run(repair)
      let stored = try list.load()
      #expect(stored.revision == 2)
      #expect(try list.rows(of: stored).sections.map(\.items) == [items, []])
    }
  }

  @Test(arguments: 0..<4)
  func aChangeOfAnItemThatHasNoRowIsCorrupt(change: Int) throws {
    let hide = "UPDATE item SET id = id + 90 WHERE id & 255 = 5"
    try withDamage(hide, "UPDATE item SET id = id - 90 WHERE id & 255 = 95") { list, state in
      #expect(storageErrorCode { _ = try list.commit(changes[change], on: state) } == .corrupt)
    }
  }

  @Test(arguments: [3, 4])
  func aChangeOfASectionThatHasNoRowIsCorrupt(change: Int) throws {
    let hide = "UPDATE section SET id = id + 90 WHERE id & 255 = 1"
    try withDamage(hide, "UPDATE section SET id = id - 90 WHERE id & 255 = 91") { list, state in
      #expect(storageErrorCode { _ = try list.commit(changes[change], on: state) } == .corrupt)
    }
  }

  @Test func aChangeOfALeafThatHasNoRowIsCorrupt() throws {
    let hide = "UPDATE leaf SET id = id + 90"
    try withDamage(hide, "UPDATE leaf SET id = id - 90") { list, state in
      #expect(storageErrorCode { _ = try list.commit(changes[5], on: state) } == .corrupt)
    }
  }

  @Test func anInsertionOfANumberThatHasARowIsCorrupt() throws {
    let plant = """
      INSERT INTO item (id, leaf, version, model)
      SELECT id + 1, leaf, version, model FROM item WHERE id & 255 = 9
      """
    try withDamage(plant, "DELETE FROM item WHERE id & 255 = 10") { list, state in
      #expect(storageErrorCode { _ = try list.commit(changes[5], on: state) } == .corrupt)
    }
  }

  @Test func aFailedCommitLeavesNothingBehindForTheNext() throws {
    let hide = "UPDATE item SET id = id + 90 WHERE id & 255 = 5"
    try withDamage(hide, "UPDATE item SET id = id - 90 WHERE id & 255 = 95") { list, state in
      let group = [changes[5], newSection(at: 0, ["new"]), Changeset { $0.removeSection(at: 1) }]
      #expect(storageErrorCode { _ = try list.commit(group, on: state) } == .corrupt)
      let journal = try list.journal(after: 0, limit: 9)
      #expect(journal.count == 2)
    }
  }

  @Test func aModelThatIsTooLargeIsUnencodable() throws {
    try withStore { temporary in
      let list = try temporary.list()
      let state = try list.load()
      _ = try list.commit(Changeset(), on: state)
      temporary.store.pool.write { database in
        _ = sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, 1_000_000)
      }
      let large = newSection([String(repeating: "x", count: 2_000_000)])
      let error = #expect(throws: StorageError.self) { try list.commit(large, on: list.load()) }
      #expect(error?.code == .unencodable)
      #expect(error?.message.contains("a value is larger than a row may be (") == true)
      #expect(error?.message.hasSuffix("item)") == true)
      let small = try list.commit(newSection(["small"]), on: list.load())
      #expect(small.revision == 2)
    }
  }
}
