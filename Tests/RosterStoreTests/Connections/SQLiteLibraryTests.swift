import Foundation
import RosterCore
import Testing

@testable import RosterStore

/// An application whose library uses an SQLite of its own, beside the one that a store calls.
struct SQLiteLibraryTests {
  private struct NotToBeUsed: Error {}

  /// A connection of that library. It notes whatever is used of it, which the other SQLite could not read.
  ///
  /// Unchecked because of the notes: a test uses it on its own thread.
  private final class ForeignConnection: HostConnection, @unchecked Sendable {
    private(set) var uses: [String] = []

    private func refuse(_ use: String) throws -> Never {
      uses.append(use)
      throw NotToBeUsed()
    }

    var handle: OpaquePointer? {
      uses.append("handle")
      return nil
    }

    func sourceID() -> String { "2026-01-01 00:00:00 another" }

    func cachedStatement(_ sql: String) throws -> any StatementOwner { try refuse(sql) }

    func statement(_ sql: String) throws -> any StatementOwner { try refuse(sql) }

    func execute(_ sql: String) throws { try refuse(sql) }

    func runObserved(_ sql: String) throws { try refuse(sql) }

    func notifyChanges(ofTable table: String) throws { try refuse(table) }
  }

  private final class ForeignConnections: HostConnections {
    let connection = ForeignConnection()
    let isReadOnly: Bool

    init(isReadOnly: Bool) { self.isReadOnly = isReadOnly }

    func write<Value>(_ body: (StoreConnection) throws -> Value) rethrows -> Value {
      try body(StoreConnection(of: connection))
    }

    func read<Value>(_ body: (StoreConnection) throws -> Value) throws -> Value {
      try body(StoreConnection(of: connection))
    }

    func writeSoon(_ body: @escaping @Sendable (StoreConnection) -> Void) {}

    func readers(_ path: String) throws -> any StoreConnections { self }

    func interrupt() {}

    func close() throws {}
  }

  private func expectRefusal(
    _ connection: ForeignConnection, _ error: StorageError?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      error?.code == .failed
        && error?.message.contains(
          "two libraries of SQLite, built of 2026-01-01 00:00:00 another and \(SQLiteLibrary.sourceID);"
        )
          == true,
      sourceLocation: sourceLocation)
    #expect(connection.uses == [], sourceLocation: sourceLocation)
  }

  @Test(arguments: [true, false], ["lists.sqlite", nil])
  func aDatabaseThatAnotherSQLiteHasOpenIsRefused(isReadOnly: Bool, path: String?) {
    let connections = ForeignConnections(isReadOnly: isReadOnly)
    let error = #expect(throws: StorageError.self) {
      try SQLiteStore(beside: connections, path: path, SQLiteConfiguration())
    }
    expectRefusal(connections.connection, error)
  }

  @Test func whatAnApplicationCallsInItsMigrationsIsRefused() {
    let calls: [(StoreConnection) throws -> Void] = [
      { try ApplicationDatabase.install(in: $0) }, { try ApplicationDatabase.uninstall(from: $0) },
      { try NotedTable.stopNoting("todo", in: $0) },
    ]
    for call in calls {
      let connection = ForeignConnection()
      let error = #expect(throws: StorageError.self) { try call(StoreConnection(of: connection)) }
      expectRefusal(connection, error)
    }
  }
}
