import CSQLite

/// SQLite through its C API and nothing else: what the figures are compared with.
final class BareDatabase {
  struct Failure: Error {
    var message: String
  }

  private var connection: OpaquePointer?

  init(path: String, creating: Bool = true) throws {
    let flags = SQLITE_OPEN_READWRITE | (creating ? SQLITE_OPEN_CREATE : 0) | SQLITE_OPEN_NOMUTEX
    try check(sqlite3_open_v2(path, &connection, flags, nil))
    try execute("PRAGMA journal_mode = WAL")
    try execute("PRAGMA synchronous = NORMAL")
  }

  deinit { sqlite3_close_v2(connection) }

  func execute(_ sql: String) throws { try check(sqlite3_exec(connection, sql, nil, nil, nil)) }

  func prepare(_ sql: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    let flags = CUnsignedInt(SQLITE_PREPARE_PERSISTENT)
    try check(sqlite3_prepare_v3(connection, sql, -1, flags, &statement, nil))
    return statement
  }

  /// The key that Roster gives a number of a file's first list.
  static func key(_ number: Int) -> Int64 { 1 << 40 | Int64(number) }

  /// Runs a bound statement to its end.
  func run(_ statement: OpaquePointer?, _ visit: () -> Void = {}) throws {
    defer { sqlite3_reset(statement) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: visit()
      case SQLITE_DONE: return
      case let code: try check(code)
      }
    }
  }

  private func check(_ code: CInt) throws {
    guard code != SQLITE_OK else { return }
    throw Failure(message: String(cString: sqlite3_errmsg(connection)))
  }
}
