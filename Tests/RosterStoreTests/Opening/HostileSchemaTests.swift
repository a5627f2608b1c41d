import Foundation
import GRDB
import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

/// Files whose schema was written to keep a reader busy for ever, or to mislead it.
@Suite("Opening: hostile schemas", .timeLimit(.minutes(10)))
struct HostileSchemaTests {
  private static let tables = [
    "list", "section", "leaf", "item", "item_history", "journal", "state", "supplement_state",
    "subscriber", "sync_device", "sync_pending", "sync_hub", "sync_settled", "sync_loss", "file",
    "grdb_roster_step",
  ]
  private static let endless =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i"

  /// Puts something in the place of a table.
  private static func replacing(_ table: String, by other: String) -> String {
    "PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; "
      + "ALTER TABLE \(table) RENAME TO hidden; \(other)"
  }

  /// Alters statements of the schema.
  private static func rewriting(_ name: String, _ old: String, _ new: String) -> String {
    """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_master SET sql = replace(sql, '\(old)', '\(new)') WHERE name = '\(name)';
    PRAGMA writable_schema = RESET
    """
  }

  private static let views =
    tables.map { replacing($0, by: "CREATE VIEW \($0) AS \(endless) AS id, i AS name FROM n") }
    + ["list", "grdb_roster_step"].map {
      replacing($0, by: "CREATE VIEW \($0.uppercased()) AS \(endless) AS name FROM n")
    }
    + [
      replacing("item", by: "CREATE VIEW item AS SELECT a.* FROM hidden a, hidden b, hidden c")
    ]

  private static let others = [
    replacing(
      "item",
      by: """
        CREATE TABLE item (id INTEGER PRIMARY KEY, leaf, version, model AS (zeroblob(1000000000)));
        INSERT INTO item SELECT id, leaf, version FROM hidden
        """),
    replacing("list", by: "CREATE TABLE list (id INT PRIMARY KEY, name) WITHOUT ROWID"),
    replacing("journal", by: "CREATE VIRTUAL TABLE journal USING fts5 (id, change)"),
    rewriting("list", "TEXT", "TEXT COLLATE unknown"), rewriting("item", "ANY", "TEXT"),
    rewriting("section_of_list", "ord)", "ord) WHERE ord > 200"),
    rewriting("section_of_list", "list, ord", "list, abs(ord)"),
    "DROP INDEX section_of_list; CREATE INDEX Section_Of_List ON section (list)",
  ]

