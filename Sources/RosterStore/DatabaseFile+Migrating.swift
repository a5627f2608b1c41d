internal import CSQLite
internal import Migrations
internal import RosterCore

/// The migration steps from one format to the next: of a file, and of the tables in the database of an application.
extension DatabaseFile {
  /// The table in which a file records its steps.
  static let stepTable = "grdb_roster_step"
  /// The table in which files of earlier formats did, and in which an application that uses GRDB records its own. It
  /// has the form that GRDB gives it.
  static let formerStepTable = "grdb_migrations"
  static let formerStepTableSQL =
    "CREATE TABLE \(formerStepTable) (identifier TEXT NOT NULL PRIMARY KEY)"

  /// The steps that a file has taken.
  struct TakenSteps {
    /// All steps of this version.
    fileprivate let all: [Migration]
    /// Those of them that were taken.
    fileprivate(set) var known: Set<String> = []
    /// A step of a later version; `nil` if there is none.
    fileprivate(set) var later: String?

    /// The number of steps without one left out.
    var completedCount: Int { all.prefix { known.contains($0.name) }.count }

    /// The steps that are to be taken.
    var missing: [Migration] { all.filter { !known.contains($0.name) } }
  }

  /// Returns the steps that a file has taken.
  ///
  /// In the table that GRDB makes, an application that keeps tables beside the lists may have recorded steps of its
  /// own.
  ///
  /// - Parameter all: The steps of this version.
  static func takenSteps(
    _ database: StoreConnection, of all: [Migration] = Migration.all
  ) throws -> TakenSteps {
    var taken = TakenSteps(all: all)
    let names: String
    if try exists(stepTable, database) {
      names = "SELECT name FROM \(stepTable)"
    } else if try exists(formerStepTable, database) {
      names = "SELECT identifier FROM \(formerStepTable)"
    } else {
      return taken
    }
    try database.cachedPrepared(names).forEachRow { row in
      let name = row.text(0)
      if all.contains(where: { $0.name == name }) {
        taken.known.insert(name)
      } else if isOurs(name) {
        taken.later = name
      }
    }
    return taken
  }

  /// Returns whether there is a table.
  static func exists(_ table: String, _ database: StoreConnection) throws -> Bool {
    var exists = false
    try database.cachedPrepared("SELECT 1 FROM sqlite_master WHERE name = ?")
      .forEachRow(table) { _ in exists = true }
    return exists
  }

  /// Returns whether a step has a name as Roster gives them: `m0001_create`.
  private static func isOurs(_ name: String) -> Bool {
    let parts = name.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 5 && parts[0].hasPrefix("m")
      && parts[0].dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Takes all missing steps of the file in one transaction.
  ///
  /// The transaction holds the write lock while it looks which steps are missing. If several
  /// connections open one file at once, the first takes the steps; the others wait and then find
  /// that none is missing.
  static func migrate(_ database: StoreConnection, _ path: DatabasePath) throws {
    // In a transaction: another connection may just move the steps to another table.
    var completedCount = 0
    try database.inTransaction(.deferred) {
      completedCount = try takenSteps(database).completedCount
    }
    guard completedCount < Migration.all.count else { return }
    // A step may recreate tables that other tables refer to. The pragma has no effect in a
    // transaction.
    try database.execute("PRAGMA foreign_keys = OFF")
    defer { try? database.execute("PRAGMA foreign_keys = ON") }
    try database.inTransaction(.immediate) {
      // They would run while the steps write.
      if let trigger = try DatabaseSchema(ListConnection(database, .plain)).triggers().first {
        throw notOurs(path, trigger)
      }
      let taken = try takenSteps(database)
      try verifyFormat(of: database, taken, path)
      let hadOwnTable = try exists(stepTable, database)
      try takeSteps(in: ListConnection(database, .plain))
      if !hadOwnTable { try removeFormerSteps(database) }
      if let table = try danglingRows(database).first {
        throw SQLiteError(
          SQLITE_CONSTRAINT, "a row of table \(table) refers to a row that is not there")
      }
    }
  }

  /// Takes the missing steps, within a transaction.
  ///
  /// - Parameter all: The steps of this version.
  static func takeSteps(
    _ all: [Migration] = Migration.all, in connection: ListConnection
  ) throws {
    let missing = try takenSteps(connection.database, of: all).missing
    if missing.isEmpty { return }
    for step in missing { try step.run(in: connection) }
    try recordSteps(all, connection.database)
  }

  /// Records that steps were taken.
  static func recordSteps(_ steps: [Migration], _ database: StoreConnection) throws {
    let record = try database.cachedPrepared("INSERT OR IGNORE INTO \(stepTable) (name) VALUES (?)")
    for step in steps { try record.run(step.name) }
  }

  /// Takes the steps that a file of an earlier format has recorded among those of others from there.
  private static func removeFormerSteps(_ database: StoreConnection) throws {
    guard try exists(formerStepTable, database) else { return }
    let remove = try database.cachedPrepared("DELETE FROM \(formerStepTable) WHERE identifier = ?")
    for step in Migration.all { try remove.run(step.name) }
    let rest = try database.integer("SELECT count(*) FROM \(formerStepTable)")
    if rest == 0 { try database.execute("DROP TABLE \(formerStepTable)") }
  }

  /// Returns, for each row of a list that refers to a row that is not there, its table.
  ///
  /// Whether the tables of an application keep to their foreign keys is its own matter.
  static func danglingRows(_ database: StoreConnection) throws -> [String] {
    let tables = try database.texts(
      """
      SELECT name FROM sqlite_master
      WHERE type = 'table' AND name IN ('section', 'journal', 'subscriber')
      """)
    var dangling: [String] = []
    for table in tables {
      try database.cachedPrepared("PRAGMA foreign_key_check(\(table))").forEachRow { _ in
        dangling.append(table)
      }
    }
    return dangling
  }

  /// Verifies that no later version has written the file.
  static func verifyFormat(
    of database: StoreConnection, _ taken: TakenSteps, _ path: DatabasePath
  ) throws {
    try verifyFormat(of: database, path)
    if let step = taken.later {
      throw newer(path, "it has taken the step \(step), which this one does not know")
    }
  }

  /// Verifies that the header of a file names no later format, for which nothing of the file needs to
  /// be read.
  static func verifyFormat(of database: StoreConnection, _ path: DatabasePath) throws {
    let format = try database.integer("PRAGMA user_version") ?? 0
    if format > Migration.all.count { throw newer(path, format: format) }
  }

  /// Returns the error for a file of a later version.
  static func newer(_ path: DatabasePath, format: Int) -> StorageError {
    newer(path, "format \(format), this one knows \(Migration.all.count)")
  }

  static func newer(_ path: DatabasePath, _ how: String) -> StorageError {
    StorageError(
      .newerFormat,
      "\(path.path): written by a newer Roster (\(how)); nothing was changed. Use the newer version"
    )
  }
}
