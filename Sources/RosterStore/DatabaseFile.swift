internal import Foundation
internal import GRDB
internal import Migrations
internal import RosterCore

/// What a file must be before it is opened, and how it is opened.
enum DatabaseFile {
  /// The `application_id` of a Roster database: "RSTR".
  static let applicationID: UInt32 = 0x5253_5452

  /// The oldest format that is read without being brought up to date.
  private static let oldestFormat = 1
  /// The first format that has states.
  static let formatOfStates = 2
  /// The first format whose journal tells what undo and redo take back.
  static let formatOfSteps = 3
  /// The first format that has states of headers and footers.
  static let formatOfSupplementStates = 4
  /// The first format whose lists are sealed.
  static let formatOfSeals = 5

  // MARK: Verifying

  /// Looks at a file without changing it.
  ///
  /// Opening for writing switches a file to the write-ahead log, so whatever is not ours must be
  /// refused before.
  static func verify(_ path: DatabasePath, _ configuration: SQLiteConfiguration) throws {
    let exists = try path.verify(isReadOnly: configuration.isReadOnly)
    guard exists, let header = try DatabaseHeader(path) else {
      if exists, configuration.isReadOnly { throw empty(path) }
      return
    }
    guard header.applicationID == applicationID || header.applicationID == 0 else {
      throw foreign(path)
    }
    guard header.applicationID == 0 || header.userVersion <= Migration.all.count else {
      throw newer(path, "format \(header.userVersion), this one knows \(Migration.all.count)")
    }
    try look(at: path, configuration) { database in
      let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      if UInt32(truncatingIfNeeded: id) == applicationID {
        try verifyFormat(of: database, path, isReadOnly: configuration.isReadOnly)
      } else if try !isEmpty(database) {
        throw foreign(path)
      } else if configuration.isReadOnly {
        throw empty(path)
      }
    }
  }

  /// Reads a file through SQLite, and leaves nothing behind.
  private static func look(
    at path: DatabasePath, _ configuration: SQLiteConfiguration, _ body: (Database) throws -> Void
  ) throws {
    var settings = settings(configuration)
    settings.readonly = true
    // A reader of a file in write-ahead mode leaves two empty files behind; where there is no log,
    // nobody writes, and the main file alone tells everything.
    let uri = URL(fileURLWithPath: path.literal).absoluteString + "?immutable=1"
    let queue = try DatabaseQueue(
      path: path.hasWriteAheadLog ? path.literal : uri, configuration: settings)
    defer { try? queue.close() }
    try queue.read(body)
  }

  private static func verifyFormat(
    of database: Database, _ path: DatabasePath, isReadOnly: Bool
  ) throws {
    let format = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard format <= Migration.all.count else {
      throw newer(path, "format \(format), this one knows \(Migration.all.count)")
    }
    guard try !migrator.hasBeenSuperseded(database) else {
      throw newer(path, "it has taken steps that this one does not know")
    }
    guard try !isReadOnly || migrator.completedMigrations(database).count >= oldestFormat else {
      throw StorageError(
        .readOnly,
        "\(path.path): of an older format; open it for writing once to bring it up to date")
    }
  }

  /// Whether there is nothing in a database but what a creation that was cut short leaves.
  private static func isEmpty(_ database: Database) throws -> Bool {
    let tables = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    guard tables.allSatisfy({ $0 == migrationTable }) else { return false }
    return try tables.isEmpty
      || Int.fetchOne(database, sql: "SELECT count(*) FROM \(migrationTable)") == 0
  }

  /// Where GRDB notes the migrations that a file has taken.
  static let migrationTable = "grdb_migrations"

  private static func empty(_ path: DatabasePath) -> StorageError {
    StorageError(
      .notADatabase,
      "\(path.path): empty, there is no list in it. Open it for writing to create one")
  }

  private static func foreign(_ path: DatabasePath) -> StorageError {
    StorageError(
      .notADatabase,
      "\(path.path): a SQLite database, but not one of Roster's; nothing was changed")
  }

  private static func newer(_ path: DatabasePath, _ how: String) -> StorageError {
    StorageError(
      .newerFormat,
      "\(path.path): written by a newer Roster (\(how)); nothing was changed. Use the newer version"
    )
  }

  // MARK: Opening

  /// Opens a file, and creates or migrates it if it must be.
  ///
  /// Two connections that create a file at once can get in each other's way where SQLite does not
  /// wait, so the one that comes second tries again until the time is up.
  static func open(
    _ path: DatabasePath, _ configuration: SQLiteConfiguration
  ) throws -> DatabasePool {
    let deadline = ContinuousClock.now + .seconds(configuration.busyTimeout)
    while true {
      do {
        return try openOnce(path, configuration)
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
      {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
  }

  private static func openOnce(
    _ path: DatabasePath, _ configuration: SQLiteConfiguration
  ) throws -> DatabasePool {
    let pool = try DatabasePool(path: path.literal, configuration: settings(configuration))
    guard !configuration.isReadOnly else { return pool }
    try migrate(pool)
    try pool.writeWithoutTransaction { database in
      // Once more after opening: the pool sets NORMAL itself, after `prepareDatabase`.
      try database.execute(sql: "PRAGMA synchronous = \(configuration.durability.pragma)")
    }
    return pool
  }

  private static func settings(_ configuration: SQLiteConfiguration) -> Configuration {
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
    }
    return settings
  }

  // MARK: Migrating

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for migration in Migration.all {
      migrator.registerMigration(migration.name) { try migration.run(in: $0) }
    }
    return migrator
  }

  private static func migrate(_ pool: DatabasePool) throws {
    let migrator = migrator
    do {
      try migrator.migrate(pool)
    } catch {
      // Another process may have taken the same steps meanwhile.
      guard try pool.read({ try migrator.hasCompletedMigrations($0) }) else { throw error }
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
}
