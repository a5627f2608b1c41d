import RosterCore
import RosterStore
import Testing

/// Lists in a store in memory, which would go if it were closed.
final class TemporaryMemoryStore: TemporaryStorage {
  private let store: SQLiteStore

  init(_ clock: (@Sendable () -> Int)?) throws {
    var configuration = SQLiteConfiguration()
    if let clock { configuration.clock = clock }
    store = try SQLiteStore.inMemory(configuration: configuration)
  }

  func list(_ name: String, _ pageSizes: PageSizes) throws -> any JournalStorage {
    try #require(try store.list(named: name, create: true, pageSizes))
  }

  func reopen() {}

  func listOfAnotherWriter(_ name: String) throws -> any JournalStorage { try list(name) }

  func rowCount(_ table: StateRows, of name: String) throws -> Int {
    try store.rowCount(table, of: name)
  }

  func findings() throws -> [String] { try store.check().map(\.description) }
}
