internal import CSQLite
internal import RosterCore

/// The SQLite whose functions this module calls.
package enum SQLiteLibrary {
  /// The version: 3.40.1.
  package static var version: String { String(cString: sqlite3_libversion()) }

  /// What it was built of, by which one library is told from another:
  /// `2022-12-28 14:03:47 df5c253c0b3dd24916e4ec7cf77d3db5294cc9fd45ae7b9c5e82ad8197f3alt1`.
  static var sourceID: String { String(cString: sqlite3_sourceid()) }

  /// Verifies that the library of an application uses the same SQLite. What one has made, another cannot read; and each
  /// takes away the locks of the other, since a process loses its locks of a file with any descriptor that it closes.
  ///
  /// - Throws: `failed`, before anything of the connection is used.
  static func verify(isThatOf host: any HostConnection) throws {
    let other = try host.sourceID()
    guard other == sourceID else {
      throw StorageError(
        .failed,
        "GRDB and Roster use two libraries of SQLite, built of \(other) and \(sourceID); link the program with one of them "
          + "for both")
    }
  }

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
