internal import Migrations
internal import RosterConcurrency
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
  private let names: TableNames

  /// Reads the schema of a database.
  init(_ connection: ListConnection) throws {
    names = connection.names
    var parts: [Part] = []
    try connection.database.cachedPrepared(
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
    /// What is made with the first list whose words are indexed, for each kind of index.
    var index: Set<Part> = []
    /// Every form that a part ever had.
    var parts: Set<Part> = []
    /// The names of all tables, as SQLite compares them.
    var tables: Set<String> = []
    /// The names of all that is read, tables and indexes above all, as SQLite compares them.
    var sources: Set<String> = []

    /// Fills in the indexes of words, and what follows from the formats.
    mutating func complete(_ database: ListConnection) throws {
      // An SQLite without FTS5 has no index.
      for matching in WordMatching.allCases { try? SearchIndex.make(matching, in: database) }
      index = Set(try DatabaseSchema(database).parts).subtracting(formats.last ?? [])
      parts = formats.reduce(index) { $0.union($1) }
      // The view of texts is read, unlike those for people.
      for part in index { sources.insert(part.name.lowercased()) }
      for part in parts where part.type == "table" || part.type == "index" {
        sources.insert(part.name.lowercased())
        if part.type == "table" { tables.insert(part.name.lowercased()) }
      }
    }
  }

  /// The forms, made when they are needed first. A failure, as of a lack of memory, is not kept.
  private final class KnownForms: Sendable {
    private let names: TableNames
    private let forms = Guarded<Forms?>(nil)

    init(_ names: TableNames) { self.names = names }

    func get() throws -> Forms {
      try forms.withLock { forms in
        if let forms { return forms }
        let made = try DatabaseSchema.made(names)
        forms = made
        return made
      }
    }
  }

  private static let forms: [TableNames: KnownForms] = [
    .plain: KnownForms(.plain), .prefixed: KnownForms(.prefixed),
  ]

  private static func forms(_ names: TableNames) throws -> Forms {
    guard let known = forms[names] else { return Forms() }
    return try known.get()
  }

  /// Makes the tables in an empty database.
  private static func made(_ names: TableNames) throws -> Forms {
    switch names {
    case .plain: try madeBySteps()
    case .prefixed: try madeBeside()
    }
  }

  /// Makes the tables as an application's database has them.
  private static func madeBeside() throws -> Forms {
    var forms = Forms()
    let connection = ListConnection(try .inMemory(), .prefixed)
    // There were no earlier ones.
    forms.formats = Array(repeating: [], count: ApplicationDatabase.firstFormat - 1)
    try ApplicationDatabase.makeTables(in: connection.database)
    for format in ApplicationDatabase.firstFormat...Migration.all.count {
      try DatabaseFile.takeSteps(Array(Migration.all.prefix(format)), in: connection)
      forms.formats.append(Set(try DatabaseSchema(connection).parts))
    }
    try forms.complete(connection)
    return forms
  }

  /// Takes the steps of a file of Roster's own.
  private static func madeBySteps() throws -> Forms {
    var forms = Forms()
    let connection = ListConnection(try .inMemory(), .plain)
    try connection.execute(DatabaseFile.formerStepTableSQL)
    for (format, step) in zip(1..., Migration.all) {
      try connection.execute(step.sql)
      if format == DatabaseFile.formatOfOwnSteps {
        try connection.execute("DROP TABLE \(DatabaseFile.formerStepTable)")
      }
      forms.formats.append(Set(try DatabaseSchema(connection).parts))
    }
    try forms.complete(connection)
    return forms
  }

  /// Returns the plain name of the table whose rows a tree has, by the row of the schema that names the tree: also if
  /// a letter of the name was altered, but not the statement; `nil` if it is none of Roster's.
  static func table(named name: String, sql: String?, _ names: TableNames) -> String? {
    let name = name.lowercased()
    guard let forms = try? forms(names) else { return names.plainName(name) }
    let sql = sql.map(withoutSpaces)
    let known =
      forms.sources.contains(name) ? name : forms.parts.first { $0.sql == sql }?.name
    return known.map { names.plainName($0) ?? $0 }
  }

  // MARK: What differs

  /// What has the place of a table or index of Roster's, and was never one. Triggers have names of their own.
  func impostors(among chosen: Set<String>? = nil) throws -> [String] {
    let forms = try Self.forms(names)
    return parts.filter { part in
      let name = part.name.lowercased()
      return part.type != "trigger" && forms.sources.contains(name)
        && chosen?.contains(name) != false && !forms.parts.contains(part)
    }.map { "\($0.title) is not as Roster made it" }.sorted()
  }

  /// The indexes of Roster's tables that are not Roster's. SQLite may read them instead of a table.
  func otherIndexes() throws -> [String] { try others("index") }

  /// The triggers of Roster's tables, of which Roster makes none.
  func triggers() throws -> [String] { try others("trigger") }

  private func others(_ type: String) throws -> [String] {
    let forms = try Self.forms(names)
    return parts.filter {
      $0.type == type && forms.tables.contains($0.table.lowercased())
        && (type == "trigger" || !forms.sources.contains($0.name.lowercased()))
    }.map { "\($0.title) is not one of Roster's" }.sorted()
  }

  /// The parts of a format that are missing or have another form.
  ///
  /// - Parameter format: 0 for none.
  func differences(from format: Int) throws -> [String] {
    let formats = try Self.forms(names).formats
    guard formats.indices.contains(format - 1) else { return [] }
    return formats[format - 1].subtracting(parts).map { "\($0.title) is not as Roster made it" }
      .sorted()
  }

  /// The tables of Roster's that are there, if the file has others beside them. Those of others are
  /// not read.
  func tablesBesideOthers() throws -> [String]? {
    let forms = try Self.forms(names)
    guard parts.contains(where: { $0.type == "table" && !forms.parts.contains($0) }) else {
      return nil
    }
    return parts.filter { $0.type == "table" && forms.parts.contains($0) }.map(\.name).sorted()
  }

  /// Whether there is nothing but what an interrupted creation by an earlier version leaves: the table of steps.
  func hasOnlyStepTable() throws -> Bool {
    let forms = try Self.forms(names)
    return parts.allSatisfy { part in
      part.name.hasPrefix("sqlite_")
        || part.name == DatabaseFile.formerStepTable && forms.parts.contains(part)
    }
  }
}
