internal import Foundation
package import GRDB
package import RosterStore

/// The connections of an application by GRDB, by which the lists beside its tables are written and read.
package final class ApplicationConnections: HostConnections {
  private let connections: any DatabaseWriter

  package init(_ connections: any DatabaseWriter) { self.connections = connections }

  package var isReadOnly: Bool { connections.configuration.readonly }

  package func write<Value>(_ body: (StoreConnection) throws -> Value) rethrows -> Value {
    try connections.unsafeReentrantWrite { try body(StoreConnection($0)) }
  }

  package func writeSoon(_ body: @escaping @Sendable (StoreConnection) -> Void) {
    connections.asyncWriteWithoutTransaction { body(StoreConnection($0)) }
  }

  package func read<Value>(_ body: (StoreConnection) throws -> Value) throws -> Value {
    // The one connection of an application in memory may be in a transaction, or be observed by the application.
    try connections.unsafeReentrantRead { try body(StoreConnection($0)) }
  }

  package func readers(_ path: String) throws -> any StoreConnections {
    var configuration = connections.configuration
    configuration.readonly = true
    configuration.label = "roster.readers"
    configuration.allowsUnsafeTransactions = false
    return ApplicationConnections(try DatabasePool(path: path, configuration: configuration))
  }

  package func interrupt() { connections.interrupt() }

  package func close() throws { try connections.close() }
}

extension StoreConnection {
  /// The connection of an application, while GRDB lends it.
  package convenience init(_ database: Database) {
    self.init(of: ApplicationConnection(database: database))
  }
}

/// A connection of an application.
final class ApplicationConnection: HostConnection {
  let database: Database

  init(database: Database) { self.database = database }

  var handle: OpaquePointer? { database.sqliteConnection }

  func sourceID() throws -> String {
    try String.fetchOne(database, sql: "SELECT sqlite_source_id()") ?? ""
  }

  func cachedStatement(_ sql: String) throws -> any StatementOwner {
    try database.cachedStatement(sql: sql)
  }

  func statement(_ sql: String) throws -> any StatementOwner {
    try database.makeStatement(sql: sql)
  }

  func execute(_ sql: String) throws { try database.execute(sql: sql) }

  func runObserved(_ sql: String) throws { try database.cachedStatement(sql: sql).execute() }

  func notifyChanges(ofTable table: String) throws { try database.notifyChanges(in: Table(table)) }
}

extension Statement: StatementOwner {
  package var statementHandle: OpaquePointer { sqliteStatement }

  package func failure(_ code: CInt, _ message: String?) -> any Error {
    DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
  }
}

extension DatabaseError: SQLiteFailure {
  package var extendedCode: CInt { extendedResultCode.rawValue }
}

extension RecordValue {
  /// The value of a column, as GRDB has it.
  init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .integer(Int(number))
    case .double(let number): self = .real(number)
    case .string(let text): self = .text(Array(text.utf8))
    case .blob(let data): self = .blob(Array(data))
    }
  }

  /// The value as GRDB has it.
  var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let bytes): String(decoding: bytes, as: UTF8.self).databaseValue
    case .blob(let bytes): Data(bytes).databaseValue
    }
  }
}

extension ApplicationTransaction {
  /// Calls a closure of the application with the connection, while the transaction runs.
  ///
  /// If SQLite rolls back by itself, because the disk is full say, and the closure goes on, its next statement fails:
  /// without a transaction it would be committed alone.
  func lend<Value>(_ body: (Database) throws -> Value) throws -> Value {
    guard let host = try connection.host as? ApplicationConnection else {
      preconditionFailure("the store of an application has its connections")
    }
    var value: Value?
    // GRDB lets no statement run once a savepoint of its own has lost its transaction.
    try host.database.inSavepoint {
      value = try body(host.database)
      try verifyIsOpen()
      return .commit
    }
    guard let value else {
      preconditionFailure("a savepoint that was released has called its closure")
    }
    return value
  }
}
