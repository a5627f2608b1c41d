internal import GRDB
internal import Migrations
internal import RosterCore

/// The migration steps of a file from one format to the next.
extension DatabaseFile {
  /// The table in which a file records its steps. It has the form that GRDB gave it.
  static let stepTable = "grdb_migrations"

  /// Returns the names of the steps that a file has taken, including those that this version does
  /// not know.
  static func takenSteps(_ database: Database) throws -> Set<String> {
    // `tableExists` does not serve here: GRDB caches what a connection saw before another one made
    // the table.
    let tableCount = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM sqlite_master WHERE name = ?", arguments: [stepTable])
    guard tableCount == 1 else { return [] }
    return try String.fetchSet(database, sql: "SELECT identifier FROM \(stepTable)")
  }

  /// Returns the number of steps that a file has taken without leaving one out.
  static func completedStepCount(_ taken: Set<String>) -> Int {
    Migration.all.prefix { taken.contains($0.name) }.count
  }

  /// Returns whether a file has taken a step that this version does not know.
  static func isNewer(_ taken: Set<String>) -> Bool {
    !taken.isSubset(of: Migration.all.map(\.name))
  }

  /// Takes all missing steps of the file in one transaction.
  ///
  /// The transaction holds the write lock while it looks which steps are missing. If several
  /// connections open one file at once, the first takes the steps; the others wait and then find
  /// that none is missing. (GRDB's migrator looks before it locks, and so may take a step twice.)
  static func migrate(_ database: Database, _ path: DatabasePath) throws {
    guard try completedStepCount(takenSteps(database)) < Migration.all.count else { return }
    // A step may recreate tables that other tables refer to. The pragma has no effect in a
    // transaction.
    try database.execute(sql: "PRAGMA foreign_keys = OFF")
    defer { try? database.execute(sql: "PRAGMA foreign_keys = ON") }
    try database.inTransaction(.immediate) {
      try database.execute(
        sql: "CREATE TABLE IF NOT EXISTS \(stepTable) (identifier TEXT NOT NULL PRIMARY KEY)")
      let taken = try takenSteps(database)
      guard !isNewer(taken) else { throw newer(path) }
      for step in Migration.all where !taken.contains(step.name) {
        try step.run(in: database)
        try database.execute(
          sql: "INSERT INTO \(stepTable) (identifier) VALUES (?)", arguments: [step.name])
      }
      try database.checkForeignKeys()
      return .commit
    }
  }

  /// Returns the error for a file that has taken steps of a later version.
  static func newer(
    _ path: DatabasePath, _ how: String = "it has taken steps that this one does not know"
  ) -> StorageError {
    StorageError(
      .newerFormat,
      "\(path.path): written by a newer Roster (\(how)); nothing was changed. Use the newer version"
    )
  }
}
