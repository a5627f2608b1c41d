import Foundation
import GRDB
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// What is erased from a file while others have it open; `RosterTests.ErasingTests` has what is erased.
@Suite("Erasing a file") struct ErasingTests {
  private static func removed(_ list: SQLiteList) throws -> ListState {
    let state = try list.commit(
      [
        Changeset {
          $0.insertSection(at: 0, "first")
          $0.insertItems(["canary", "other"], at: ItemPath(section: 0, item: 0))
        }, Changeset { $0.removeItem(at: ItemPath(section: 0, item: 0)) },
      ], on: try list.load())
    return state
  }

  private static func hasCanary(_ path: String) throws -> Bool {
    try ["", "-wal"].contains {
      let url = URL(fileURLWithPath: path + $0)
      guard FileManager.default.fileExists(atPath: url.path) else { return false }
      return try Data(contentsOf: url).range(of: Data("canary".utf8)) != nil
    }
  }

  /// A connection that still reads keeps the log, which is said; the lists are whole, and when it has ended, the rest goes.
  @Test func aReaderKeepsTheLog() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "lists.sqlite")
    let store = try SQLiteStore(path: path)
    let list = try #require(try store.list(named: "a"))
    let state = try Self.removed(list)
    let reader = try DatabaseQueue(path: path)
    try reader.inDatabase { database in
      try database.execute(sql: "BEGIN")
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM item_history") == 1)
      let error = #expect(throws: StorageError.self) { try store.eraseRemains() }
      #expect(error?.code == .busy)
      #expect(try Self.hasCanary(path))
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM item_history") == 1)
      try database.execute(sql: "COMMIT")
    }
    #expect(try list.load().revision == state.revision + 1)
    #expect(try store.eraseRemains() == 0)
    #expect(try !Self.hasCanary(path))
    #expect(try store.check().isEmpty)
  }

  /// A revision is added only to a list whose last one has replaced something.
  @Test func aListGetsARevisionOnlyIfItsLastOneHasReplacedSomething() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "lists.sqlite"))
    let (one, other) = (
      try #require(try store.list(named: "a")), try #require(try store.list(named: "b"))
    )
    _ = try #require(try store.list(named: "never changed"))
    let removed = try Self.removed(one)
    let inserted = try other.commit(
      Changeset { $0.insertItem("third", at: ItemPath(section: 0, item: 0)) },
      on: try Self.removed(other))
    #expect(try store.eraseRemains() == 4)
    #expect(try one.load().revision == removed.revision + 1)
    #expect(try other.load().revision == inserted.revision)
    let entry = try #require(try one.journal(after: removed.revision, limit: 1).first)
    #expect(entry.annotation.origin == "erase" && entry.record.replacedCount == 0)
    #expect(
      try one.models(of: one.load().itemIDs(inSection: 0), at: removed.revision + 1) == [
        .text("other")
      ])
    #expect(try store.check().isEmpty)
  }

  /// The log is as short as the commit behind the vacuum.
  @Test func aVacuumShortensTheLog() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "lists.sqlite")
    let store = try SQLiteStore(path: path)
    let list = try #require(try store.list(named: "a"))
    var state = try list.load()
    for number in 0..<100 {
      state = try list.commit(
        Changeset {
          if number == 0 { $0.insertSection(at: 0, "first") }
          $0.insertItem(String(repeating: "x", count: 1_000), at: ItemPath(section: 0, item: 0))
        }, on: state)
    }
    func logSize() throws -> Int {
      try #require(
        try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int)
    }
    #expect(try logSize() > 100_000)
    try store.vacuum()
    #expect(try logSize() < 20_000)
  }
}
