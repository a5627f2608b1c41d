import Foundation
import GRDB
import Roster
import RosterDerived
import RosterGRDB

/// A process for the tests to kill: an application that writes rows of its own and two lists in one transaction without
/// pause, and tells of what it was told is done. Meanwhile it writes other rows without a list.
///
/// The table of the rows is shown as a list as well, `rows`, which each write brings up to date in its transaction, and
/// `latest` is a search in that. When it is opened, it must show what the list of the table has, whatever the process
/// before was killed in. `versions` is a list of the table that leaves the rows there, and must have the same ones.
///
/// `newest` has what `one` has, in the opposite order, `thirds` each third of these, and `newest rows` what `rows` has. They
/// are kept together with what they show; with `follow`, they follow it in transactions of their own. They are opened behind
/// change 1.
///
/// Change 1 inserts row 1 and appends it to `one`; change 2 inserts row 2, appends it to `one`, and inserts row 1 in
/// `other`; and so on. The application keeps its last 50 rows.
///
/// With `install` it makes the tables of lists and removes them in turn, and tells how often it has done either. Each
/// time it visits in the same transaction, so there are tables of lists after an odd number of visits.
enum ApplicationChild {
  static let usage = "RosterChild application write|follow|install PATH"

  private struct Item: Codable, FetchableRecord, PersistableRecord {
    var id: Int64
    var title: String
  }

  private struct WrongRows: Error, CustomStringConvertible {
    let description: String
  }

  private typealias List = ListDataSource<Int64, String, Never>

  /// The number of rows that the application keeps.
  private static let rowCount: Int64 = 50

  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 2, ["write", "follow", "install"].contains(arguments[0]) else {
      throw WrongArguments(usage: usage)
    }
    let pool = try DatabasePool(path: arguments[1])
    var migrator = DatabaseMigrator()
    migrator.registerMigration("rows") { db in
      try db.execute(sql: "CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
      try db.execute(sql: "CREATE TABLE visit (id INTEGER PRIMARY KEY)")
    }
    try migrator.migrate(pool)
    if arguments[0] == "install" {
      try await install(in: pool)
    } else {
      try await write(by: pool, together: arguments[0] == "write")
    }
  }

  // MARK: Writing

  private static func write(by pool: DatabasePool, together isTogether: Bool) async throws {
    let roster = try RosterDatabase(pool)
    let one = try List(roster.location(list: "one"))
    let other = try List(roster.location(list: "other"))
    let rows = try roster.table(Item.self, list: "rows")
    let latest = try rows.list.derived("latest", version: "1").where { $0.id % 3 > 0 }
      .search("row shown") { [$0.title, $0.id % 4 > 0 ? "shown" : "hidden"] }
      .sections { $0.id % 2 }.sorted { [.descending($0.id)] }.open()
    let versions = try roster.table(Item.self, .rows, list: "versions")
    if one.snapshot.revision == 0 { try await write(one, other, roster) }
    func open<Model>(
      _ definition: DerivedDefinition<Model, Ungrouped>
    ) throws -> DerivedList<Model, Ungrouped, Never> {
      try (isTogether ? definition.together() : definition).open()
    }
    let newest = try open(one.derived("newest", version: "1").sorted { [.descending($0)] })
    let thirds = try open(
      newest.list.derived("thirds", version: "1").where { $0.isMultiple(of: 3) })
    let newestRows = try open(
      rows.list.derived("newest rows", version: "1").sorted { [.descending($0.id)] })
    defer { withExtendedLifetime((rows, latest, versions)) {} }
    try verify(latest.list.snapshot, of: rows.list.snapshot)
    try await verify(versions.list.snapshot, of: rows.list.snapshot, in: pool)
    let visiting = Thread { while true { try? pool.write { try visit($0) } } }
    visiting.start()
    while true {
      if let failure = rows.failure ?? latest.failure ?? versions.failure { throw failure }
      if let failure = newest.failure ?? thirds.failure ?? newestRows.failure { throw failure }
      try await write(one, other, roster)
      say("\(one.snapshot.revision)")
    }
  }

  /// Makes the next change.
  private static func write(_ one: List, _ other: List, _ roster: RosterDatabase) async throws {
    try await roster.write(one, other) { db, one, other in
      try db.execute(sql: "INSERT INTO item (title) VALUES ('row')")
      let id = db.lastInsertedRowID
      try one.append(id)
      if id > 1 { try other.insert(id - 1, at: 0) }
      try db.execute(sql: "DELETE FROM item WHERE id <= ?", arguments: [id - rowCount])
      if one.state.itemCount > rowCount,
        let oldest = try one.state.itemID(at: ItemPath(section: 0, item: 0))
      {
        try one.remove(oldest)
      }
    }
  }

  private static func visit(_ db: Database) throws {
    try db.execute(sql: "INSERT INTO visit DEFAULT VALUES")
  }

  // MARK: Installing

  private static func install(in pool: DatabasePool) async throws {
    while true {
      let visitCount = try await pool.read { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM visit") ?? 0
      }
      guard visitCount % 2 == 0 else {
        try await use(pool)
        try await pool.write { db in
          try RosterDatabase.uninstall(from: db)
          try visit(db)
        }
        continue
      }
      if visitCount > 0 { say("\(visitCount)") }
      try await pool.write { db in
        try RosterDatabase.install(in: db)
        try visit(db)
      }
      say("\(visitCount + 1)")
    }
  }

  /// Writes a row and a list, while another one shows the table.
  private static func use(_ pool: DatabasePool) async throws {
    let roster = try RosterDatabase(pool)
    let one = try List(roster.location(list: "one"))
    let rows = try roster.table(Item.self, list: "rows")
    try await roster.write(one) { db, one in
      try db.execute(sql: "INSERT INTO item (title) VALUES ('row')")
      try one.append(db.lastInsertedRowID)
    }
    await rows.close()
    await one.close()
    try roster.store.close()
  }

  // MARK: Verifying

  private static func verify(
    _ versions: ListSnapshot<RowVersion<Item>, String>, of rows: ListSnapshot<Item, String>,
    in pool: DatabasePool
  ) async throws {
    let expected = try rows.models().map { [$0.id.description, $0.title] }
    let shown = try versions.models()
    let found = try await pool.read { db in
      try shown.compactMap { try $0.fetch(db) }.filter { !$0.hasChanged }
        .map { [$0.record.id.description, $0.record.title] }
    }
    guard found == expected else {
      throw WrongRows(description: "\(found) is left in the table of \(expected)")
    }
  }

  private static func verify(
    _ latest: ListSnapshot<Item, Int64>, of rows: ListSnapshot<Item, String>
  ) throws {
    let expected = try rows.items(inSection: 0)
      .filter { $0.model.id % 3 > 0 && $0.model.id % 4 > 0 }
      .sorted { ($1.model.id % 2, $0.model.id) > ($0.model.id % 2, $1.model.id) }
    let shown = try (0..<latest.sectionCount).flatMap { try latest.items(inSection: $0) }
    guard shown.map(\.id) == expected.map(\.id), shown.map(\.model.id) == expected.map(\.model.id)
    else {
      throw WrongRows(
        description: "\(shown.map(\.model.id)) is shown of \(expected.map(\.model.id))")
    }
  }
}
