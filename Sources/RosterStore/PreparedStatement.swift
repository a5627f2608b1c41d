internal import GRDB
internal import GRDBSQLite

/// A prepared statement that is bound and stepped without boxing its values.
///
/// GRDB owns and prepares the statement; values go straight to SQLite, since a list writes and
/// reads its rows in the thousands. Used only on the connection it was prepared on.
struct PreparedStatement {
  private let statement: Statement
  private let connection: OpaquePointer?

  init(_ statement: Statement, connection: OpaquePointer?) {
    self.statement = statement
    self.connection = connection
  }

  /// Runs the statement to its end.
  func run(_ values: Value...) throws {
    try forEachRow(values) { _ in }
  }

  /// Runs the statement and visits every row.
  func forEachRow(_ values: [Value], _ visit: (borrowing Row) throws -> Void) throws {
    let handle = statement.sqliteStatement
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() {
      try check(value.bind(to: handle, at: CInt(index + 1)))
    }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: try visit(Row(handle: handle))
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

  /// A value that is bound to a parameter.
  enum Value {
    case null
    case integer(Int)
    case text(String)
    case blob([UInt8])

    /// SQLite copies what it is given, so that no buffer need outlive the call.
    private static var transient: sqlite3_destructor_type {
      unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    fileprivate func bind(to handle: OpaquePointer, at index: CInt) -> CInt {
      switch self {
      case .null:
        return sqlite3_bind_null(handle, index)
      case .integer(let value):
        return sqlite3_bind_int64(handle, index, Int64(value))
      case .text(var text):
        return text.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            // A null pointer would bind NULL.
            guard let start = $0.baseAddress else {
              return sqlite3_bind_text(handle, index, "", 0, Self.transient)
            }
            return sqlite3_bind_text(handle, index, start, CInt($0.count), Self.transient)
          }
        }
      case .blob(let bytes):
        return bytes.withUnsafeBytes {
          guard let start = $0.baseAddress else { return sqlite3_bind_zeroblob(handle, index, 0) }
          return sqlite3_bind_blob(handle, index, start, CInt($0.count), Self.transient)
        }
      }
    }
  }

  /// The row that a statement stands on, read column by column.
  struct Row: ~Copyable {
    fileprivate let handle: OpaquePointer

    func integer(_ column: CInt) -> Int { Int(sqlite3_column_int64(handle, column)) }

    func isNull(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func text(_ column: CInt) -> String { String(decoding: bytes(column), as: UTF8.self) }

    func blob(_ column: CInt) -> [UInt8] { Array(bytes(column)) }

    func value(_ column: CInt) -> Value {
      switch sqlite3_column_type(handle, column) {
      case SQLITE_NULL: .null
      case SQLITE_INTEGER: .integer(integer(column))
      case SQLITE_BLOB: .blob(blob(column))
      default: .text(text(column))
      }
    }

    /// The bytes of a column; they live until the statement takes its next step.
    func bytes(_ column: CInt) -> UnsafeRawBufferPointer {
      // The blob comes first: asking for it may convert the value and so change its length.
      let start = sqlite3_column_blob(handle, column)
      return UnsafeRawBufferPointer(
        start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }
  }
}
