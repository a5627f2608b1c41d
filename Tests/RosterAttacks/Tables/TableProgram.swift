import GRDB
import RosterCore
import RosterEngine
import RosterGRDB
import RosterStore
import RosterTestKit

/// A table that is a list, what writes it, and the list as the table says that it must be.
///
/// One step is all that the list may follow at once: what the application does while it has its connection, a write of
/// the `RosterDatabase`, or one transaction of another connection or of a shell. So the order of the list is known:
/// rows keep their places, and those that a step has made stand behind them by their keys.
struct TableProgram {
  /// A finding, with what led to it.
  struct Finding: Error {
    let description: String
  }

  private let folder: TemporaryFolder
  private let connections: any DatabaseWriter
  private let roster: RosterDatabase
  private let todos: TableList<TableRow, Never>
  /// Another list of the table, which leaves the rows there.
  private let versions: TableList<RowVersion<TableRow>, Never>
  /// What writes the file without knowing of the list; `nil` in memory.
  private let other: DatabaseQueue?
  private let shell: SQLiteShell?
  private let fault: TableAttack.PlantedFault?
  private var statements: TableStatements
  /// The keys of the rows, in the order in which the list has seen them.
  private var keys: [DatabaseValue] = []
  private var trail: [String] = []
  /// The number of statements that were tried.
  private(set) var statementCount = 0

  init(_ schema: String, seed: UInt64, fault: TableAttack.PlantedFault?) throws {
    folder = try TemporaryFolder()
    self.fault = fault
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = .timeout(10)
    if seed % 3 == 0 {
      let queue = try DatabaseQueue(configuration: configuration)
      try queue.write { try TableStatements.make(schema, in: $0) }
      (connections, other, shell) = (queue, nil, nil)
      roster = try RosterDatabase(inMemory: queue)
    } else {
      let path = folder.path(of: "application.sqlite")
      let pool = try DatabasePool(path: path, configuration: configuration)
      try pool.write { try TableStatements.make(schema, in: $0) }
      (connections, shell) = (pool, SQLiteShell())
      other = try DatabaseQueue(path: path, configuration: configuration)
      roster = try RosterDatabase(pool)
    }
    todos = try roster.table(TableRow.self)
    versions = try roster.table(TableRow.self, .rows, list: "versions")
    statements = TableStatements(random: SplitMix64(seed: seed), leavesOutUpdateOr: false)
  }

  // MARK: Steps

  /// Does something at random, and compares the list with the table.
  mutating func step() async throws {
    switch statements.random.index(below: 100) {
    case 0..<42: try await writeByApplication()
    case 42..<72: try await writeRowsAndList()
    case 72..<90: try await writeByOther()
    case 90..<91: try await writeByShell()
    default: try await migrate()
    }
  }

  /// Several transactions of the application, of which the list follows all at once.
  private mutating func writeByApplication() async throws {
    let chosen = (0...statements.random.index(below: 8)).map { _ in statements.next() }
    note("application", chosen)
    let losesNotes = fault == .lostNotes
    try await connections.writeWithoutTransaction { db in
      for sql in chosen { Self.tryOut(sql, db) }
      try Self.endTransaction(db)
      if losesNotes { try db.execute(sql: "DELETE FROM grdb_roster_noted_1") }
    }
    try await compareAfterFollowing()
  }

  /// One transaction by the `RosterDatabase`, with which the list follows. Readers see rows and list as they were
  /// before it or as they are after it.
  private mutating func writeRowsAndList() async throws {
    let chosen = (0...statements.random.index(below: 6)).map { _ in statements.nextInTransaction() }
    let isTakenBack = statements.random.happens(percent: 10)
    note(isTakenBack ? "write, taken back" : "write", chosen)
    let (roster, list) = (roster, todos.list)
    async let seen = roster.read(list) { db, list in
      (try TableRow.all(db), try list.models())
    }
    do {
      try await roster.write { db in
        for sql in chosen { Self.tryOut(sql, db) }
        if isTakenBack { throw TakenBack() }
      }
    } catch is TakenBack {
    } catch let error as StorageError where error.code == .failed {
      // A statement has rolled back the transaction.
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      // Foreign keys have kept it from being committed.
    }
    let (rows, models) = try await seen
    guard rows.count == models.count, Set(rows) == Set(models) else {
      throw finding("a reader has seen \(models) in the list, and in the table \(rows)")
    }
    try await compare()
  }

