import CSQLite

@testable import RosterStore

extension SQLiteStore {
  private final class StatementLog {
    var texts: [String] = []
  }

  /// Returns the texts of the statements that the connection for writing runs meanwhile.
  func statements(ranBy body: () throws -> Void) rethrows -> [String] {
    let log = StatementLog()
    pool.write { database in
      _ = sqlite3_trace_v2(
        database.handle, CUnsignedInt(SQLITE_TRACE_STMT),
        { _, context, _, text in
          guard let context, let text else { return 0 }
          Unmanaged<StatementLog>.fromOpaque(context).takeUnretainedValue().texts.append(
            String(cString: text.assumingMemoryBound(to: CChar.self)))
          return 0
        }, Unmanaged.passUnretained(log).toOpaque())
    }
    defer { pool.write { _ = sqlite3_trace_v2($0.handle, 0, nil, nil) } }
    try body()
    return withExtendedLifetime(log) { log.texts }
  }
}
