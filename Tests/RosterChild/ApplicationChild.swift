import Foundation
import GRDB
import Roster
import RosterGRDB

/// A process for the tests to kill: an application that writes rows of its own and two lists in one transaction without
/// pause, and tells of what it was told is done. Meanwhile it writes other rows without a list.
///
/// The table of the rows is shown as a list as well, `rows`, which follows it.
///
/// Change 1 inserts row 1 and appends it to `one`; change 2 inserts row 2, appends it to `one`, and inserts row 1 in
/// `other`; and so on. The application keeps its last 50 rows.
enum ApplicationChild {
  static let usage = "RosterChild application write PATH"

  private struct Item: Codable, FetchableRecord, PersistableRecord {
    var id: Int64
    var title: String
  }

  private typealias List = ListDataSource<Int64, String, Never>

  /// The number of rows that the application keeps.
  private static let rowCount: Int64 = 50

  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 2, arguments[0] == "write" else { throw WrongArguments(usage: usage) }
    let pool = try DatabasePool(path: arguments[1])
    var migrator = DatabaseMigrator()
    migrator.registerMigration("rows") { db in
      try db.execute(sql: "CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
      try db.execute(sql: "CREATE TABLE visit (id INTEGER PRIMARY KEY)")
    }
    try migrator.migrate(pool)
    let roster = try RosterDatabase(pool)
    let one = try List(roster.location(list: "one"))
    let other = try List(roster.location(list: "other"))
    let rows = try roster.table(Item.self, list: "rows")
    defer { withExtendedLifetime(rows) {} }
    let visiting = Thread {
      while true { try? pool.write { try $0.execute(sql: "INSERT INTO visit DEFAULT VALUES") } }
    }
    visiting.start()
    while true {
      if let failure = rows.failure { throw failure }
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
      say("\(one.snapshot.revision)")
    }
  }
}
