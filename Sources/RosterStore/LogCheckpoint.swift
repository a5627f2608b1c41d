internal import CSQLite
internal import RosterCore

/// Moves the write-ahead log of a file into the file, at the size at which SQLite's automatic
/// checkpoint does, but only while the store holds the write lock.
///
/// Without the lock, SQLite up to 3.51.2 can lose commits (https://sqlite.org/wal.html#walresetbug):
///
///     connection A   reads the header of the log: 100 pages. All of them have been moved
///     connection B   commits 1 page: the log begins anew
///     connection A   finds that no page has been moved, and notes that 100 are
///     connection B   commits pages 2 to 21, which no checkpoint moves any more
///
/// A checkpoint of the connection that holds the lock is refused by SQLite. So there is a second one.
///
/// Only the thread to which the connection that writes is lent uses this.
final class LogCheckpoint {
  /// The number of pages in the log above which they are moved, as SQLite has it.
  private static let pageCountMax = 1_000

  private var pageCount = 0
  /// Opened for the first checkpoint.
  private var connection: OpaquePointer?
  private let durability: SQLiteConfiguration.Durability

  init(_ durability: SQLiteConfiguration.Durability) { self.durability = durability }

  deinit { close() }

  /// Whether the log has become so long that it is to be moved.
  var isDue: Bool { pageCount >= Self.pageCountMax }

  /// Counts the pages of the log from now on, in place of SQLite's automatic checkpoint.
  ///
  /// - Parameter writer: The connection that writes. This object must outlive its last commit.
  func observe(_ writer: StoreConnection) {
    let handler:
      @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, CInt)
        -> CInt = { context, _, _, pageCount in
          guard let context else { return SQLITE_OK }
          Unmanaged<LogCheckpoint>.fromOpaque(context).takeUnretainedValue().pageCount =
            Int(pageCount)
          return SQLITE_OK
        }
    sqlite3_wal_hook(
      writer.handle, handler, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Moves the pages that no reader needs any more.
  ///
  /// Nothing depends on the outcome: the log has all commits as well, and the next one tries again.
  ///
  /// - Parameter writer: The connection that writes, which holds the write lock.
  func run(holdingLockOf writer: StoreConnection) {
    connection = connection ?? connect(to: writer)
    // SQLite reads through the pointer without a look.
    guard let connection else { return }
    var (logged, moved): (CInt, CInt) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(
      connection, nil, SQLITE_CHECKPOINT_PASSIVE, &logged, &moved)
    if code == SQLITE_OK, moved == logged { pageCount = 0 }
  }

  /// Takes the write lock, moves the pages that no reader needs any more, and gives the lock back.
  func run(takingLockOf writer: StoreConnection) throws {
    // Prepared before the transaction begins, and after everything that makes statements expire: running it
    // needs no memory then.
    let rollback = try writer.prepared("ROLLBACK")
    try writer.prepared("BEGIN IMMEDIATE").run()
    run(holdingLockOf: writer)
    try rollback.run()
  }

  func close() {
    sqlite3_close(connection)
    connection = nil
  }

  /// Opens the file of another connection, by the same functions of the system.
  private func connect(to writer: StoreConnection) -> OpaquePointer? {
    var system: UnsafeMutablePointer<sqlite3_vfs>?
    sqlite3_file_control(writer.handle, "main", SQLITE_FCNTL_VFS_POINTER, &system)
    var connection: OpaquePointer?
    let code = sqlite3_open_v2(
      sqlite3_db_filename(writer.handle, "main"), &connection, SQLITE_OPEN_READWRITE,
      system?.pointee.zName)
    let settings = "\(durability.pragmas); PRAGMA wal_autocheckpoint = 0"
    guard code == SQLITE_OK, sqlite3_exec(connection, settings, nil, nil, nil) == SQLITE_OK else {
      sqlite3_close(connection)
      return nil
    }
    return connection
  }
}

extension SQLiteConfiguration.Durability {
  /// What tells a connection how to sync.
  ///
  /// On Apple's systems a sync leaves changes in the memory of the disk, unless `fullfsync` asks for
  /// more. Elsewhere this does nothing.
  var pragmas: String {
    switch self {
    case .full: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON"
    case .normal:
      "PRAGMA synchronous = NORMAL; PRAGMA fullfsync = OFF; PRAGMA checkpoint_fullfsync = OFF"
    }
  }
}
