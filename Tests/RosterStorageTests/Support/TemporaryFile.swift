import RosterCore
import RosterRows
import RosterTestKit
import Testing

@testable import RosterStore

/// Lists in a file.
final class TemporaryFile: TemporaryStorage {
  private let folder: TemporaryFolder
  private var store: SQLiteStore
  private var others: [SQLiteStore] = []

  init(_ clock: (@Sendable () -> Int)?) throws {
    folder = try TemporaryFolder()
    var configuration = SQLiteConfiguration()
    if let clock { configuration.clock = clock }
    store = try SQLiteStore(path: folder.path(of: "list.sqlite"), configuration: configuration)
  }

  func list(_ name: String, _ pageSizes: PageSizes) throws -> any JournalStorage {
    try #require(try store.list(named: name, create: true, pageSizes))
  }

  func reopen() throws {
    try store.close()
    store = try SQLiteStore(path: store.path, configuration: store.configuration)
  }

  func listOfAnotherWriter(_ name: String) throws -> any JournalStorage {
    let other = try SQLiteStore(path: store.path)
    others.append(other)
    return try #require(try other.list(named: name))
  }

  func rowCount(_ table: StateRows, of name: String) throws -> Int {
    try store.rowCount(table, of: name)
  }

  /// Alters rows.
  func execute(_ sql: String) throws { try store.pool.write { try $0.execute(sql) } }

  func findings() throws -> [String] { try store.check().map(\.description) }
}

extension SQLiteStore {
  /// The number of rows that a table has of a list.
  func rowCount(_ table: StateRows, of name: String) throws -> Int {
    let keys = try #require(try list(named: name)).keys
    return try pool.read {
      try $0.integer(
        "SELECT count(*) FROM \(names.name(table.rawValue)) WHERE item BETWEEN ? AND ?",
        [keys.first, keys.last]) ?? 0
    }
  }
}
