internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import RosterCore

/// How a file is opened, after it was verified.
enum DatabaseFile {
  // MARK: Opening

  /// Verifies and opens a file, and creates or migrates it if it must be.
  ///
  /// Connections that create a file at once can get in each other's way where SQLite does not wait,
  /// and a file that another process is creating can look like anything until that is done. So a
  /// file that is busy or that was written meanwhile is looked at again until the time is up.
  static func open(
    _ path: DatabasePath, _ configuration: SQLiteConfiguration
  ) throws -> DatabasePool {
    let deadline = ContinuousClock.now + .seconds(configuration.busyTimeout)
    while true {
      let appearance = path.appearance
      var isVerified = false
      do {
        try verify(path, configuration)
        isVerified = true
        return try openVerified(path, configuration)
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
    _ path: DatabasePath, _ configuration: SQLiteConfiguration
  ) throws -> DatabasePool {
    var settings = settings(path, configuration)
    settings.prepareDatabase { database in
      guard !database.configuration.readonly else { return }
      try setDurability(configuration.durability, database, path)
      try enterWriteAheadMode(database, path)
    }
    let pool = try DatabasePool(path: path.literal, configuration: settings)
    guard !configuration.isReadOnly else { return pool }
    try pool.barrierWriteWithoutTransaction { database in
      try verifyWriteAheadMode(database, path)
      try migrate(database, path)
      // Once more after opening: the pool sets NORMAL itself, after `prepareDatabase`.
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
      // For the readers of the pool, to which GRDB gives a time of its own.
      try database.execute(sql: "PRAGMA busy_timeout = \(milliseconds)")
      if let pageCountMax = configuration.pageCountMax {
        try database.execute(sql: "PRAGMA max_page_count = \(pageCountMax)")
      }
      try openFiles(of: database, path) {
        try database.execute(sql: "SELECT 1 FROM sqlite_master LIMIT 1")
      }
    }
    return settings
  }

  /// Runs the first statement that needs the files of a database, which SQLite opens then.
  ///
  /// If they cannot be opened, the reason of the system is known here and nowhere else.
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
  /// The pool does the same, but takes the first answer, which comes before the file is written: it
  /// would not learn that this has failed, and work on without the log. Here the statement is run to
  /// its end.
  private static func enterWriteAheadMode(_ database: Database, _ path: DatabasePath) throws {
    let modes = try openFiles(of: database, path) {
      try String.fetchAll(database, sql: "PRAGMA journal_mode = WAL")
    }
    guard modes == ["wal"] else { throw isNotInWriteAheadMode(path) }
  }

  /// Sees that the file itself says that it has a write-ahead log.
  private static func verifyWriteAheadMode(_ database: Database, _ path: DatabasePath) throws {
    // What a power cut has damaged beneath the log is mended by moving the log into the file.
    if (try? DatabaseHeader(of: database.sqliteConnection, path)) == nil {
      try database.checkpoint()
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
    try database.execute(sql: "PRAGMA synchronous = \(durability.pragma)")
    guard try Int.fetchOne(database, sql: "PRAGMA synchronous") == durability.level else {
      throw StorageError(
        .failed, "\(path.path): SQLite does not sync as it was told to; nothing was committed")
    }
  }
}

extension SQLiteConfiguration.Durability {
  fileprivate var pragma: String {
    switch self {
    case .full: "FULL"
    case .normal: "NORMAL"
    }
  }

  /// What the pragma answers.
  fileprivate var level: Int {
    switch self {
    case .full: 2
    case .normal: 1
    }
  }
}
