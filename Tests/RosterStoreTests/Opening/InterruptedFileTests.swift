import Foundation
import GRDB
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Files that were out of write-ahead mode when a crash interrupted a transaction.
@Suite("Opening: interrupted transactions")
struct InterruptedFileTests {
  private let folder: TemporaryFolder
  private let rows: ListRows<String, String>

  /// Copies a file and its journal in the middle of a transaction, as a crash leaves them.
  init() throws {
    folder = try TemporaryFolder()
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    rows = try list.rows(
      of: list.commit(newSection((0..<3_000).map { "item \($0)" }), on: list.load()))
    try temporary.store.close()
    try Self.interrupt(temporary.path, "UPDATE item SET model = '\"lost\"'", copy: folder.path())
  }

  private static func interrupt(_ path: String, _ sql: String, copy: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { database in
      // Few pages are kept in memory, so that SQLite writes changed ones before the commit.
      try database.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 5")
      try database.execute(sql: "BEGIN; \(sql)")
      for file in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: path + file, toPath: copy + file)
      }
      try database.execute(sql: "ROLLBACK")
    }
    try queue.close()
  }

  private var files: [Data?] { ["", "-journal"].map { contents(folder.path() + $0) } }

  @Test func withoutItsJournalTheFileIsDamaged() throws {
    try FileManager.default.removeItem(atPath: folder.path() + "-journal")
    let store = try SQLiteStore(path: folder.path())
    #expect(try store.check() != [])
  }

  @Test func readingSaysWhatMustBeDoneAndTouchesNothing() throws {
    let before = files
    let error = #expect(throws: StorageError.self) {
      try SQLiteStore(path: folder.path(), configuration: SQLiteConfiguration(isReadOnly: true))
    }
    #expect(error?.code == .readOnly)
    #expect(error?.message.hasPrefix("\(folder.path()): a crash has interrupted a change") == true)
    #expect(error?.message.contains("roster check --recover") == true)
    #expect(files == before)
  }

  @Test func openingForWritingTakesTheTransactionBack() throws {
    let store = try SQLiteStore(path: folder.path())
    #expect(try store.check() == [])
    let list = try #require(try store.list(named: "main", create: false))
    #expect(try list.rows(of: list.load()) == rows)
    _ = try list.commit(newSection(["new"]), on: list.load())
    try store.close()
    #expect(contents(folder.path() + "-journal") == nil)
    let readOnly = SQLiteConfiguration(isReadOnly: true)
    #expect(try SQLiteStore(path: folder.path(), configuration: readOnly).check() == [])
  }

  @Test func aFileOfAnotherApplicationIsNotRecovered() throws {
    let other = try TemporaryFolder()
    try DatabaseQueue(path: other.path("other.sqlite")).write {
      try $0.execute(sql: "CREATE TABLE numbers (a); INSERT INTO numbers VALUES (1)")
    }
    try Self.interrupt(
      other.path("other.sqlite"),
      """
      INSERT INTO numbers WITH RECURSIVE n (a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM n LIMIT 9999)
      SELECT a FROM n
      """, copy: other.path())
    let before = ["", "-journal"].map { contents(other.path() + $0) }
    for isReadOnly in [true, false] {
      let configuration = SQLiteConfiguration(isReadOnly: isReadOnly)
      let error = #expect(throws: StorageError.self) {
        try SQLiteStore(path: other.path(), configuration: configuration)
      }
      #expect(error?.code == .notADatabase)
    }
    #expect(["", "-journal"].map { contents(other.path() + $0) } == before)
  }
}
