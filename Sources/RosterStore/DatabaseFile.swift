internal import Foundation
internal import GRDB
internal import GRDBSQLite
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
  ) throws -> (pool: DatabasePool, names: TableNames) {
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
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
  }

  private static func isBusy(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_PROTOCOL
  }

  private static func openVerified(
    _ path: DatabasePath, _ names: TableNames, _ configuration: SQLiteConfiguration
  ) throws -> DatabasePool {
    // The mode of an application's database stays what it is.
    if names == .prefixed, !configuration.isReadOnly {
      try ApplicationDatabase.verifyMode(of: path)
    }
    var settings = settings(path, configuration)
    settings.prepareDatabase { database in
      guard !database.configuration.readonly else { return }
      try setDurability(configuration.durability, database, path)
      // See `LogCheckpoint`.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
      try enterWriteAheadMode(database, path)
    }
    let pool = try DatabasePool(path: path.literal, configuration: settings)
    guard !configuration.isReadOnly else { return pool }
    try pool.barrierWriteWithoutTransaction { database in
      try verifyWriteAheadMode(database, path, configuration.durability)
      switch names {
      case .plain: try migrate(database, path)
      case .prefixed: try ApplicationDatabase.verifySchema(of: database, path)
      }
      // Sets it again after opening: the pool sets NORMAL itself, after `prepareDatabase`.
      try setDurability(configuration.durability, database, path)
    }
    return pool
  }

  static func settings(
    _ path: DatabasePath, _ configuration: SQLiteConfiguration
  ) -> Configuration {
    var settings = Configuration()
    settings.label = "roster"
    settings.readonly = configuration.isReadOnly
    settings.busyMode = .timeout(configuration.busyTimeout)
    settings.maximumReaderCount = 4
    let milliseconds = Int(configuration.busyTimeout * 1_000)
    settings.prepareDatabase { database in
      // For the readers of the pool, to which GRDB gives a timeout of its own.
      try database.execute(sql: "PRAGMA busy_timeout = \(milliseconds)")
      // What the schema of a file calls may have no effect outside of it.
      try database.execute(sql: "PRAGMA trusted_schema = OFF")
      if let pageCountMax = configuration.pageCountMax {
        try database.execute(sql: "PRAGMA max_page_count = \(pageCountMax)")
      }
      try openFiles(of: database, path) {
        try database.execute(sql: "SELECT 1 FROM sqlite_master LIMIT 1")
      }
    }
    return settings
  }

  /// Runs the first statement that needs the files of a database; SQLite opens them then.
  ///
  /// If SQLite cannot open them, only this connection knows the error number of the system.
  private static func openFiles<Value>(
    of database: Database, _ path: DatabasePath, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
      throw path.cannotBeOpened(errno: sqlite3_system_errno(database.sqliteConnection))
    }
  }

  // MARK: What a commit relies on

  /// Switches a file to the write-ahead log.
  ///
  /// The pool does the same, but it takes the first row of the answer, which SQLite returns before
  /// it writes the file. So the pool would not notice that the switch has failed, and would work
  /// without the log. This method runs the statement to its end.
  private static func enterWriteAheadMode(_ database: Database, _ path: DatabasePath) throws {
    let modes = try openFiles(of: database, path) {
      try String.fetchAll(database, sql: "PRAGMA journal_mode = WAL")
    }
    guard modes == ["wal"] else { throw isNotInWriteAheadMode(path) }
  }

  /// Verifies that the file itself is marked as one with a write-ahead log.
  private static func verifyWriteAheadMode(
    _ database: Database, _ path: DatabasePath, _ durability: SQLiteConfiguration.Durability
  ) throws {
    // A power cut may have damaged the main file while the log is intact; a checkpoint repairs it.
    if (try? DatabaseHeader(of: database.sqliteConnection, path)) == nil {
      try LogCheckpoint(durability).run(takingLockOf: database)
    }
    let header = try DatabaseHeader(of: database.sqliteConnection, path)
    let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode")
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
    _ durability: SQLiteConfiguration.Durability, _ database: Database, _ path: DatabasePath
  ) throws {
    try database.execute(sql: durability.pragmas)
    guard try Int.fetchOne(database, sql: "PRAGMA synchronous") == durability.level else {
      throw StorageError(
        .failed, "\(path.path): SQLite does not sync as it was told to; nothing was committed")
    }
  }
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
