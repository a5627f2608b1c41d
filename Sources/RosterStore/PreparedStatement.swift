internal import GRDB
internal import GRDBSQLite
package import RosterCore
internal import RosterRows

/// A prepared statement that is bound and stepped without boxing its values.
///
/// GRDB owns and prepares the statement. Values go directly to SQLite, since a list reads and
/// writes thousands of rows. It is used only on the connection that prepared it.
struct PreparedStatement {
  private let statement: Statement
  private let connection: OpaquePointer?

  init(_ statement: Statement, connection: OpaquePointer?) {
    self.statement = statement
    self.connection = connection
  }

  /// Runs the statement to its end.
  func run<each Value: StatementValue>(_ values: repeat each Value) throws {
    try forEachRow(repeat each values) { _ in }
  }

  /// Runs the statement to its end with an array of values.
  func run(_ values: [some StatementValue]) throws {
    let handle = statement.sqliteStatement
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (position, value) in zip(CInt(1)..., values) {
      try check(value.bind(to: handle, at: position))
    }
    let code = sqlite3_step(handle)
    if code != SQLITE_DONE { try check(code) }
  }

  /// Runs the statement to its end; it must change one row.
  ///
  /// - Throws: `corrupt` if it changes none.
  func runOnRow<each Value: StatementValue>(_ values: repeat each Value) throws {
    try run(repeat each values)
    guard sqlite3_changes(connection) == 1 else { throw MissingRow() }
  }

  /// Runs the statement and visits every row.
  ///
  /// - Parameter rest: The values of the parameters behind the first ones.
  func forEachRow<each Value: StatementValue>(
    _ values: repeat each Value, rest: [Int] = [], visit: (SQLiteRow) throws -> Void
  ) throws {
    let handle = statement.sqliteStatement
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    var position: CInt = 0
    for value in repeat each values {
      position += 1
      try check(value.bind(to: handle, at: position))
    }
    for value in rest {
      position += 1
      try check(value.bind(to: handle, at: position))
    }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: try visit(SQLiteRow(handle: handle))
      case SQLITE_DONE: return
      case let code: try check(code)
      }
    }
  }

  private func check(_ code: CInt) throws {
    guard code != SQLITE_OK else { return }
    let extended = ResultCode(rawValue: sqlite3_extended_errcode(connection))
    let message = sqlite3_errmsg(connection).map { String(cString: $0) }
    throw DatabaseError(resultCode: extended, message: message)
  }

  /// The error for a missing row that the list needs.
  struct MissingRow: Error {}
}

/// The current row of a statement, read column by column. It must not outlive the visit.
package struct SQLiteRow: StoredRow {
  fileprivate let handle: OpaquePointer

  package func integer(_ column: CInt) -> Int { Int(sqlite3_column_int64(handle, column)) }

  package func isNull(_ column: CInt) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  func isBlob(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_BLOB }

  package func text(_ column: CInt) -> String { String(decoding: bytes(column), as: UTF8.self) }

  /// The bytes of a column, which are valid until the next step of the statement.
  package func bytes(_ column: CInt) -> UnsafeRawBufferPointer {
    // The blob is read first, because reading it may convert the value and so change its length.
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  package func value(_ column: CInt) -> StoredValue { StoredValue(self, column) }

  package func modelKey(_ column: CInt) -> ModelKey? {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_TEXT: .text(text(column))
    default: nil
    }
  }
}

extension Database {
  /// Returns a statement of this connection, which is prepared once.
  func cachedPrepared(_ sql: String) throws -> PreparedStatement {
    PreparedStatement(try cachedStatement(sql: sql), connection: sqliteConnection)
  }

  /// Runs a statement by GRDB, which tells what observes the transactions of the connection. The statement is prepared
  /// once.
  func runObserved(_ sql: String) throws { try cachedStatement(sql: sql).execute() }
}

/// A value that is bound to a parameter of a statement.
protocol StatementValue {
  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at position: CInt) -> CInt
}

extension Int: StatementValue {
  func bind(to statement: OpaquePointer, at position: CInt) -> CInt {
    sqlite3_bind_int64(statement, position, Int64(self))
  }
}

extension String: StatementValue {
  func bind(to statement: OpaquePointer, at position: CInt) -> CInt {
    var text = self
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        // A null pointer would bind NULL.
        guard let start = $0.baseAddress else {
          return sqlite3_bind_text(statement, position, "", 0, transient)
        }
        return sqlite3_bind_text64(
          statement, position, start, UInt64($0.count), transient, UInt8(SQLITE_UTF8))
      }
    }
  }
}

extension ModelKey: StatementValue {
  func bind(to statement: OpaquePointer, at position: CInt) -> CInt {
    switch self {
    case .integer(let number): number.bind(to: statement, at: position)
    case .text(let text): text.bind(to: statement, at: position)
    }
  }
}

extension Optional: StatementValue where Wrapped: StatementValue {
  func bind(to statement: OpaquePointer, at position: CInt) -> CInt {
    self?.bind(to: statement, at: position) ?? sqlite3_bind_null(statement, position)
  }
}

extension StoredValue: StatementValue {
  func bind(to statement: OpaquePointer, at position: CInt) -> CInt {
    switch self {
    case .null: sqlite3_bind_null(statement, position)
    case .text(let text): text.bind(to: statement, at: position)
    case .blob(let bytes):
      bytes.withUnsafeBytes {
        guard let start = $0.baseAddress else {
          return sqlite3_bind_zeroblob(statement, position, 0)
        }
        return sqlite3_bind_blob64(statement, position, start, UInt64($0.count), transient)
      }
    }
  }

  /// Reads a column. A number, which only a SQL shell can have written, reads as text.
  init(_ row: SQLiteRow, _ column: CInt) {
    if row.isNull(column) {
      self = .null
    } else if row.isBlob(column) {
      self = .blob(Array(row.bytes(column)))
    } else {
      self = .text(row.text(column))
    }
  }
}

/// Makes SQLite copy the bound bytes, so that no buffer must outlive the call.
private var transient: sqlite3_destructor_type {
  unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
