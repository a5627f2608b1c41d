internal import CSQLite
package import RosterCore
internal import RosterRows

/// A statement that SQLite has prepared, which is finalized with this object.
package protocol StatementOwner: AnyObject {
  /// What SQLite knows it by.
  var statementHandle: OpaquePointer { get }

  /// Makes the error for a result code of the statement, as those who use the connection know errors.
  func failure(_ code: CInt, _ message: String?) -> any Error
}

/// A statement of a connection that a store has opened.
final class OwnStatement: StatementOwner {
  let statementHandle: OpaquePointer

  /// - Throws: `SQLITE_ERROR` for a text without a statement.
  init(_ sql: String, of connection: OpaquePointer) throws {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection, sql, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, of: connection) }
    guard let statement else { throw SQLiteError(SQLITE_ERROR, "not a statement: \(sql)") }
    statementHandle = statement
  }

  deinit { sqlite3_finalize(statementHandle) }

  func failure(_ code: CInt, _ message: String?) -> any Error { SQLiteError(code, message) }
}

/// A prepared statement that is bound and stepped without boxing its values, since a list reads and writes thousands of
/// rows. It is used only on the connection that prepared it.
package struct PreparedStatement {
  private let owner: any StatementOwner
  private let handle: OpaquePointer
  private let connection: OpaquePointer?

  init(_ owner: any StatementOwner, of connection: OpaquePointer?) {
    self.owner = owner
    handle = owner.statementHandle
    self.connection = connection
  }

  /// Runs the statement to its end.
  func run<each Value: StatementValue>(_ values: repeat each Value) throws {
    try forEachRow(repeat each values) { _ in }
  }

  /// Runs the statement to its end with an array of values.
  func run(_ values: [some StatementValue]) throws {
    defer { reset() }
    for (position, value) in zip(CInt(1)..., values) {
      try check(value.bind(to: handle, at: position))
    }
    let code = sqlite3_step(handle)
    if code != SQLITE_DONE { try check(code) }
  }

  /// Runs the statement to its end with what a closure binds to its parameters, one after the other.
  ///
  /// For rows with many columns of which most are NULL: to bind NULL to each costs as much as the rest.
  func run(binding bind: (inout StatementBinding) -> Void) throws {
    defer { reset() }
    var binding = StatementBinding(handle)
    bind(&binding)
    try check(binding.code)
    precondition(
      binding.position == sqlite3_bind_parameter_count(handle),
      "each parameter of a statement is bound, or said to be NULL")
    while try step() {}
  }

  private func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
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
    defer { reset() }
    var position: CInt = 0
    for value in repeat each values {
      position += 1
      try check(value.bind(to: handle, at: position))
    }
    for value in rest {
      position += 1
      try check(value.bind(to: handle, at: position))
    }
    while try step() { try visit(SQLiteRow(handle: handle)) }
  }

  /// Runs the statement with an array of values, and visits its first rows.
  package func forEachRow(
    _ values: [any StatementValue], limit: Int = .max, visit: (SQLiteRow) throws -> Void
  ) throws {
    defer { reset() }
    for (position, value) in zip(CInt(1)..., values) {
      try check(value.bind(to: handle, at: position))
    }
    var count = 0
    while count < limit, try step() {
      try visit(SQLiteRow(handle: handle))
      count += 1
    }
  }

  /// - Returns: Whether there is a row.
  private func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      try check(code)
      return false
    }
  }

  private func check(_ code: CInt) throws {
    if code == SQLITE_OK { return }
    let error = SQLiteError(code, of: connection)
    var message = error.message
    // SQLite says of no value that is too long where it belongs.
    if error.code == SQLITE_TOOBIG, let table {
      message = "\(message ?? "too long") in table \(table)"
    }
    throw owner.failure(error.extendedCode, message)
  }

  /// The first table that the statement names; `nil` if it names none.
  private var table: String? {
    guard let sql = sqlite3_sql(handle) else { return nil }
    let words = String(cString: sql).split { " \n(),\"".contains($0) }
    let keyword = words.firstIndex { ["FROM", "INTO", "UPDATE"].contains($0) }
    return keyword.flatMap { words.dropFirst($0 + 1).first.map(String.init) }
  }

  /// The error for a missing row that the list needs.
  struct MissingRow: Error {}
}

/// Binds values to the parameters of a statement, one after the other.
struct StatementBinding {
  private let statement: OpaquePointer
  /// The parameter that was bound last.
  private(set) var position: CInt = 0
  /// SQLite's result code for the first value that could not be bound; nothing is bound after it.
  private(set) var code = SQLITE_OK

  fileprivate init(_ statement: OpaquePointer) { self.statement = statement }

  /// Binds a number to the next parameter. It stays NULL for `nil`, as every parameter is before.
  mutating func bind(_ number: Int?) {
    position += 1
    guard let number, code == SQLITE_OK else { return }
    code = number.bind(to: statement, at: position)
  }

  /// Binds a text to the next parameter. It stays NULL for `nil`.
  mutating func bind(_ text: String?) {
    position += 1
    guard let text, code == SQLITE_OK else { return }
    code = text.bind(to: statement, at: position)
  }
}

/// The current row of a statement, read column by column. It must not outlive the visit.
package struct SQLiteRow: StoredRow {
  fileprivate let handle: OpaquePointer

  package func integer(_ column: CInt) -> Int { Int(sqlite3_column_int64(handle, column)) }

  package func isNull(_ column: CInt) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// The integer of a column; `nil` if it has another type.
  func storedInteger(_ column: CInt) -> Int? {
    sqlite3_column_type(handle, column) == SQLITE_INTEGER ? integer(column) : nil
  }

  /// The number of columns.
  var columnCount: CInt { sqlite3_column_count(handle) }

  /// The real number of a column; `nil` if it has another type.
  func storedReal(_ column: CInt) -> Double? {
    sqlite3_column_type(handle, column) == SQLITE_FLOAT
      ? sqlite3_column_double(handle, column) : nil
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

extension SQLiteRow {
  /// The row at which a statement stands that others step.
  init(of statement: some StatementOwner) { handle = statement.statementHandle }

  /// The name of a column.
  func name(_ column: CInt) -> String {
    sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
  }
}

/// A value that is bound to a parameter of a statement.
package protocol StatementValue {
  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at position: CInt) -> CInt
}

extension Int: StatementValue {
  package func bind(to statement: OpaquePointer, at position: CInt) -> CInt {
    sqlite3_bind_int64(statement, position, Int64(self))
  }
}

extension String: StatementValue {
  package func bind(to statement: OpaquePointer, at position: CInt) -> CInt {
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
  package func bind(to statement: OpaquePointer, at position: CInt) -> CInt {
    switch self {
    case .integer(let number): number.bind(to: statement, at: position)
    case .text(let text): text.bind(to: statement, at: position)
    }
  }
}

extension Optional: StatementValue where Wrapped: StatementValue {
  package func bind(to statement: OpaquePointer, at position: CInt) -> CInt {
    self?.bind(to: statement, at: position) ?? sqlite3_bind_null(statement, position)
  }
}

extension StoredValue: StatementValue {
  package func bind(to statement: OpaquePointer, at position: CInt) -> CInt {
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