  /// One transaction of another connection.
  private mutating func writeByOther() async throws {
    guard let other else { return try await writeByApplication() }
    let isAlone = statements.random.happens(percent: 30)
    let chosen = (0...(isAlone ? 0 : statements.random.index(below: 8))).map { _ in
      statements.nextInTransaction()
    }
    let end = statements.random.happens(percent: 15) ? "ROLLBACK" : "COMMIT"
    let setting = statements.setting()
    note("other connection", [setting] + chosen + [isAlone ? "" : end])
    try await other.writeWithoutTransaction { db in
      Self.tryOut(setting, db)
      if !isAlone { try db.execute(sql: "BEGIN IMMEDIATE") }
      for sql in chosen {
        Self.tryOut(sql, db)
        // What follows would be a transaction of its own.
        if !db.isInsideTransaction { return }
      }
      try Self.endTransaction(db, end)
    }
    try await compareAfterFollowing()
  }

  /// One transaction of a shell, which rolls back with the first statement that fails.
  private mutating func writeByShell() async throws {
    guard let other, let shell else { return try await writeByOther() }
    let chosen = (0...statements.random.index(below: 2)).map { _ in statements.change() }
    note("shell", chosen)
    let sql = (["PRAGMA foreign_keys = ON", "BEGIN IMMEDIATE"] + chosen + ["COMMIT"])
      .joined(separator: "; ")
    _ = try shell.run(["-cmd", ".timeout 10000"], on: other.path, sql, hidesErrors: true)
    try await compareAfterFollowing()
  }

  /// What a migration of the application does.
  private mutating func migrate() async throws {
    let sql = statements.migration()
    note("migration", [sql])
    try await connections.writeWithoutTransaction { db in try? db.execute(sql: sql) }
    try await compareAfterFollowing()
  }

  private mutating func note(_ writer: String, _ chosen: [String]) {
    statementCount += chosen.count
    trail.append("\(writer): \(chosen.joined(separator: "; "))")
  }

  /// Ends what is open: a transaction, or a savepoint alone. Foreign keys may keep it from being committed.
  private static func endTransaction(_ db: Database, _ end: String = "COMMIT") throws {
    guard db.isInsideTransaction else { return }
    do { try db.execute(sql: end) } catch { try db.execute(sql: "ROLLBACK") }
  }

  /// Carries out a statement, which may fail.
  private static func tryOut(_ sql: String, _ db: Database) { _ = try? Row.fetchAll(db, sql: sql) }

  // MARK: Laws

  private mutating func compareAfterFollowing() async throws {
    try await todos.bringUpToDate()
    try await versions.bringUpToDate()
    try await compare()
  }

  /// L14: the list has the rows of the table, in the order in which it has seen them.
  private mutating func compare() async throws {
    let (rows, models) = try await roster.read(todos.list) { db, list in
      (try TableRow.all(db), try list.models())
    }
    var expected: [DatabaseValue: TableRow] = [:]
    for row in rows { expected[row.id] = row }
    keys = keys.filter { expected[$0] != nil }
    let known = Set(keys)
    keys += rows.map(\.id).filter { !known.contains($0) }
    guard models == keys.compactMap({ expected[$0] }) else {
      throw finding("the list has \(models), and the table \(rows), in the order \(keys)")
    }
    try await compareVersions()
  }

  /// The list of versions has the revisions and items of the list of copies, and each row is the one that was copied.
  private func compareVersions() async throws {
    let (copies, fetched) = try await roster.read(todos.list, versions.list) {
      db, copies, versions in
      (
        Copies(revision: copies.revision, items: try copies.items()),
        Fetched(
          revision: versions.revision, ids: try versions.items().map(\.id),
          rows: try versions.models().map { try $0.fetch(db) })
      )
    }
    guard copies.revision == fetched.revision, copies.items.map(\.id) == fetched.ids,
      copies.items.map(\.model) == fetched.rows.map({ $0?.record }),
      fetched.rows.allSatisfy({ $0?.hasChanged == false })
    else { throw finding("the list has \(copies), and that of versions \(fetched)") }
  }

  private struct Copies: Sendable {
    let revision: Revision
    let items: [ListSnapshot<TableRow, String>.Item]
  }

  private struct Fetched: Sendable {
    let revision: Revision
    let ids: [ItemID]
    let rows: [FetchedRow<TableRow>?]
  }

  /// What a check of the database finds at the end.
  func end() async throws {
    let findings = try roster.store.check()
    guard findings.isEmpty else { throw finding("\(findings)") }
    await todos.close()
    await versions.close()
    try roster.store.close()
  }

  private func finding(_ what: String) -> Finding {
    Finding(description: (trail.suffix(6) + [what]).joined(separator: "\n"))
  }

  private struct TakenBack: Error {}
}
