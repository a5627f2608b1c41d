import Foundation
import GRDB
import RosterTestKit

/// What an application keeps beside the lists in their file: tables, indexes, views, triggers, steps.
struct ForeignSchema {
  private var tables: [String] = []
  private var objectCount = 0
  /// Whether an index has an order that only the application knows, without which SQLite rewrites no file.
  private(set) var hasOwnOrder = false

  private static let tableNames = [
    "contact", "person", "item2", "Items", "list of items", "quo\"te", "it's", "naïve", "日本語",
    "order", "journal_copy", "leaf.page", "file-", "m0001_create", "section_of", "rowid", "🗂",
  ]
  private static let columnNames = [
    "id", "name", "value", "model", "items", "list", "version", "a \"b\"", "größe", "select",
    "item",
  ]
  private static let steps = [
    "v1", "create contacts", "m1_create", "m0001_create", "m0099_later", "mabcd_x", "日本", "",
    "it's \"quoted\"", "M0009_upper",
  ]

  private static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// How the application opens the file.
  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      database.add(collation: DatabaseCollation("application") { $0.compare($1) })
    }
    return configuration
  }

  /// Adds or removes something.
  mutating func change(_ database: Database, _ random: inout SplitMix64) throws {
    objectCount += 1
    let name = "\(Self.tableNames.randomElement(using: &random) ?? "")\(objectCount)"
    guard let table = tables.randomElement(using: &random), random.happens(percent: 70) else {
      return try addTable(named: name, database, &random)
    }
    let (quoted, new) = (Self.quoted(table), Self.quoted(name))
    switch random.index(below: 10) {
    case 0, 1, 2: try addRows(to: table, database, &random)
    case 3:
      let column = try columns(of: table, database).randomElement(using: &random)?.name ?? ""
      try database.execute(sql: "CREATE INDEX \(new) ON \(quoted) (\(Self.quoted(column)))")
    case 4:
      hasOwnOrder = true
      let column = try columns(of: table, database).randomElement(using: &random)?.name ?? ""
      try database.execute(
        sql: "CREATE INDEX \(new) ON \(quoted) (\(Self.quoted(column)) COLLATE application)")
    case 5:
      try database.execute(
        sql: random.happens(percent: 50)
          ? "CREATE VIEW \(new) AS SELECT * FROM \(quoted)"
          : "CREATE VIEW \(new) AS SELECT list.name, count(*) FROM list, \(quoted)")
    case 6:
      try database.execute(
        sql: "CREATE TRIGGER \(new) AFTER DELETE ON \(quoted) BEGIN SELECT 1; END")
    case 7:
      let step = Self.steps.randomElement(using: &random) ?? ""
      try database.execute(
        sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      try database.execute(
        sql: "INSERT OR IGNORE INTO grdb_migrations VALUES (?)", arguments: [step])
    case 8: try addViolation(of: table, named: new, database)
    default:
      try database.execute(sql: "DROP TABLE \(quoted)")
      tables.removeAll { $0 == table }
    }
  }

  private func columns(
    of table: String, _ database: Database
  ) throws -> [(name: String, type: String)] {
    try Row.fetchAll(
      database, sql: "SELECT name, type FROM pragma_table_info(?)", arguments: [table]
    ).map { (name: $0[0], type: $0[1]) }
  }

  private mutating func addTable(
    named name: String, _ database: Database, _ random: inout SplitMix64
  ) throws {
    var columns = Self.columnNames.shuffled(using: &random).prefix(1 + random.index(below: 6))
      .map { Self.quoted($0) }
    columns[0] += " INTEGER PRIMARY KEY"
    for index in columns.indices.dropFirst() {
      columns[index] += [" TEXT", " INTEGER", " ANY"].randomElement(using: &random) ?? ""
    }
    let kind = ["", "", " STRICT", " WITHOUT ROWID"].randomElement(using: &random) ?? ""
    try database.execute(
      sql: "CREATE TABLE \(Self.quoted(name)) (\(columns.joined(separator: ", ")))\(kind)")
    tables.append(name)
    try addRows(to: name, database, &random)
  }

  /// Inserts rows that look like those of lists, or like anything.
  private func addRows(
    to table: String, _ database: Database, _ random: inout SplitMix64
  ) throws {
    let columns = try columns(of: table, database)
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    for _ in 0..<random.index(below: random.happens(percent: 20) ? 600 : 20) {
      let values = columns.map { column -> (any DatabaseValueConvertible)? in
        let number = Int(1 + random.index(below: 3)) << 40 + random.index(below: 1_000)
        switch column.type {
        case "INTEGER": return random.happens(percent: 50) ? number : random.index(below: 1_000)
        case "TEXT":
          return ["main", "[1,2,3]", "{}", "naïve \"x\"", ""].randomElement(using: &random)
        default: return random.happens(percent: 50) ? "any \(number)" : nil
        }
      }
      try database.execute(
        sql: "INSERT OR IGNORE INTO \(Self.quoted(table)) VALUES (\(places))",
        arguments: StatementArguments(values))
    }
  }

  /// Adds a table whose rows break its own rules, which an application may not check.
  private mutating func addViolation(
    of table: String, named name: String, _ database: Database
  ) throws {
    try database.execute(
      sql: """
        CREATE TABLE \(name) (
          id INTEGER PRIMARY KEY, name TEXT CHECK (length(name) > 3),
          parent INTEGER REFERENCES \(Self.quoted(table)));
        PRAGMA ignore_check_constraints = ON;
        INSERT INTO \(name) VALUES (1, 'x', 99999), (2, 'long enough', NULL);
        PRAGMA ignore_check_constraints = OFF;
        """)
  }

  /// The rows of its tables, and its own part of the schema.
  func contents(_ database: Database) throws -> [String] {
    var lines = try String.fetchAll(
      database, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name")
    if try database.tableExists("grdb_migrations") {
      lines += try String.fetchAll(
        database, sql: "SELECT identifier FROM grdb_migrations ORDER BY identifier")
    }
    for table in tables {
      let columns = try columns(of: table, database)
        .map { "quote(\(Self.quoted($0.name)))" }.joined(separator: " || ',' || ")
      lines += try String.fetchAll(
        database, sql: "SELECT \(columns) FROM \(Self.quoted(table)) ORDER BY 1")
    }
    return lines
  }
}
