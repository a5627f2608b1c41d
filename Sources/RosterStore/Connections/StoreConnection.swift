internal import CSQLite

/// A connection to a database of SQLite, with the statements that it has prepared: one that a store has opened, or one
/// of an application.
///
/// Only one thread at a time uses it, except for ``interrupt()``.
///
/// Unchecked because of the variables: `StoreConnections` lends a connection to one thread at a time.
package final class StoreConnection: @unchecked Sendable {
  /// The connection of the application; `nil` if a store has opened it.
  package let host: (any HostConnection)?
  private var opened: OpaquePointer?
  private var statements: [String: PreparedStatement] = [:]

  /// Wraps a connection of an application.
  package init(of host: any HostConnection) { self.host = host }

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - location: A path, in a form that SQLite takes for one; an address, if the flags say so; or `:memory:`.
  ///   - flags: How to open it, as `sqlite3_open_v2` has them.
  init(opening location: String, flags: CInt) throws {
    host = nil
    // SQLITE_OPEN_EXRESCODE, so that a failure to open says what the system says.
    let extended: CInt = sqlite3_libversion_number() >= 3_037_000 ? 0x0200_0000 : 0
    let code = sqlite3_open_v2(location, &opened, flags | SQLITE_OPEN_NOMUTEX | extended, nil)
    guard code == SQLITE_OK else {
      // SQLite may have made a connection that says why.
      sqlite3_close(opened)
      opened = nil
      throw SQLiteError(code)
    }
    sqlite3_extended_result_codes(opened, 1)
  }

  /// Opens a private database in memory.
  static func inMemory() throws -> StoreConnection {
    try StoreConnection(
      opening: MemoryDatabase.name,
      flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY)
  }

  deinit { close() }

  /// What SQLite knows the connection by; `nil` once it is closed.
  package var handle: OpaquePointer? { host.map(\.handle) ?? opened }

  /// Closes the connection. Statements that are still kept become useless, and the connection ends with the last.
  ///
  /// A connection of an application stays open.
  func close() {
    statements = [:]
    sqlite3_close_v2(opened)
    opened = nil
  }

  /// Ends what the connection does with `SQLITE_INTERRUPT`. Any thread may call it while the connection is open.
  func interrupt() {
    // SQLite looks into what it is given without a look at whether it is anything.
    if let opened { sqlite3_interrupt(opened) }
  }

  /// Frees what is kept only to be faster.
  func releaseMemory() {
    statements = [:]
    if let opened { sqlite3_db_release_memory(opened) }
  }

  /// Verifies that a connection of an application is one of the SQLite whose functions are called here.
  ///
  /// - Throws: `failed`.
  func verifyLibrary() throws {
    if let host { try SQLiteLibrary.verify(isThatOf: host) }
  }

  // MARK: Statements

  /// Returns a statement that is prepared once, for a text that is the same each time: with the name of a table in it,
  /// two texts can be equal that SQLite tells apart.
  package func cachedPrepared(_ sql: String) throws -> PreparedStatement {
    if let host { return PreparedStatement(try host.cachedStatement(sql), of: host.handle) }
    if let statement = statements[sql] { return statement }
    let statement = try prepared(sql)
    statements[sql] = statement
    return statement
  }

  /// Returns a new statement.
  package func prepared(_ sql: String) throws -> PreparedStatement {
    if let host { return PreparedStatement(try host.statement(sql), of: host.handle) }
    guard let opened else { throw SQLiteError.closed }
    return PreparedStatement(try OwnStatement(sql, of: opened), of: opened)
  }

  /// Runs statements without values.
  package func execute(_ sql: String) throws {
    if let host { return try host.execute(sql) }
    guard let opened else { throw SQLiteError.closed }
    let code = sqlite3_exec(opened, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, of: opened) }
  }

  /// Runs a statement, so that what observes the transactions of an application's connection is told of it. The
  /// statement is prepared once.
  func runObserved(_ sql: String) throws {
    if let host { return try host.runObserved(sql) }
    try cachedPrepared(sql).run()
  }

  /// Calls a closure when the library of the application gives up the statements that it keeps for the connection: before
  /// it closes the connection, which it cannot while others keep some, and when the schema changes.
  ///
  /// One of these statements is never run. SQLite destroys the value that is bound to it when the library gives it up.
  ///
  /// - Parameter name: The name of that statement, in letters and digits. A call with the same name replaces the closure.
  func whenStatementsEnd(_ name: String, _ body: @escaping () -> Void) throws {
    guard let statement = try host?.cachedStatement("SELECT ?1 AS \(name)") else { return }
    let call = Unmanaged.passRetained(EndCall(body)).toOpaque()
    let code = sqlite3_bind_pointer(statement.statementHandle, 1, call, nil) { call in
      guard let call else { return }
      Unmanaged<EndCall>.fromOpaque(call).takeRetainedValue().body()
    }
    // The value is destroyed in this case as well.
    if code != SQLITE_OK { throw statement.failure(code, nil) }
  }

  /// What is called when the value is destroyed that holds it.
  private final class EndCall {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// The number of rows that the last statement has changed.
  var changesCount: Int { handle.map { Int(sqlite3_changes($0)) } ?? 0 }

  /// The number of rows that the connection has ever changed, also by what was rolled back, by foreign keys and by
  /// triggers; not by `DROP TABLE`. After 2³² rows it has the same values again.
  var changeCountEver: Int { handle.map { Int(sqlite3_total_changes($0)) } ?? 0 }

  // MARK: Values

  /// Returns the first column of the first row; `nil` if there is none, or it is null. The statement is prepared anew.
  ///
  /// - Throws: `UnexpectedValue` if it is no integer.
  package func integer(_ sql: String, _ values: [any StatementValue] = []) throws -> Int? {
    try column(sql, values, limit: 1) { row in
      row.isNull(0) ? nil : try row.requiredInteger(0)
    }.first.flatMap { $0 }
  }

  /// Returns the first column of all rows.
  func integers(_ sql: String, _ values: [any StatementValue] = []) throws -> [Int] {
    try column(sql, values) { try $0.requiredInteger(0) }
  }

  /// Returns the first column of the first row; `nil` if there is none, or it is null.
  func text(_ sql: String, _ values: [any StatementValue] = []) throws -> String? {
    try column(sql, values, limit: 1) { $0.isNull(0) ? nil : $0.text(0) }.first.flatMap { $0 }
  }

  /// Returns the first column of all rows.
  func texts(_ sql: String, _ values: [any StatementValue] = []) throws -> [String] {
    try column(sql, values) { row in
      if row.isNull(0) { throw UnexpectedValue() }
      return row.text(0)
    }
  }

  private func column<Value>(
    _ sql: String, _ values: [any StatementValue], limit: Int = .max,
    _ value: (SQLiteRow) throws -> Value
  ) throws -> [Value] {
    var column: [Value] = []
    try prepared(sql).forEachRow(values, limit: limit) { try column.append(value($0)) }
    return column
  }

  /// The number of bytes of a page of the file.
  ///
  /// SQLCipher says it of an encrypted file as a text, where SQLite has an integer.
  var pageSize: Int { get throws { try number("PRAGMA page_size") ?? 0 } }

  /// Returns the first column of the first row; `nil` if there is none, or it is null.
  ///
  /// - Throws: `UnexpectedValue` if it is neither an integer nor the text of one.
  func number(_ sql: String) throws -> Int? {
    try column(sql, [], limit: 1) { row -> Int? in
      if row.isNull(0) { return nil }
      if let number = row.storedInteger(0) { return number }
      guard row.storedReal(0) == nil, !row.isBlob(0), let number = Int(row.text(0)) else {
        throw UnexpectedValue()
      }
      return number
    }.first.flatMap { $0 }
  }

  /// The error for a value that has another type than its column.
  struct UnexpectedValue: Error {}

  // MARK: Transactions

  /// Whether a transaction is open.
  package var isInsideTransaction: Bool {
    handle.map { sqlite3_get_autocommit($0) == 0 } ?? false
  }

  /// When a transaction takes its locks.
  enum TransactionKind: String {
    /// When they are needed.
    case deferred = "BEGIN"
    /// The lock that writes at once.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Calls a closure in a transaction, which is rolled back if it fails.
  func inTransaction<Value>(_ kind: TransactionKind, _ body: () throws -> Value) throws -> Value {
    // Prepared before the transaction begins: running a prepared statement needs no memory.
    let rollback = try cachedPrepared("ROLLBACK")
    try runObserved(kind.rawValue)
    do {
      let value = try body()
      try runObserved("COMMIT")
      return value
    } catch {
      // SQLite itself rolls back after some errors. The caller gets the first error.
      if isInsideTransaction { try? runObserved("ROLLBACK") }
      if isInsideTransaction { try? rollback.run() }
      throw error
    }
  }
}

/// A connection of an application, as the library has it by which the application uses SQLite.
package protocol HostConnection: AnyObject {
  /// What SQLite knows it by; `nil` once it is closed.
  var handle: OpaquePointer? { get }

  /// Returns what the SQLite was built of that the library uses, by calls of the library alone.
  func sourceID() throws -> String

  /// Returns a statement that the library prepares once.
  func cachedStatement(_ sql: String) throws -> any StatementOwner

  /// Returns a new statement.
  func statement(_ sql: String) throws -> any StatementOwner

  /// Runs statements without values.
  func execute(_ sql: String) throws

  /// Runs a statement, so that what observes the transactions is told of it.
  func runObserved(_ sql: String) throws

  /// Tells what observes a table that the transaction has changed it.
  func notifyChanges(ofTable table: String) throws
}

/// An error of SQLite.
package struct SQLiteError: SQLiteFailure, CustomStringConvertible {
  package let extendedCode: CInt
  package let message: String?

  /// - Parameters:
  ///   - code: The result code, which may be an extended one.
  ///   - connection: The connection that has given it, and knows more.
  init(_ code: CInt, of connection: OpaquePointer? = nil) {
    guard let connection else {
      (extendedCode, message) = (code, sqlite3_errstr(code).map { String(cString: $0) })
      return
    }
    extendedCode = sqlite3_extended_errcode(connection)
    message = sqlite3_errmsg(connection).map { String(cString: $0) }
  }

  init(_ code: CInt, _ message: String?) {
    (extendedCode, self.message) = (code, message)
  }

  /// The error for a connection that is closed.
  static let closed = SQLiteError(SQLITE_MISUSE, "the connection is closed")

  package var description: String { "SQLite error \(extendedCode): \(message ?? "no message")" }
}

/// An error of SQLite, as the store or the library of an application throws it.
package protocol SQLiteFailure: Error {
  /// The result code with what SQLite adds to it.
  var extendedCode: CInt { get }
  var message: String? { get }
}

extension SQLiteFailure {
  /// The result code.
  package var code: CInt { extendedCode & 0xff }
}

extension SQLiteRow {
  /// - Throws: `UnexpectedValue` if the column has no integer.
  fileprivate func requiredInteger(_ column: CInt) throws -> Int {
    guard let number = storedInteger(column) else { throw StoreConnection.UnexpectedValue() }
    return number
  }
}
