import GRDB
import Roster
import RosterGRDB
import RosterTestKit
import Testing

@Suite("Tables as lists: random statements")
struct TableLawTests {
  /// A row with whatever columns it has.
  private struct Thing: FetchableRecord, EncodableRecord, TableRecord, Equatable {
    static let databaseTableName = "thing"
    var columns: [String: DatabaseValue]

    init(row: Row) {
      columns = Dictionary(row.map { ($0.0, $0.1) }) { first, _ in first }
    }

    func encode(to container: inout PersistenceContainer) {
      for (column, value) in columns { container[column] = value }
    }
  }

  /// What a program may have made of its table.
  static let schemas = [
    "CREATE TABLE thing (id INTEGER PRIMARY KEY, code TEXT COLLATE NOCASE UNIQUE, slot INTEGER, \(rest))",
    "CREATE TABLE thing (id TEXT PRIMARY KEY NOT NULL COLLATE NOCASE, code TEXT, slot INTEGER, \(rest))",
    """
    CREATE TABLE thing (id TEXT PRIMARY KEY NOT NULL, code TEXT UNIQUE ON CONFLICT REPLACE, slot INTEGER, \(rest))
    WITHOUT ROWID
    """,
  ]

  private static let rest =
    "n INTEGER DEFAULT 0, parent REFERENCES thing (id) ON DELETE CASCADE ON UPDATE CASCADE"

  /// Indexes and triggers of the application.
  private static let others = [
    "CREATE UNIQUE INDEX thing_slot ON thing (slot, code) WHERE n > 2",
    """
    CREATE TRIGGER thing_counts AFTER INSERT ON thing WHEN NEW.n = 4
    BEGIN UPDATE thing SET n = 1 WHERE id = NEW.parent; END
    """,
    """
    CREATE TRIGGER thing_ignores AFTER UPDATE ON thing WHEN NEW.n = 3
    BEGIN SELECT RAISE(IGNORE); END
    """,
    """
    CREATE TRIGGER thing_moves BEFORE DELETE ON thing WHEN OLD.n = 5
    BEGIN UPDATE thing SET slot = 9 WHERE slot = OLD.slot AND id <> OLD.id; END
    """,
  ]

  private struct Statements {
    var random: SplitMix64
    /// Whether to leave out what SQLite does in another way as soon as a table has any trigger.
    var leavesOutUpdateOr: Bool

    mutating func pick(_ values: [String]) -> String { values.randomElement(using: &random) ?? "" }

    mutating func id() -> String { pick(["1", "2", "3", "4", "5", "6", "'a'", "'A'", "'b'"]) }

    mutating func code() -> String { pick(["'x'", "'X'", "'y'", "'z'", "NULL"]) }

    mutating func number() -> String { pick(["0", "1", "2", "3", "4", "5"]) }

    mutating func next() -> String {
      let clause = pick(["", "", "OR REPLACE", "OR IGNORE", "OR FAIL", "OR ABORT", "OR ROLLBACK"])
      let row = "(\(id()), \(code()), \(number()), \(number()), \(pick(["NULL", id()])))"
      let more = pick(["", ", (\(id()), \(code()), \(number()), \(number()), NULL)"])
      let returning = pick(["", "", " RETURNING id, code"])
      switch Int.random(in: 0..<16, using: &random) {
      case 0...4:
        return
          "INSERT \(clause) INTO thing (id, code, slot, n, parent) VALUES \(row)\(more)\(returning)"
      case 5:
        return
          "INSERT \(clause) INTO thing (code, slot, n) VALUES (\(code()), \(number()), \(number()))"
      case 6:
        return """
          INSERT INTO thing (id, code, slot, n, parent) VALUES \(row) \
          ON CONFLICT DO UPDATE SET n = n + 1, slot = excluded.slot\(returning)
          """
      case 7...9:
        let set = pick(["n = \(number())", "code = \(code()), slot = \(number())", "id = \(id())"])
        let clause = leavesOutUpdateOr ? "" : clause
        return "UPDATE \(clause) thing SET \(set) WHERE id = \(id())\(returning)"
      case 10:
        return "UPDATE thing SET n = \(number()) WHERE slot = \(number())"
      case 11: return "DELETE FROM thing WHERE id = \(id())\(returning)"
      case 12: return pick(["DELETE FROM thing WHERE slot = \(number())", "DELETE FROM thing"])
      case 13: return pick(["BEGIN", "COMMIT", "COMMIT", "ROLLBACK"])
      case 14: return pick(["SAVEPOINT s", "RELEASE s", "ROLLBACK TO s"])
      default: return pick(["PRAGMA recursive_triggers = ON", "PRAGMA recursive_triggers = OFF"])
      }
    }

