internal import CSQLite
internal import RosterConcurrency
internal import RosterCore

/// Opens a verified file.
enum DatabaseFile {
  // MARK: Opening

  /// Verifies and opens a file, and creates or migrates it if necessary.
  ///
  /// Connections that create a file at the same time can disturb each other in places where SQLite
  /// does not wait. A file that another process is still creating can have any content. So if a
  /// file is busy, or was written in the meantime, `open` looks at it again until the timeout.
  ///
  /// - Returns: The connections, and what the tables of lists are called.
  static func open(
    _ path: DatabasePath, _ configuration: SQLiteConfiguration
  ) throws -> (pool: OwnConnections, names: TableNames) {
    let deadline = ContinuousClock.now + .seconds(configuration.busyTimeout)
    while true {
      let appearance = path.appearance
      var isVerified = false
      do {
        let names = try verify(path, configuration)
        isVerified = true
        return (try openVerified(path, names, configuration), names)
      } catch {
        if isBusy(error), let missing = path.missingLocks() { throw missing }
        let hasChanged = !isVerified && path.appearance != appearance
        guard isBusy(error) || hasChanged, ContinuousClock.now < deadline else { throw error }
        CurrentThread.sleep(milliseconds: 10)
      }
    }
  }

  private static func isBusy(_ error: any Error) -> Bool {
    guard let error = error as? any SQLiteFailure else { return false }
    return error.code == SQLITE_BUSY || error.code == SQLITE_PROTOCOL
  }

  private static func openVerified(
    _ path: DatabasePath, _ names: TableNames, _ configuration: SQLiteConfiguration
  ) throws -> OwnConnections {
    // The mode of an application's database stays what it is.
    if names == .prefixed, !configuration.isReadOnly {
      try ApplicationDatabase.verifyMode(of: path)
    }
    let openReader: @Sendable () throws -> StoreConnection = {
      try connect(path, configuration, isReadOnly: true)
    }
    let writer = try connect(path, configuration, isReadOnly: configuration.isReadOnly)
    guard !configuration.isReadOnly else {
      return OwnConnections(writer, isReadOnly: true, openReader: openReader)
    }
    try setDurability(configuration.durability, writer, path)
    // See `LogCheckpoint`.
    try writer.execute("PRAGMA wal_autocheckpoint = 0")
    try enterWriteAheadMode(writer, path)
    try verifyWriteAheadMode(writer, path, configuration.durability)
    switch names {
    case .plain: try migrate(writer, path)
    case .prefixed: try ApplicationDatabase.migrate(writer, path)
    }
    // The log and its index are there from now on, which those that read need.
    _ = try writer.integer("SELECT 1 FROM sqlite_master LIMIT 1")
    return OwnConnections(writer, openReader: openReader)
  }

  /// Opens a connection to a file.
  static func connect(
    _ path: DatabasePath, _ configuration: SQLiteConfiguration, isReadOnly: Bool
  ) throws -> StoreConnection {
    let connection = try StoreConnection(
      opening: path.literal,
      flags: isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try prepare(connection, path, configuration)
    return connection
  }

  /// Gives a connection its settings, and opens its files.
  static func prepare(
    _ connection: StoreConnection, _ path: DatabasePath, _ configuration: SQLiteConfiguration
  ) throws {
    sqlite3_busy_timeout(connection.handle, configuration.busyMilliseconds)
    try connection.execute("PRAGMA foreign_keys = ON")
    // What the schema of a file calls may have no effect outside of it.
    try connection.execute("PRAGMA trusted_schema = OFF")
    if let pageCountMax = configuration.pageCountMax {
      try connection.execute("PRAGMA max_page_count = \(pageCountMax)")
    }
    try openFiles(of: connection, path) {
      try connection.execute("SELECT 1 FROM sqlite_master LIMIT 1")
    }
  }

  /// Runs the first statement that needs the files of a database; SQLite opens them then.
  ///
  /// If SQLite cannot open them, only this connection knows the error number of the system.
  private static func openFiles<Value>(
    of database: StoreConnection, _ path: DatabasePath, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as SQLiteError where error.code == SQLITE_CANTOPEN {
      throw path.cannotBeOpened(errno: sqlite3_system_errno(database.handle))
    }
  }

  // MARK: What a commit relies on

  /// Switches a file to the write-ahead log.
  ///
  /// SQLite returns the first row of the answer before it writes the file, and fails afterwards. So the
  /// statement is run to its end.
  private static func enterWriteAheadMode(
    _ database: StoreConnection, _ path: DatabasePath
  ) throws {
    let modes = try openFiles(of: database, path) {
      try database.texts("PRAGMA journal_mode = WAL")
    }
    guard modes == ["wal"] else { throw isNotInWriteAheadMode(path) }
  }

  /// Verifies that the file itself is marked as one with a write-ahead log.
  private static func verifyWriteAheadMode(
    _ database: StoreConnection, _ path: DatabasePath, _ durability: SQLiteConfiguration.Durability
  ) throws {
    // A power cut may have damaged the main file while the log is intact; a checkpoint repairs it.
    if (try? DatabaseHeader(of: database.handle, path)) == nil {
      try LogCheckpoint(durability).run(takingLockOf: database)
    }
    let header = try DatabaseHeader(of: database.handle, path)
    let mode = try database.text("PRAGMA journal_mode")
    guard let header, header.isInWriteAheadMode, mode == "wal" else {
      throw isNotInWriteAheadMode(path)
    }
  }

  private static func isNotInWriteAheadMode(_ path: DatabasePath) -> StorageError {
    StorageError(
      .failed,
      "\(path.path): cannot be given a write-ahead log, without which commits are not safe; nothing "
        + "was committed. Try again, or move the file to a local disk")
  }

  private static func setDurability(
    _ durability: SQLiteConfiguration.Durability, _ database: StoreConnection,
    _ path: DatabasePath
  ) throws {
    try database.execute(durability.pragmas)
    guard try database.integer("PRAGMA synchronous") == durability.level else {
      throw StorageError(
        .failed, "\(path.path): SQLite does not sync as it was told to; nothing was committed")
    }
  }
}

extension SQLiteConfiguration {
  /// How long a connection waits for another one.
  var busyMilliseconds: CInt { CInt(clamping: Int(busyTimeout * 1_000)) }
}

extension SQLiteConfiguration.Durability {
  /// The value that the pragma returns.
  fileprivate var level: Int {
    switch self {
    case .full: 2
    case .normal: 1
    }
  }
}
