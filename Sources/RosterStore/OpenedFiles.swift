internal import GRDB
internal import GRDBSQLite
internal import RosterCore

/// The files of a database as they were when it was opened.
///
/// SQLite goes on with the files that it has open when their names are gone or are names of other
/// files. What it commits then is lost with them, and mixed with what is there now. So each commit
/// sees that the names still lead to these files:
///
///     list.sqlite       -> device 1, file 17        as opened: go on
///     list.sqlite-wal   -> device 1, file 18        as opened: go on
///     list.sqlite-shm   -> nothing                  removed: refuse
///
/// The log and its index stay the same for as long as a connection is open, so that they tell as
/// much. A copy that is written *into* the file leaves its number, and cannot be told from a
/// checkpoint.
struct OpenedFiles {
  private struct File {
    let path: String
    let identity: FileIdentity

    /// - Returns: `nil` if there is no file.
    init?(_ path: String) {
      guard let identity = FileIdentity(path) else { return nil }
      self.path = path
      self.identity = identity
    }

    /// Whether the path leads to the file.
    var isThere: Bool { FileIdentity(path) == identity }
  }

  private let path: String
  private let database: File
  /// The log and its index; none if the database was opened for reading, when it may have neither.
  private let companions: [File]

  /// Notes the files that a pool has opened.
  ///
  /// - Throws: `replaced` if they are gone already.
  init(of pool: DatabasePool, _ path: DatabasePath) throws(StorageError) {
    self.path = path.path
    let paths = pool.configuration.readonly ? [] : [path.log, path.logIndex]
    let companions = paths.compactMap { File($0) }
    guard let database = File(path.literal), companions.count == paths.count,
      !pool.writeWithoutTransaction({ Self.hasMoved($0) })
    else { throw Self.isReplaced(path.path) }
    self.database = database
    self.companions = companions
  }

  /// Whether SQLite finds another file, or none, where it has opened one.
  private static func hasMoved(_ database: Database) -> Bool {
    var hasMoved: CInt = 0
    sqlite3_file_control(
      database.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return hasMoved != 0
  }

  /// Sees that the database is still the file that was opened.
  ///
  /// - Throws: `replaced`.
  func verifyDatabase() throws(StorageError) {
    guard database.isThere else { throw Self.isReplaced(path) }
  }

  /// Sees that the database, its log and the index of the log are still the files that were opened.
  ///
  /// - Throws: `replaced`.
  func verify() throws(StorageError) {
    try verifyDatabase()
    for file in companions where !file.isThere {
      throw Self.isReplaced(path, beside: file.path)
    }
  }

  private static func isReplaced(_ path: String, beside file: String? = nil) -> StorageError {
    StorageError(
      .replaced,
      "\(path): \(file.map { "\($0) beside it" } ?? "it") was removed or replaced while it was open, "
        + "so that nothing more is written; open the file again, or put back what was there")
  }
}
