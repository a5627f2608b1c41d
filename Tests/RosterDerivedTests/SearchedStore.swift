import RosterCore
import RosterRows
import RosterStore
import RosterTestKit
import Testing

#if Postgres
  import RosterPostgres
#endif

/// The stores in which a search must find the same: by SQLite's FTS5, and by a table of words on a server.
enum SearchedStore: String, CaseIterable, CustomTestStringConvertible {
  case memory, server

  /// Those that this build and this machine have.
  static let all = PostgresServer.missing == nil ? allCases : [.memory]

  var testDescription: String { rawValue }

  /// Makes a store without lists.
  func make() throws -> any JointStorage & InspectableStore {
    switch self {
    case .memory: return try SQLiteStore.inMemory()
    case .server:
      #if Postgres
        let server = try #require(
          PostgresServer.shared, "PostgreSQL is installed, but did not start")
        var configuration = PostgresConfiguration(server.connection)
        configuration.schema = server.newSchema()
        configuration.connectionCountMax = 2
        return try PostgresStore(configuration)
      #else
        throw StorageError(.failed, "built without the trait Postgres")
      #endif
    }
  }

  /// Returns what is wrong with the lists of a store.
  static func findings(_ store: any JointStorage & InspectableStore) throws -> [String] {
    if let store = store as? SQLiteStore { return try store.check().map(\.description) }
    return try store.findingsBesideRows().map { "\($0.list ?? ""): \($0.message)" }
  }
}
