internal import GRDB
internal import Migrations
internal import RosterCore

/// The steps that a file has taken from one format to the next.
extension DatabaseFile {
  /// Where a file notes the steps that it has taken, in a table of the form that GRDB gave it.
  static let stepTable = "grdb_migrations"

  /// The names of the steps that a file has taken, also of those that this version does not know.
  static func takenSteps(_ database: Database) throws -> Set<String> {
    // Not `tableExists`: GRDB remembers what a connection had seen before another made the table.
    let tableCount = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM sqlite_master WHERE name = ?", arguments: [stepTable])
    guard tableCount == 1 else { return [] }
    return try String.fetchSet(database, sql: "SELECT identifier FROM \(stepTable)")
  }

  /// The number of steps that a file has taken without leaving one out.
  static func completedStepCount(_ taken: Set<String>) -> Int {
    Migration.all.prefix { taken.contains($0.name) }.count
  }

  /// Whether a file has taken a step that this version does not know.
  static func isNewer(_ taken: Set<String>) -> Bool {
    !taken.isSubset(of: Migration.all.map(\.name))
  }

  /// Takes the steps that the file has not taken yet, all in one transaction.
  ///
  /// What was taken is looked at under the write lock: of several connections that open one file at
  /// once, the first takes the steps, and the others wait and find that nothing is left to do.
  /// (GRDB's migrator looks before it locks, and so takes a step twice.)
  static func migrate(_ database: Database, _ path: DatabasePath) throws {
    guard try completedStepCount(takenSteps(database)) < Migration.all.count else { return }
    // A step may make tables anew, to which others refer. This cannot be set in a transaction.
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

  /// The error of a file that has taken steps of a later version.
  static func newer(
    _ path: DatabasePath, _ how: String = "it has taken steps that this one does not know"
  ) -> StorageError {
    StorageError(
      .newerFormat,
      "\(path.path): written by a newer Roster (\(how)); nothing was changed. Use the newer version"
    )
  }
}