  /// A closed file with a list.
  private func makeFile() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path())
    let list = try #require(try store.list(named: "main"))
    _ = try list.commit(newSection(["a", "b"]), on: list.load())
    try store.close()
    return folder
  }

  private func alter(_ path: String, _ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  private func expectIsRefused(
    _ path: String, _ code: StorageError.Code, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = contents(path)
    for isReadOnly in [true, false] {
      let error = #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
        try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: isReadOnly))
      }
      #expect(error?.code == code, "\(error?.message ?? "")", sourceLocation: sourceLocation)
      #expect(error?.message.hasPrefix(path) == true, sourceLocation: sourceLocation)
    }
    #expect(contents(path) == before, sourceLocation: sourceLocation)
  }

  @Test(arguments: views + others) func aFileWithAnotherTableThanRostersIsRefused(sql: String)
    throws
  {
    let folder = try makeFile()
    try alter(folder.path(), sql)
    try expectIsRefused(folder.path(), .corrupt)
    // Whatever is saved of it, the search ends.
    let target = folder.path("saved.sqlite")
    if let report = try? SQLiteStore.salvage(folder.path(), into: target) {
      #expect(try SQLiteStore(path: target).check() == [])
      #expect(report.lists.count == 1)
    }
  }

  @Test(
    arguments: views + others + [
      "CREATE INDEX other ON item (hex(zeroblob(version)))",
      "CREATE INDEX other ON List (name) WHERE id > 1",
      "CREATE UNIQUE INDEX other ON journal (at)",
    ])
  func aCheckReadsNoRowsBehindSuchASchema(sql: String) throws {
    let folder = try makeFile()
    let store = try SQLiteStore(path: folder.path())
    // Also of a file that was altered while it was open.
    try alter(folder.path(), sql)
    let report = try store.checkReport()
    #expect(report.lists.isEmpty)
    #expect(report.findings.count > 1)
    #expect(report.findings.last?.message.contains("no row was read") == true)
  }

  @Test func aFileOfAnotherApplicationIsNotReadEither() throws {
    let folder = try TemporaryFolder()
    try alter(
      folder.path(), "CREATE VIEW grdb_migrations AS \(Self.endless) AS identifier FROM n")
    try expectIsRefused(folder.path(), .notADatabase)
  }

  @Test func noTriggerRunsWhileAFileIsBroughtUpToDate() throws {
    let folder = try TemporaryFolder(format: 1)
    try alter(
      folder.path(),
      """
      CREATE TRIGGER t AFTER INSERT ON grdb_migrations BEGIN
        INSERT INTO list (id, name) SELECT 2, max(i) FROM (\(Self.endless) FROM n);
      END
      """)
    let error = #expect(throws: StorageError.self) { try SQLiteStore(path: folder.path()) }
    #expect(error?.code == .corrupt)
    #expect(error?.message.contains("trigger t is not one of Roster's") == true)
  }

  /// A page of a tree that leads a hundred times to another one, before all keys.
  private func innerPage(leadingTo child: Int) -> [UInt8] {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    let (cellCount, cellLength) = (100, 13)
    let start = 4_096 - cellCount * cellLength
    var page = [5, 0, 0] + bytes(cellCount, 2) + bytes(start, 2) + [0] + bytes(child, 4)
    for index in 0..<cellCount { page += bytes(start + index * cellLength, 2) }
    page += [UInt8](repeating: 0, count: start - page.count)
    let highestKey: [UInt8] = [0xbf] + [UInt8](repeating: 0xff, count: 8)
    for _ in 0..<cellCount { page += bytes(child, 4) + highestKey }
    return page
  }

  @Test func pagesThatLeadToOnePageAgainAndAgainEnd() throws {
    let folder = try makeFile()
    let root = try DatabaseQueue(path: folder.path()).inDatabase { database in
      _ = try Row.fetchAll(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      return try #require(
        try Int.fetchOne(database, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'item'"))
    }
    var bytes = [UInt8](try #require(contents(folder.path())))
    let place = (root - 1) * 4_096..<root * 4_096
    let rows = Array(bytes[place])
    let pageCount = bytes.count / 4_096
    bytes.replaceSubrange(place, with: innerPage(leadingTo: pageCount + 1))
    for number in 1...6 { bytes += innerPage(leadingTo: pageCount + number + 1) }
    bytes += rows
    bytes[31] = UInt8(pageCount + 7)
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path()))

    let store = try SQLiteStore(
      path: folder.path(), configuration: SQLiteConfiguration(isReadOnly: true))
    #expect(try !store.check().isEmpty)
    try store.close()
    let report = try SQLiteStore.salvage(folder.path(), into: folder.path("saved.sqlite"))
    #expect(report.lists.map(\.itemCount) == [2])
  }

  @Test func tablesOfAnApplicationAreItsOwnAffair() throws {
    let folder = try makeFile()
    try alter(
      folder.path(),
      """
      CREATE TABLE notes (a TEXT COLLATE NOCASE, b AS (zeroblob(1000000000)), CHECK (a <> ''));
      INSERT INTO notes (a) VALUES ('x'), ('y');
      CREATE INDEX notes_size ON notes (length(hex(zeroblob(100))));
      CREATE VIEW everything AS \(Self.endless) FROM n;
      """)
    let store = try SQLiteStore(path: folder.path())
    #expect(try store.check() == [])
    try store.pool.write { try $0.execute("UPDATE item SET model = 'x' WHERE id & 1 = 1") }
    #expect(try store.check().count == 1)
    try alter(
      folder.path(), Self.rewriting("section_of_list", "list, ord", "list, ord ")
    )
    #expect(try SQLiteStore(path: folder.path()).check().count == 1)
  }
}
