internal import CSQLite
internal import RosterCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The identities of the files of a database when it was opened.
///
/// SQLite keeps using the files that it has open, even if their names were removed or now lead to
/// other files. Its commits are then lost with the old files, or mixed with the content of the new
/// ones. So each commit verifies that the names still lead to the opened files:
///
///     list.sqlite       -> device 1, file 17        as opened: go on
///     list.sqlite-wal   -> device 1, file 18        as opened: go on
///     list.sqlite-shm   -> nothing                  removed: refuse
///
/// The log and its index stay the same for as long as a connection is open, so they can be compared
/// as well. A copy that is written *into* a file keeps the file's number, so it cannot be told from
/// a checkpoint.
struct OpenedFiles {
  private struct File {
    let path: String
    let identity: FileIdentity

    /// - Returns: `nil` if the file does not exist.
    init?(_ path: String) {
      guard let identity = FileIdentity(path) else { return nil }
      self.path = path
      self.identity = identity
    }

    /// Whether the path still leads to the file.
    var isThere: Bool { FileIdentity(path) == identity }
  }

  private let path: String
  private let database: File
  /// The log and its index. A database on a disk that cannot be written may have neither.
  private let companions: [File]

  /// Records the files that a pool has opened.
  ///
  /// - Throws: `replaced` if they are gone already.
  init(
    of pool: any StoreConnections, _ path: DatabasePath, _ configuration: SQLiteConfiguration
  ) throws(StorageError) {
    self.path = path.path
    let companions = [path.log, path.logIndex].compactMap { File($0) }
    guard let database = File(path.literal), configuration.isReadOnly || companions.count == 2,
      !pool.write({ Self.hasMoved($0) })
    else { throw Self.isReplaced(path.path) }
    self.database = database
    self.companions = companions
  }

  /// The database, the same for all of its paths.
  var identity: String { "\(database.identity)" }

  /// Returns whether SQLite finds another file, or none, at the path of the opened one.
  static func hasMoved(_ database: StoreConnection) -> Bool {
    var hasMoved: CInt = 0
    sqlite3_file_control(
      database.handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return hasMoved != 0
  }

  /// What must still be the file that was opened.
  enum Part {
    /// Nothing, for what is read of a revision that is known.
    case nothing
    /// The database, for what is read of the last revision.
    case database
    /// The database, its log and the index of the log, so that what others commit can be seen, and is not lost.
    case log
  }

  /// Verifies that files are still those that were opened.
  ///
  /// - Throws: `replaced`.
  func verify(_ part: Part = .log) throws(StorageError) {
    if part == .nothing { return }
    guard database.isThere else { throw Self.isReplaced(path) }
    if part == .database { return }
    for file in companions where !file.isThere {
      throw Self.isReplaced(path, beside: file.path)
    }
  }

  static func isReplaced(_ path: String, beside file: String? = nil) -> StorageError {
    StorageError(
      .replaced,
      "\(path): \(file.map { "\($0) beside it" } ?? "it") was removed or replaced while it was open, "
        + "so that nothing more is written; open the file again, or put back what was there")
  }
}

/// Which file a path leads to: the same for all paths of one file, also through links.
package struct FileIdentity: Equatable, Sendable, CustomStringConvertible {
  private let device: UInt64
  private let number: UInt64

  /// Looks where a path leads.
  ///
  /// - Returns: `nil` if there is no file.
  package init?(_ path: String) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// The numbers in words.
  package var description: String { "device \(device), file \(number)" }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
