import GRDB
import RosterStore
import RosterTestKit
import RosterTestSupport

/// The database of an application that makes the tables of lists and removes them in turn and is killed, and what it
/// must have left: all of these tables, or none, with the visits that were made in the same transactions.
struct KilledInstallation {
  private let folder: TemporaryFolder
  /// The number of visits that were acknowledged.
  private var acknowledged = 0

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path(of: "application.sqlite") }

  /// Starts a process and kills it.
  ///
  /// - Parameters:
  ///   - lineCount: How many transactions are waited for first.
  ///   - seconds: How long then.
  /// - Returns: Whether it had acknowledged anything.
  /// - Throws: If it ended by itself.
  mutating func kill(afterLines lineCount: Int, seconds: Double) throws -> Bool {
    let child = try ChildProgram(.application, ["install", path])
    let told = try KilledFile.kill(child, afterLines: lineCount, seconds: seconds)
    acknowledged = max(acknowledged, told ?? 0)
    return told != nil
  }

  /// Opens the database as the next process would.
  ///
  /// - Returns: What is not as it must be.
  mutating func problems() throws -> [String] {
    let pool = try DatabasePool(path: path)
    defer { try? pool.close() }
    let (visitCount, names) = try pool.read { db in
      let hasVisits = try db.tableExists("visit")
      let names = try String.fetchAll(
        db, sql: "SELECT type || ' ' || name FROM sqlite_master WHERE name GLOB 'grdb_roster*'")
      return try (
        hasVisits ? Int.fetchOne(db, sql: "SELECT count(*) FROM visit") ?? 0 : nil, names
      )
    }
    guard let visitCount else {
      // The process was killed before its migration was done.
      let isUntouched = names.isEmpty && acknowledged == 0
      return isUntouched ? [] : ["there are no visits, and \(acknowledged) were acknowledged"]
    }
    var problems: [String] = []
    if visitCount < acknowledged {
      problems.append("there are \(visitCount) visits, and \(acknowledged) were acknowledged")
    }
    acknowledged = visitCount
    if visitCount % 2 == 0 {
      if !names.isEmpty { problems.append("\(names) are left after \(visitCount) visits") }
    } else {
      let store = try SQLiteStore(path: path)
      problems += try store.check().map(\.description)
      try store.close()
    }
    // A trigger whose tables are gone would refuse the row.
    try pool.write { try $0.execute(sql: "INSERT INTO item (title) VALUES ('row')") }
    return problems
  }
}
