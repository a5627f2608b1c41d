import GRDB
import RosterCore
import RosterGRDB
import RosterRows
import RosterTestKit
import Testing

@testable import RosterStore

/// Lists in the database of an application, whose own tables have the names that the tables of a list have in a file of
/// Roster's own.
final class TemporaryApplication: TemporaryStorage {
  private let folder: TemporaryFolder
  private let configuration: SQLiteConfiguration
  private var pool: DatabasePool
  private var store: SQLiteStore
  private var others: [SQLiteStore] = []

  init(_ clock: (@Sendable () -> Int)?) throws {
    folder = try TemporaryFolder()
    var configuration = SQLiteConfiguration()
    if let clock { configuration.clock = clock }
    self.configuration = configuration
    pool = try DatabasePool(path: folder.path(of: "application.sqlite"))
    try pool.write { database in
      for name in TableNames.all.sorted() {
        try database.execute(sql: "CREATE TABLE \(name) (id INTEGER PRIMARY KEY, title TEXT)")
        try database.execute(sql: "INSERT INTO \(name) (title) VALUES ('own')")
      }
    }
    store = try Self.store(pool, configuration)
  }

  private static func store(
    _ pool: DatabasePool, _ configuration: SQLiteConfiguration
  ) throws -> SQLiteStore {
    try SQLiteStore(beside: ApplicationConnections(pool), path: pool.path, configuration)
  }

  func list(_ name: String, _ pageSizes: PageSizes) throws -> any JournalStorage {
    try #require(try store.list(named: name, create: true, pageSizes))
  }

  func reopen() throws {
    try store.close()
    try pool.close()
    pool = try DatabasePool(path: pool.path)
    store = try Self.store(pool, configuration)
  }

  func listOfAnotherWriter(_ name: String) throws -> any JournalStorage {
    let other = try Self.store(DatabasePool(path: pool.path), SQLiteConfiguration())
    others.append(other)
    return try #require(try other.list(named: name))
  }

  func rowCount(_ table: StateRows, of name: String) throws -> Int {
    try store.rowCount(table, of: name)
  }

  /// What is wrong, also with the application's tables.
  func findings() throws -> [String] {
    let altered = try pool.read { database in
      try TableNames.all.sorted().filter {
        try String.fetchAll(database, sql: "SELECT title FROM \($0)") != ["own"]
      }
    }
    return try store.check().map(\.description) + altered.map { "table \($0) was altered" }
  }
}
