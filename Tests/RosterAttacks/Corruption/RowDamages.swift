import GRDB

/// The ways in which the rows of a file can be altered: every column of every row, rows that are gone,
/// there twice, or in each other's place.
struct RowDamages {
  /// All of them, as SQL.
  private(set) var all: [String] = []
  /// Those of the few rows that say what a device and a hub know of each other.
  private(set) var ofSync: [String] = []

  private static let variants = [
    "+ 1", "- 1", "= 0", "= -9223372036854775808", "= 9223372036854775807", "= NULL", "= 'x'",
    "= x'00'", "= ''", "|| 'x'", "= '{broken'", "= 1.5", "= 1 << 40",
  ]

  init(_ database: Database) throws {
    let tables = try String.fetchAll(
      database,
      sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    for table in tables.sorted() {
      let first = all.count
      try add(table, database)
      if table.hasPrefix("sync_") { ofSync += all[first...] }
    }
  }

  private mutating func add(_ table: String, _ database: Database) throws {
    let columns = try database.columns(in: table)
    let names = columns.map(\.name)
    let keys = columns.filter { $0.primaryKeyIndex > 0 }.map(\.name)
    let literals = names.map { "quote(\"\($0)\")" }.joined(separator: ", ")
    let rows = try Row.fetchAll(database, sql: "SELECT \(literals) FROM \"\(table)\"")
      .map { row in names.indices.map { row[$0] as String } }
    func condition(_ row: [String]) -> String {
      keys.compactMap { key in
        names.firstIndex(of: key).map { "\"\(key)\" = \(row[$0])" }
      }.joined(separator: " AND ")
    }
    for (index, row) in rows.enumerated() {
      let isRow = condition(row)
      for name in names {
        for variant in Self.variants {
          let value = variant.hasPrefix("= ") ? variant.dropFirst(2) : "\"\(name)\" \(variant)"
          all.append("UPDATE \"\(table)\" SET \"\(name)\" = \(value) WHERE \(isRow)")
        }
      }
      all.append("DELETE FROM \"\(table)\" WHERE \(isRow)")
      for step in ["+ 1", "+ 1000", "+ 1099511627776", "|| 'x'"] {
        let copy = names.map { $0 == keys.last ? "\"\($0)\" \(step)" : "\"\($0)\"" }
        all.append(
          "INSERT INTO \"\(table)\" SELECT \(copy.joined(separator: ", ")) FROM \"\(table)\" "
            + "WHERE \(isRow)")
      }
      guard index + 1 < rows.count else { continue }
      all.append(exchange(table, names, keys, row, rows[index + 1], condition))
    }
  }

  /// Gives each of two rows what the other one has beside its key.
  private func exchange(
    _ table: String, _ names: [String], _ keys: [String], _ first: [String], _ second: [String],
    _ condition: ([String]) -> String
  ) -> String {
    func values(_ row: [String]) -> String {
      zip(names, row).filter { !keys.contains($0.0) }.map { "\"\($0)\" = \($1)" }
        .joined(separator: ", ")
    }
    guard names.contains(where: { !keys.contains($0) }) else { return "SELECT 1" }
    return """
      UPDATE "\(table)" SET \(values(second)) WHERE \(condition(first)); \
      UPDATE "\(table)" SET \(values(first)) WHERE \(condition(second))
      """
  }
}
