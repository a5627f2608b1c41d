internal import CSQLite

/// The SQLite that the process uses.
package enum SQLiteLibrary {
  /// The version: 3.40.1.
  package static var version: String { String(cString: sqlite3_libversion()) }

  /// Whether connections that move the log into the file can lose commits of others; see
  /// `LogCheckpoint` for how, and for why those of a store do not.
  ///
  /// The fault is in 3.7.0 to 3.51.2, except 3.44.6 and 3.50.7 and later patches of these.
  package static var losesCommitsAtCheckpoints: Bool {
    // 3051002 is 3.51.2.
    let number = Int(sqlite3_libversion_number())
    let (branch, patch) = (number / 1_000 % 1_000, number % 1_000)
    switch branch {
    case 44: return patch < 6
    case 50: return patch < 7
    case 51: return patch < 3
    default: return branch < 51
    }
  }
}
