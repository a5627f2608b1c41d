internal import Foundation
internal import GRDB
internal import Migrations
internal import RosterCore

/// What SQLite's schema says that a file has, compared with what Roster makes.
///
/// It is compared before a row is read. A view that has the name of a table, a virtual table, a
/// generated column and an index over an expression run what the author of the file wrote: a view need
/// not end, and one value can fill the memory. Reading the schema itself runs nothing.
struct DatabaseSchema {
  /// A table, index, view or trigger.
  private struct Part: Hashable {
    var type: String
    var name: String
    /// The table that it belongs to; its own name for tables and views.
    var table: String
    /// The statement that makes it, without spaces.
    var sql: String

    var title: String { "\(type) \(name)" }
  }

  private let parts: [Part]

  /// Reads the schema of a database.
  init(_ database: Database) throws {
    var parts: [Part] = []
    try database.cachedPrepared(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    ).forEachRow { row in
      parts.append(
        Part(
          type: row.text(0), name: row.text(1), table: row.text(2),
          sql: Self.withoutSpaces(row.text(3))))
    }
    self.parts = parts
  }

  /// Returns a statement without what SQLite takes for spaces.
  private static func withoutSpaces(_ sql: String) -> String {
    String(decoding: sql.utf8.filter { $0 != 0x20 && !(0x09...0x0D).contains($0) }, as: UTF8.self)
  }

  // MARK: What Roster makes

  /// The schemas of all formats.
  private struct Forms {
    /// The parts in each format, the first one first.
    var formats: [Set<Part>] = []
    /// Every form that a part ever had.
    var parts: Set<Part> = []
    /// The names of all tables, as SQLite compares them.
    var tables: Set<String> = []
    /// The names of all tables and indexes, as SQLite compares them.
    var sources: Set<String> = []
  }

  /// The forms, made when they are needed first. A failure, as of a lack of memory, is not kept.
  ///
  /// Unchecked because of the variable, which the lock guards.
  private final class KnownForms: @unchecked Sendable {
    private let lock = NSLock()
    private var forms: Forms?

    func get() throws -> Forms {
      try lock.withLock {
        if let forms { return forms }
        let made = try DatabaseSchema.made()
        forms = made
        return made
      }
    }
  }

  private static let forms = KnownForms()

  /// Takes the steps in an empty database.
  private static func made() throws -> Forms {
    try DatabaseQueue().inDatabase { database in
      var forms = Forms()
      try database.execute(sql: DatabaseFile.formerStepTableSQL)
      for (format, step) in zip(1..., Migration.all) {
        try database.execute(sql: step.sql)
        if format == DatabaseFile.formatOfOwnSteps {
          try database.execute(sql: "DROP TABLE \(DatabaseFile.formerStepTable)")
        }
        forms.formats.append(Set(try DatabaseSchema(database).parts))
      }
      forms.parts = forms.formats.reduce([]) { $0.union($1) }
      for part in forms.parts where part.type == "table" || part.type == "index" {
        forms.sources.insert(part.name.lowercased())
        if part.type == "table" { forms.tables.insert(part.name.lowercased()) }
      }
      return forms
    }
  }

  /// Returns the table whose rows a tree has, by the row of the schema that names the tree: also if
  /// a letter of the name was altered, but not the statement.
  static func table(named name: String, sql: String?) -> String {
    guard let forms = try? forms.get() else { return name }
    if forms.sources.contains(name.lowercased()) { return name.lowercased() }
    let sql = sql.map(withoutSpaces)
    return forms.parts.first { $0.sql == sql }?.name ?? name
  }

  // MARK: What differs

  /// What has the place of a table or index of Roster's, and was never one. Triggers have names of their own.
  func impostors(among names: Set<String>? = nil) throws -> [String] {
    let forms = try Self.forms.get()
    return parts.filter { part in
      let name = part.name.lowercased()
      return part.type != "trigger" && forms.sources.contains(name)
        && names?.contains(name) != false && !forms.parts.contains(part)
    }.map { "\($0.title) is not as Roster made it" }.sorted()
  }

  /// The indexes of Roster's tables that are not Roster's. SQLite may read them instead of a table.
  func otherIndexes() throws -> [String] { try others("index") }

  /// The triggers of Roster's tables, of which Roster makes none.
  func triggers() throws -> [String] { try others("trigger") }

  private func others(_ type: String) throws -> [String] {
    let forms = try Self.forms.get()
    return parts.filter {
      $0.type == type && forms.tables.contains($0.table.lowercased())
        && (type == "trigger" || !forms.sources.contains($0.name.lowercased()))
    }.map { "\($0.title) is not one of Roster's" }.sorted()
  }

  /// The parts of a format that are missing or have another form.
  ///
  /// - Parameter format: 0 for none.
  func differences(from format: Int) throws -> [String] {
    let formats = try Self.forms.get().formats
    guard formats.indices.contains(format - 1) else { return [] }
    return formats[format - 1].subtracting(parts).map { "\($0.title) is not as Roster made it" }
      .sorted()
  }

  /// The tables of Roster's that are there, if the file has others beside them. Those of others are
  /// not read.
  func tablesBesideOthers() throws -> [String]? {
    let forms = try Self.forms.get()
    guard parts.contains(where: { $0.type == "table" && !forms.parts.contains($0) }) else {
      return nil
    }
    return parts.filter { $0.type == "table" && forms.parts.contains($0) }.map(\.name).sorted()
  }

  /// Whether there is nothing but what an interrupted creation by an earlier version leaves: the table of steps.
  func hasOnlyStepTable() throws -> Bool {
    let forms = try Self.forms.get()
    return parts.allSatisfy { part in
      part.name.hasPrefix("sqlite_")
        || part.name == DatabaseFile.formerStepTable && forms.parts.contains(part)
    }
  }
}
