import GRDB
import RosterTestKit

/// Random statements of a program on a table of its own, `thing`: conflicts of all kinds, cascades, triggers,
/// savepoints, and what migrations do.
struct TableStatements {
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

  var random: SplitMix64
  /// Whether to leave out what SQLite does in another way as soon as a table has any trigger.
  let leavesOutUpdateOr: Bool

  /// Makes the table of a schema.
  static func make(_ schema: String, in db: Database) throws {
    for sql in [schema] + others { try db.execute(sql: sql) }
  }

  private mutating func pick(_ values: [String]) -> String {
    values.randomElement(using: &random) ?? ""
  }

  private mutating func id() -> String {
    pick(["1", "2", "3", "4", "5", "6", "'a'", "'A'", "'b'"])
  }

  private mutating func code() -> String { pick(["'x'", "'X'", "'y'", "'z'", "NULL"]) }

  private mutating func number() -> String { pick(["0", "1", "2", "3", "4", "5"]) }

  /// A statement that writes rows.
  mutating func change() -> String {
    let clause = pick(["", "", "OR REPLACE", "OR IGNORE", "OR FAIL", "OR ABORT", "OR ROLLBACK"])
    let row = "(\(id()), \(code()), \(number()), \(number()), \(pick(["NULL", id()])))"
    let more = pick(["", ", (\(id()), \(code()), \(number()), \(number()), NULL)"])
    let returning = pick(["", "", " RETURNING id, code"])
    switch random.index(below: 13) {
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
    case 10: return "UPDATE thing SET n = \(number()) WHERE slot = \(number())"
    case 11: return "DELETE FROM thing WHERE id = \(id())\(returning)"
    default: return pick(["DELETE FROM thing WHERE slot = \(number())", "DELETE FROM thing"])
    }
  }

  /// A statement of a transaction.
  mutating func nextInTransaction() -> String {
    random.happens(percent: 85) ? change() : pick(["SAVEPOINT s", "RELEASE s", "ROLLBACK TO s"])
  }

  /// Any statement.
  mutating func next() -> String {
    switch random.index(below: 16) {
    case 0...12: change()
    case 13: pick(["BEGIN", "COMMIT", "COMMIT", "ROLLBACK"])
    case 14: pick(["SAVEPOINT s", "RELEASE s", "ROLLBACK TO s"])
    default: setting()
    }
  }

  /// What a connection may have set.
  mutating func setting() -> String {
    pick(["PRAGMA recursive_triggers = ON", "PRAGMA recursive_triggers = OFF"])
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

/// A row with whatever columns it has.
struct TableRow: FetchableRecord, EncodableRecord, TableRecord, Hashable {
  static let databaseTableName = "thing"
  private(set) var columns: [String: DatabaseValue]

  init(row: Row) {
    columns = Dictionary(row.map { ($0.0, $0.1) }) { first, _ in first }
  }

  func encode(to container: inout PersistenceContainer) {
    for (column, value) in columns { container[column] = value }
  }

  /// Its key, as the table has it.
  var id: DatabaseValue { columns["id"] ?? .null }

  /// The rows of the table by their keys, which are compared byte by byte.
  static func all(_ db: Database) throws -> [TableRow] {
    try fetchAll(db, sql: "SELECT * FROM thing ORDER BY id COLLATE BINARY")
  }
}

extension TableRow: CustomStringConvertible {
  var description: String {
    columns.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}
