internal import CSQLite
internal import Migrations
internal import RosterConcurrency
internal import RosterCore
internal import RosterRows

/// The tables of lists in the database of an application, beside the tables that the application has there.
///
/// All their names have a prefix (`TableNames`). `application_id`, `user_version` and `grdb_migrations` stay the
/// application's: which steps the tables have taken is in a table of their own.
package enum ApplicationDatabase {
  // MARK: Installing

  /// The first format that tables of lists have had in databases of applications.
  static let firstFormat = DatabaseFile.formatOfOwnSteps

  /// Makes the tables of lists where there are none, and takes those that are there to the format of this version.
  ///
  /// The tables are made in the first format, and take each later step that a file of Roster's own takes, by the same
  /// statements, with prefixes.
  ///
  /// It begins no transaction, so an application may call it in one of its migrations. There is none that it must
  /// come before or behind.
  ///
  /// - Throws: `newerFormat`, `corrupt`; the transaction must then be rolled back.
  package static func install(in database: StoreConnection) throws {
    try install(in: database, Migration.all)
  }

  /// - Parameter steps: The steps of this version.
  static func install(in database: StoreConnection, _ steps: [Migration]) throws {
    try verifyIsOfApplication(database)
    if try isInstalled(in: database) {
      try verifySchema(of: database, DatabasePath(path: name(of: database)), steps)
    } else {
      try makeTables(in: database)
    }
    try DatabaseFile.takeSteps(steps, in: ListConnection(database, .prefixed))
  }

  /// Makes the tables in their first format.
  static func makeTables(in database: StoreConnection) throws {
    let steps = Array(Migration.all.prefix(firstFormat))
    for statement in try statements(after: steps) { try database.execute(statement) }
    try DatabaseFile.recordSteps(steps, database)
  }

  /// Removes the tables of lists with all lists, and what notes the rows of tables that are shown as lists.
  ///
  /// It begins no transaction.
  package static func uninstall(from database: StoreConnection) throws {
    try verifyIsOfApplication(database)
    try NotedTable.uninstall(from: database)
    var parts: [(type: String, name: String)] = []
    try database.cachedPrepared(
      "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'table') ORDER BY type DESC"
    ).forEachRow { parts.append(($0.text(0), $0.text(1))) }
    for part in parts
    where TableNames.prefixed.plainName(part.name) != nil || part.name == DatabaseFile.stepTable {
      try database.execute("DROP \(part.type) \(part.name)")
    }
  }

  /// Returns whether there are tables of lists.
  package static func isInstalled(in database: StoreConnection) throws -> Bool {
    let isThere = try DatabaseFile.exists(TableNames.prefixed.name("list"), database)
    return try DatabaseFile.exists(DatabaseFile.stepTable, database) && isThere
  }

  /// Returns the statements that make the tables as some steps of a file leave them.
  private static func statements(after steps: [Migration]) throws -> [String] {
    let database = try StoreConnection.inMemory()
    try database.execute(DatabaseFile.formerStepTableSQL)
    for step in steps { try database.execute(step.sql) }
    let made = try database.texts(
      """
      SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> ?
      ORDER BY type = 'view', rowid
      """, [DatabaseFile.formerStepTable])
    return (made + ["INSERT INTO file (id, list_count) VALUES (1, 0)"]).map(statements(of:))
  }

  /// Returns the statements of a file of Roster's own as the database of an application has them: with prefixes.
  ///
  /// The numbers in the header are the application's, and so are all pragmas. There are no foreign keys: an application
  /// that checks those of all tables would wait for these as well.
  static func statements(of sql: String) -> String {
    let lines = sql.split(separator: "\n").filter { !$0.hasPrefix("PRAGMA ") }
    return TableNames.prefixed(
      lines.joined(separator: "\n").replacing(text: " REFERENCES list (id)", with: ""))
  }

  // MARK: Opening

  /// Verifies the database behind the connections of an application, makes the tables of lists if they are missing, and
  /// takes those of an earlier format to that of this version.
  ///
  /// - Parameters:
  ///   - readers: The connections by which lists are read.
  ///   - steps: The steps of this version.
  /// - Returns: The label of the queue on which the application writes; `nil` if it does not.
  static func open(
    _ connections: any StoreConnections, _ readers: any StoreConnections, _ path: DatabasePath,
    busyTimeout: Double, _ steps: [Migration] = Migration.all
  ) throws -> String? {
    let isInMemory = readers === connections
    if connections.isReadOnly {
      try readers.read { database in
        try verify(database, isInMemory: isInMemory)
        guard try isInstalled(in: database) else {
          throw StorageError(
            .notADatabase,
            "\(path.path): no tables of lists are in it. Open it for writing to make them")
        }
        try verifySchema(of: database, path, steps)
      }
      return nil
    }
    let deadline = ContinuousClock.now + .seconds(busyTimeout)
    while true {
      do {
        return try connections.write { database in
          try database.verifyLibrary()
          guard !database.isInsideTransaction else {
            throw StorageError(
              .failed,
              "\(path.path): opened inside a transaction of the application; open it outside")
          }
          // The connection that writes may have another file open than those that read find at the path.
          if !isInMemory, OpenedFiles.hasMoved(database) { throw OpenedFiles.isReplaced(path.path) }
          try verify(database, isInMemory: isInMemory)
          if try isInstalled(in: database) {
            try migrate(database, path, steps)
          } else {
            try database.inTransaction(.immediate) { try install(in: database, steps) }
          }
          return CurrentThread.queueLabel
        }
      } catch let error as any SQLiteFailure where error.code == SQLITE_BUSY {
        guard ContinuousClock.now < deadline else { throw error }
        CurrentThread.sleep(milliseconds: 2)
      }
    }
  }

  /// Takes all steps that are missing in one transaction. If none is, it takes no lock.
  ///
  /// - Parameter steps: The steps of this version.
  static func migrate(
    _ database: StoreConnection, _ path: DatabasePath, _ steps: [Migration] = Migration.all
  ) throws {
    try verifySchema(of: database, path, steps)
    if try DatabaseFile.takenSteps(database, of: steps).missing.isEmpty { return }
    // It looks again: another connection may have taken them in between, or those of a later version.
    try database.inTransaction(.immediate) { try install(in: database, steps) }
  }

  // MARK: Verifying

  /// Verifies that a database may have lists beside the tables of its application.
  ///
  /// - Parameter isInMemory: Whether it is in memory, where there is no log.
  private static func verify(_ database: StoreConnection, isInMemory: Bool) throws {
    try verifyIsOfApplication(database)
    let path = name(of: database)
    // Texts are read as the bytes that the file has.
    guard try database.text("PRAGMA encoding") == "UTF-8" else {
      throw StorageError(
        .failed,
        "\(path): its texts are in UTF-16, and lists need UTF-8, as a database has unless PRAGMA encoding says otherwise"
      )
    }
    guard try isInMemory || database.text("PRAGMA journal_mode") == "wal" else {
      throw isNotInWriteAheadMode(path)
    }
  }

  /// Verifies that a database is not a file of Roster's own, and opened by the SQLite that is used here.
  private static func verifyIsOfApplication(_ database: StoreConnection) throws {
    try database.verifyLibrary()
    let path = name(of: database)
    let id = try database.integer("PRAGMA application_id") ?? 0
    guard UInt32(truncatingIfNeeded: id) != DatabaseFile.applicationID else {
      throw StorageError(
        .notADatabase,
        "\(path): a file of Roster's own, not the database of an application; open it with SQLiteStore"
      )
    }
  }

  /// Verifies, before a file is opened, that its application has it in write-ahead mode.
  static func verifyMode(of path: DatabasePath) throws {
    // The header may be in the log, which is there in this mode only.
    guard try path.hasWriteAheadLog || DatabaseHeader(path)?.isInWriteAheadMode == true else {
      throw isNotInWriteAheadMode(path.path)
    }
  }

  private static func isNotInWriteAheadMode(_ path: String) -> StorageError {
    StorageError(
      .failed,
      "\(path): not in write-ahead mode, in which alone lists are read while they are written; its application must "
        + "open it with a DatabasePool")
  }

  /// Verifies that this version or an earlier one made the tables, and that all are there.
  ///
  /// - Parameter steps: The steps of this version.
  /// - Throws: `replaced` if they are gone, `newerFormat`, `corrupt`.
  static func verifySchema(
    of database: StoreConnection, _ path: DatabasePath, _ steps: [Migration] = Migration.all
  ) throws {
    guard try isInstalled(in: database) else {
      throw StorageError(
        .replaced,
        "\(path.path): the tables of the lists were removed; open the database again, with which they are made anew"
      )
    }
    let schema = try DatabaseSchema(ListConnection(database, .prefixed))
    if let impostor = try schema.impostors(among: [DatabaseFile.stepTable]).first {
      throw DatabaseFile.notOurs(path, impostor)
    }
    // A later version may have given a table another form.
    try verifySteps(of: database, path, steps)
    if let finding = try (schema.impostors() + schema.triggers()).first {
      throw DatabaseFile.notOurs(path, finding)
    }
  }

  /// Verifies that no later version has changed the tables.
  static func verifySteps(
    of database: StoreConnection, _ path: DatabasePath, _ steps: [Migration] = Migration.all
  ) throws {
    if let step = try DatabaseFile.takenSteps(database, of: steps).later {
      throw DatabaseFile.newer(path, "it has taken the step \(step), which this one does not know")
    }
  }

  private static func name(of database: StoreConnection) -> String {
    (try? database.text("SELECT file FROM pragma_database_list WHERE name = 'main'"))
      .flatMap { $0.isEmpty ? nil : $0 } ?? MemoryDatabase.name
  }
}
