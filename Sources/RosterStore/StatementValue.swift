internal import GRDBSQLite
internal import RosterCore

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
  init(_ row: borrowing PreparedStatement.Row, _ column: CInt) {
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
