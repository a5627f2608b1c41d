import GRDB
import RosterGRDB
import RosterTestKit

/// A table that is a list beside one that is not: the application's statements give the same rows, errors and counts.
package struct TriggerAttack: Sendable {
  private let schema: String
  private let statementCount: Int

  package init(schema: String, statementCount: Int = 480) {
    self.schema = schema
    self.statementCount = statementCount
  }

  /// Runs the statements of a seed on both.
  ///
  /// - Returns: The first statement that gives something else; `nil` if none does.
  package func finding(seed: UInt64) async throws -> String? {
    let noted = try open()
    let bare = try open()
    do {
      let roster = try RosterDatabase(inMemory: noted)
      // The triggers stay. What takes up the notes would count on this connection.
      try await roster.table(TableRow.self).close()
    }
    // Both have written nothing as the last.
    for queue in [noted, bare] {
      try await queue.write { db in
        try db.execute(sql: "CREATE TABLE one (id INTEGER PRIMARY KEY); INSERT INTO one VALUES (1)")
      }
    }
    var statements = TableStatements(random: SplitMix64(seed: seed), leavesOutUpdateOr: true)
    for _ in 0..<statementCount / 12 {
      let chosen = (0..<12).map { _ in statements.next() }
      let seen = try await Self.run(chosen, noted)
      let expected = try await Self.run(chosen, bare)
      for (sql, (seen, expected)) in zip(chosen, zip(seen.results, expected.results))
      where seen != expected {
        return "seed \(seed), \(schema)\n\(sql)\nwith \(seen)\nwithout \(expected)"
      }
      if seen.rows != expected.rows {
        return "seed \(seed), \(schema)\nrows with \(seen.rows)\nwithout \(expected.rows)"
      }
    }
    return nil
  }

  private func open() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.write { try TableStatements.make(schema, in: $0) }
    return queue
  }

  private static func run(
    _ statements: [String], _ queue: DatabaseQueue
  ) async throws -> (results: [String], rows: [TableRow]) {
    try await queue.writeWithoutTransaction { db in
      let results = statements.map { result(of: $0, db) }
      if db.isInsideTransaction { try db.execute(sql: "ROLLBACK") }
      return (results, try TableRow.all(db))
    }
  }

  /// What the application sees of a statement: its rows, or its error, and what it has counted.
  private static func result(of sql: String, _ db: Database) -> String {
    var seen = ""
    do {
      seen = "\(try Row.fetchAll(db, sql: sql))"
    } catch {
      seen = "\((error as? DatabaseError)?.extendedResultCode.rawValue ?? -1)"
    }
    return seen + " \(db.changesCount) \(db.lastInsertedRowID) \(db.isInsideTransaction)"
  }
}