    /// What a migration does, and a program that tidies up.
    mutating func migration() -> String {
      pick([
        """
        CREATE TABLE new_thing (\(columns)); INSERT OR IGNORE INTO new_thing SELECT id, code, slot, n, parent FROM thing;
        DROP TABLE thing; ALTER TABLE new_thing RENAME TO thing
        """,
        "DROP INDEX IF EXISTS thing_slot; CREATE UNIQUE INDEX thing_slot ON thing (slot) WHERE n > 3",
        "CREATE UNIQUE INDEX IF NOT EXISTS thing_pair ON thing (code, n)",
        "DROP TRIGGER IF EXISTS thing_ignores",
        "CREATE TRIGGER IF NOT EXISTS thing_ignores AFTER INSERT ON thing WHEN NEW.n = 2 BEGIN SELECT RAISE(IGNORE); END",
        "VACUUM",
        "ALTER TABLE thing RENAME TO gone; ALTER TABLE gone RENAME TO thing",
      ])
    }

    private let columns = "id PRIMARY KEY NOT NULL, code TEXT, slot INTEGER, n INTEGER, parent"
  }

  private static func open(_ schema: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.write { db in
      try db.execute(sql: schema)
      for sql in others { try db.execute(sql: sql) }
    }
    return queue
  }

  /// What the application sees of a statement: its rows, or its error, and what it has counted.
  private static func run(_ sql: String, _ db: Database) -> String {
    var seen = ""
    do {
      seen = "\(try Row.fetchAll(db, sql: sql))"
    } catch {
      seen = "\((error as? DatabaseError)?.extendedResultCode.rawValue ?? -1)"
    }
    return seen + " \(db.changesCount) \(db.lastInsertedRowID) \(db.isInsideTransaction)"
  }

  private static func endTransaction(_ db: Database) throws {
    if db.isInsideTransaction { try db.execute(sql: "COMMIT") }
  }

  private static func things(_ db: Database) throws -> [Thing] {
    try Thing.fetchAll(db, sql: "SELECT * FROM thing")
  }

  private static func sorted(_ things: [Thing]) -> [String] {
    things.map { "\($0.columns.sorted { $0.key < $1.key })" }.sorted()
  }

  // L14: after any statements, the list has what the table has.
  @Test(arguments: schemas, 0..<12 as Range<UInt64>)
  func theListHasWhatTheTableHas(schema: String, seed: UInt64) async throws {
    let queue = try Self.open(schema)
    let roster = try RosterDatabase(inMemory: queue)
    let list = try roster.table(Thing.self)
    var statements = Statements(random: SplitMix64(seed: seed), leavesOutUpdateOr: false)
    var done: [String] = []
    for _ in 0..<60 {
      var chosen = (0..<Int.random(in: 1...8, using: &statements.random)).map { _ in
        statements.next()
      }
      let migration =
        Int.random(in: 0..<6, using: &statements.random) == 0 ? statements.migration() : nil
      let rows = try await queue.writeWithoutTransaction { [chosen] db in
        for sql in chosen { _ = Self.run(sql, db) }
        do {
          try Self.endTransaction(db)
        } catch {
          // A deferred foreign key: the transaction stays open.
          try db.execute(sql: "ROLLBACK")
        }
        if let migration { try? db.execute(sql: migration) }
        return try Self.things(db)
      }
      if let migration { chosen.append(migration) }
      done += chosen
      try await list.bringUpToDate()
      let models = try list.list.snapshot.allModels()
      guard Self.sorted(models) == Self.sorted(rows) else {
        Issue.record(
          "seed \(seed), \(schema)\n\(done.joined(separator: ";\n"))\nlist \(Self.sorted(models))\nrows \(Self.sorted(rows))"
        )
        return
      }
    }
    #expect(list.list.snapshot.revision > 10)
    #expect(try roster.store.check() == [])
  }

  // L15: the application's statements give the same results, errors and counts with and without the triggers.
  @Test(arguments: schemas, 0..<12 as Range<UInt64>)
  func statementsGiveTheSameWithTheTriggers(schema: String, seed: UInt64) async throws {
    let noted = try Self.open(schema)
    let bare = try Self.open(schema)
    do {
      let roster = try RosterDatabase(inMemory: noted)
      // The triggers stay. What takes up the notes would count on this connection.
      try await roster.table(Thing.self).close()
    }
    var statements = Statements(random: SplitMix64(seed: seed), leavesOutUpdateOr: true)
    // Both have written nothing as the last.
    for queue in [noted, bare] {
      try await queue.write { db in
        try db.execute(sql: "CREATE TABLE one (id INTEGER PRIMARY KEY); INSERT INTO one VALUES (1)")
      }
    }
    for _ in 0..<40 {
      let chosen = (0..<12).map { _ in statements.next() }
      let seen = try await Self.run(chosen, noted)
      let expected = try await Self.run(chosen, bare)
      for (sql, (seen, expected)) in zip(chosen, zip(seen.results, expected.results))
      where seen != expected {
        Issue.record("seed \(seed), \(schema)\n\(sql)\nwith \(seen)\nwithout \(expected)")
        return
      }
      #expect(seen.rows == expected.rows, "seed \(seed), \(schema)")
    }
  }

  private static func run(
    _ statements: [String], _ queue: DatabaseQueue
  ) async throws -> (results: [String], rows: [String]) {
    try await queue.writeWithoutTransaction { db in
      let results = statements.map { run($0, db) }
      if db.isInsideTransaction { try db.execute(sql: "ROLLBACK") }
      return (results, sorted(try things(db)))
    }
  }
}
