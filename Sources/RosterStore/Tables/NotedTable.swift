package import RosterCore
internal import RosterRows

/// A table of an application whose changed rows are noted, by their keys, so that a list can be kept up with it.
///
/// Triggers in plain SQL write the notes, in the transaction that changes the rows. Each program that writes the table
/// notes what it changes, and a rollback takes the notes back. A note says only that the row may have changed. What has
/// become of it is read later, so the order of notes means nothing, and one too many does no harm.
///
///     grdb_roster_table     list 3, table todo, the statement that made it, its first page
///     grdb_roster_noted_3   17, 4, 2003            keys of the rows of todo that may have changed
///
/// The technique is that of change tables kept by triggers, as in sqlite-chronicle.
package struct NotedTable: Sendable {
  /// The number of the list.
  package let list: Int
  /// The table, as it is written in the schema.
  package let name: String
  /// The column that is its primary key.
  package let key: String
  /// Whether the key is the number by which SQLite knows the row, `INTEGER PRIMARY KEY`.
  private let hasNumbers: Bool
  /// What finds the rows that a REPLACE removes without a trigger: those that have the unique values of a new row.
  private let conflicts: [String]

  /// The table that has the notes.
  var notes: String { Self.notesPrefix + "\(list)" }

  static let notesPrefix = TableNames.prefix + "noted_"
  static let register = TableNames.prefix + "table"

  // MARK: The table

  /// Reads what a table of an application is.
  ///
  /// - Throws: `failed` if its rows cannot be noted: it is not there, is a view or a virtual table, or has no key of
  ///   one column that is never null.
  init(_ name: String, list: Int, in database: StoreConnection) throws {
    func refusal(_ reason: String) -> StorageError {
      StorageError(.failed, "the table \(name) cannot be shown as a list: \(reason)")
    }
    var found: (type: String, name: String, sql: String)?
    try database.cachedPrepared(
      "SELECT type, name, sql FROM sqlite_master WHERE name = ? COLLATE NOCASE"
    ).forEachRow([name], limit: 1) { found = ($0.text(0), $0.text(1), $0.text(2)) }
    guard let found else { throw refusal("the database has none of this name") }
    guard found.type == "table", !found.sql.uppercased().hasPrefix("CREATE VIRTUAL") else {
      throw refusal("it is a view or a virtual table, whose rows no trigger sees")
    }
    self.name = found.name
    self.list = list
    var columns: [(name: String, isSet: Bool, isKey: Bool)] = []
    try database.cachedPrepared("SELECT name, \"notnull\", pk FROM pragma_table_xinfo(?)")
      .forEachRow(found.name) {
        columns.append(($0.text(0), $0.integer(1) != 0, $0.integer(2) > 0))
      }
    let keys = columns.filter(\.isKey)
    guard keys.count == 1, let key = keys.first else {
      throw refusal("it needs a PRIMARY KEY of one column, and has one of \(keys.count)")
    }
    self.key = key.name
    var indexes: [(name: String, isOfKey: Bool)] = []
    try database.cachedPrepared("SELECT name, origin FROM pragma_index_list(?) WHERE \"unique\"")
      .forEachRow(found.name) { indexes.append(($0.text(0), $0.text(1) == "pk")) }
    // The key of a row itself, INTEGER PRIMARY KEY, has no index and is never null.
    hasNumbers = !indexes.contains(where: \.isOfKey)
    guard hasNumbers || key.isSet else {
      throw refusal("its key \(key.name) may be null; declare it NOT NULL")
    }
    let values = try indexes.compactMap {
      try Self.conflict($0.name, isOfKey: $0.isOfKey, in: database, refusal)
    }
    // A table with a key of another kind has a number for each row as well, unless it says that it has none.
    let hasNoRowID = try database.integer(
      "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?", [found.name])
    let names = Set(columns.map { $0.name.lowercased() })
    let number = ["rowid", "_rowid_", "oid"].first { !names.contains($0) }
    let isNumbered = !hasNumbers && hasNoRowID == 0
    conflicts = values + [isNumbered ? number : nil].compactMap { $0 }.map { "\($0) = NEW.\($0)" }
  }

  /// Returns the condition for the rows that a new row has a conflict with in a unique index; `nil` if these have its
  /// key.
  private static func conflict(
    _ index: String, isOfKey: Bool, in database: StoreConnection,
    _ refusal: (String) -> StorageError
  ) throws -> String? {
    var parts: [(column: String?, collation: String)] = []
    try database.cachedPrepared(
      "SELECT name, coll FROM pragma_index_xinfo(?) WHERE \"key\" ORDER BY seqno"
    ).forEachRow(index) { parts.append(($0.isNull(0) ? nil : $0.text(0), $0.text(1))) }
    if isOfKey, parts.allSatisfy({ $0.collation == "BINARY" }) { return nil }
    var terms = try parts.map { part in
      guard let column = part.column?.quoted else {
        throw refusal("its unique index \(index) is one of an expression")
      }
      return "\(column) COLLATE \(part.collation.quoted) = NEW.\(column)"
    }
    let sql = try database.text(
      "SELECT sql FROM sqlite_master WHERE type = 'index' AND name = ?", [index])
    // Without it, SQLite would read the whole table instead of the index.
    if let condition = sql.flatMap(Self.condition(ofIndex:)) { terms.append("(\(condition)\n)") }
    return terms.joined(separator: " AND ")
  }

  /// Returns the condition of a partial index, by the statement that makes it.
  static func condition(ofIndex sql: String) -> String? {
    var depth = 0
    var hasColumns = false
    var rest = sql[...]
    while let first = rest.first {
      let comment = [("--", "\n"), ("/*", "*/")].first { rest.hasPrefix($0.0) }
      if let comment {
        guard let end = rest.firstOccurrence(of: comment.1) else { return nil }
        rest = rest[end.upperBound...]
        continue
      }
      switch first {
      case "'", "\"", "`", "[":
        let end: Character = first == "[" ? "]" : first
        guard let close = rest.dropFirst().firstIndex(of: end) else { return nil }
        rest = rest[close...]
      case "(": depth += 1
      case ")":
        depth -= 1
        hasColumns = hasColumns || depth == 0
      case "W", "w":
        if hasColumns, depth == 0, rest.prefix(5).uppercased() == "WHERE" {
          return String(rest.dropFirst(5))
        }
      default: break
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  // MARK: The triggers

  /// The triggers by their names. They name the key and unique columns only, so that the application can drop any other
  /// column, and they call no function: nothing in them can fail but a full disk.
  private var triggers: [String: String] {
    var triggers: [String: String] = [:]
    func add(_ event: String, _ title: String, _ sources: [String]) {
      let name = "\(notes)_\(title)"
      // ON CONFLICT is the only conflict clause that one of the outer statement does not replace.
      let statements = sources.map { "INSERT INTO \(notes) (k) \($0) ON CONFLICT DO NOTHING;" }
      triggers[name] =
        "CREATE TRIGGER \(name) \(event) ON \(self.name.quoted) BEGIN \(statements.joined(separator: " ")) END"
    }
    let (old, new) = ("OLD.\(key.quoted)", "NEW.\(key.quoted)")
    // A number is never null. A SELECT would cost a coroutine.
    func source(_ key: String) -> String {
      hasNumbers ? "VALUES (\(key))" : "SELECT \(key) WHERE \(key) IS NOT NULL"
    }
    add("AFTER INSERT", "inserted", [source(new)])
    add("AFTER DELETE", "deleted", [source(old)])
    // Most updates leave the key as it is. Null is no other key than null, so one of the two is noted in any case.
    add(
      "AFTER UPDATE", "updated",
      [
        source(old),
        "SELECT \(new) WHERE \(new) COLLATE BINARY IS NOT \(old) AND \(new) IS NOT NULL",
      ])
    if !conflicts.isEmpty {
      let replaced = conflicts.map { "SELECT \(key.quoted) FROM \(name.quoted) WHERE \($0)" }
      add("BEFORE INSERT", "replaced", replaced)
      add("BEFORE UPDATE", "displaced", replaced)
    }
    return triggers
  }

  /// What makes the table of notes. A number is found and kept faster as the number of its row than as the key of an
  /// index.
  private var notesSQL: String {
    hasNumbers
      ? "CREATE TABLE \(notes) (k INTEGER PRIMARY KEY) STRICT"
      : "CREATE TABLE \(notes) (k ANY NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID"
  }

  /// Whether the triggers are there as this version makes them, newer than others of the table, and the table is the one
  /// that was there when they were made.
  func isNoted(in database: StoreConnection) throws -> Bool {
    guard try DatabaseFile.exists(Self.register, database), try DatabaseFile.exists(notes, database)
    else { return false }
    let same = try database.integer(
      """
      SELECT 1 FROM \(Self.register) AS noted JOIN sqlite_master AS made ON made.name = noted.name
      WHERE noted.list = ? AND noted.name = ? AND made.type = 'table' AND made.sql = noted.sql
        AND made.rootpage = noted.root
      """, [list, name])
    guard same != nil else { return false }
    var made: [(name: String, sql: String)] = []
    try database.cachedPrepared(
      """
      SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE
      ORDER BY rowid DESC
      """
    ).forEachRow(name) { made.append(($0.text(0), $0.text(1))) }
    // The newest runs first. Behind one of the application that raises IGNORE, no other runs; those of other lists raise
    // nothing.
    let expected = triggers
    let others = made.filter { expected[$0.name] != nil || !$0.name.hasPrefix(Self.notesPrefix) }
    let newest = others.prefix(expected.count)
    return newest.count == expected.count
      && newest.allSatisfy { expected[$0.name] == $0.sql }
  }

  /// Registers the table as the one that the list shows. Its rows are not noted yet.
  func register(in database: StoreConnection) throws {
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS \(Self.register) (
        list INTEGER PRIMARY KEY, name TEXT NOT NULL, sql TEXT NOT NULL, root INTEGER NOT NULL
      ) STRICT
      """)
    try database.cachedPrepared(
      "INSERT OR REPLACE INTO \(Self.register) (list, name, sql, root) VALUES (?, ?, '', 0)"
    ).run(list, name)
  }

  /// Makes the triggers, and notes all rows: whatever has changed the table before is found by comparing.
  func install(in database: StoreConnection) throws {
    try Self.removeTriggers(ofList: list, in: database)
    let form = try database.text(
      "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", [notes])
    if form != notesSQL {
      // An earlier version may have made it, or the table had keys of another kind. All rows are noted again below.
      try database.execute("DROP TABLE IF EXISTS \(notes)")
      try database.execute(notesSQL)
    }
    for sql in triggers.sorted(by: { $0.key < $1.key }).map(\.value) { try database.execute(sql) }
    try database.cachedPrepared(
      """
      INSERT OR REPLACE INTO \(Self.register) (list, name, sql, root)
      SELECT ?, name, sql, rootpage FROM sqlite_master WHERE type = 'table' AND name = ?
      """
    ).run(list, name)
    try noteAll(in: database)
  }

  /// Makes sure in a transaction that the rows are noted.
  ///
  /// - Returns: The table as it is now, `nil` if it is gone; and whether everything is noted anew, since a migration has
  ///   replaced the table, its columns or its triggers.
  package func renewed(in database: StoreConnection) throws -> (
    table: NotedTable?, isNotedAnew: Bool
  ) {
    let isThere = try database.integer(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE", [name])
    guard isThere != nil else {
      // If it comes back, all of it is noted.
      try forget(in: database)
      return (nil, true)
    }
    let now = try NotedTable(name, list: list, in: database)
    if try now.isNoted(in: database) { return (now, false) }
    try now.install(in: database)
    return (now, true)
  }

  /// Removes the triggers, and what was known of the table.
  private func forget(in database: StoreConnection) throws {
    try Self.removeTriggers(ofList: list, in: database)
    guard try DatabaseFile.exists(Self.register, database) else { return }
    try database.cachedPrepared("UPDATE \(Self.register) SET root = 0 WHERE list = ?").run(list)
  }

  /// Removes the triggers that note for a list. Rows that are noted stay noted.
  private static func removeTriggers(ofList list: Int?, in database: StoreConnection) throws {
    let prefix = notesPrefix + (list.map { "\($0)_" } ?? "")
    let names = try database.texts(
      "SELECT name FROM sqlite_master WHERE type = 'trigger' AND substr(name, 1, ?) = ?",
      [prefix.count, prefix])
    for name in names { try database.execute("DROP TRIGGER \(name.quoted)") }
  }

  /// Removes the triggers of a table, and has all its rows noted when they are made again.
  package static func stopNoting(_ table: String, in database: StoreConnection) throws {
    try database.verifyLibrary()
    guard try DatabaseFile.exists(register, database) else { return }
    let lists = try database.integers(
      "SELECT list FROM \(register) WHERE name = ? COLLATE NOCASE", [table])
    for list in lists { try removeTriggers(ofList: list, in: database) }
  }

  /// Removes what notes the table that a list shows, if it shows one.
  static func remove(ofList list: Int, in database: StoreConnection) throws {
    guard try DatabaseFile.exists(register, database) else { return }
    try removeTriggers(ofList: list, in: database)
    try database.execute("DROP TABLE IF EXISTS \(notesPrefix)\(list)")
    try database.cachedPrepared("DELETE FROM \(register) WHERE list = ?").run(list)
  }

  /// Removes everything that notes tables; the triggers first, since one whose table is gone fails each write.
  static func uninstall(from database: StoreConnection) throws {
    try removeTriggers(ofList: nil, in: database)
    let names = try database.texts(
      """
      SELECT name FROM sqlite_master WHERE type = 'table'
        AND (name = ? OR substr(name, 1, ?) = ?)
      """, [register, notesPrefix.count, notesPrefix])
    for name in names { try database.execute("DROP TABLE \(name.quoted)") }
  }

  // MARK: Notes

  /// Notes all rows.
  package func noteAll(in database: StoreConnection) throws {
    try database.execute(
      """
      INSERT INTO \(notes) (k)
      SELECT \(key.quoted) FROM \(name.quoted) WHERE \(key.quoted) IS NOT NULL ON CONFLICT DO NOTHING
      """)
  }

  /// Returns whether rows are noted.
  package func hasNotes(in database: StoreConnection) throws -> Bool {
    var hasNotes = false
    try database.cachedPrepared("SELECT 1 FROM \(notes) LIMIT 1").forEachRow { _ in hasNotes = true
    }
    return hasNotes
  }

  /// Returns the noted keys in their order, and forgets them.
  package func takeNotes(in database: StoreConnection) throws -> [RecordValue] {
    // A table that was never there has no notes.
    guard try DatabaseFile.exists(notes, database) else { return [] }
    var keys: [RecordValue] = []
    try database.cachedPrepared("SELECT k FROM \(notes) ORDER BY k").forEachRow {
      keys.append(RecordValue($0, 0))
    }
    try database.execute("DELETE FROM \(notes)")
    return keys
  }

  /// Returns the keys of the items of the list.
  package func itemKeys(in database: StoreConnection) throws -> Set<ModelKey> {
    let keys = RowKey(list: list)
    return try Self.keys(
      "SELECT model_key FROM \(TableNames.prefix)item WHERE id > \(keys.first) AND id <= \(keys.last)",
      in: database)
  }

  /// Returns the versions of rows that the items of the list have, by their keys; none if they have copies.
  func versions(in database: StoreConnection) throws -> [ModelKey: RowDigest] {
    let keys = RowKey(list: list)
    var versions: [ModelKey: RowDigest] = [:]
    try database.prepared(
      """
      SELECT model_key, model FROM \(TableNames.prefix)item
      WHERE id > \(keys.first) AND id <= \(keys.last) AND typeof(model) = 'text' AND substr(model, 1, 1) = '['
      """
    ).forEachRow {
      guard let key = ModelKey(RecordValue($0, 0)), let digest = RowDigest(inModel: $0.text(1))
      else { return }
      versions[key] = digest
    }
    return versions
  }

  /// Returns the keys in the first column of a statement.
  static func keys(_ sql: String, in database: StoreConnection) throws -> Set<ModelKey> {
    var keys: Set<ModelKey> = []
    try database.prepared(sql).forEachRow {
      if let key = ModelKey(RecordValue($0, 0)) { keys.insert(key) }
    }
    return keys
  }

  /// The statement that reads the row with a key. Keys are compared byte by byte, whatever the table says.
  package var rowSQL: String { Self.rowSQL(ofTable: name, key: key) }

  /// The statement that reads the row of a table with a key in a column.
  package static func rowSQL(ofTable name: String, key: String) -> String {
    "SELECT * FROM \(name.quoted) WHERE \(key.quoted) = ?1 AND \(key.quoted) COLLATE BINARY = ?1"
  }

  /// Returns whether there is a table of this name. In a forged file a view may be in its place, which need not end, or
  /// what a module makes. SQLite writes the statement of a table so in the schema.
  static func isTable(_ name: String, in database: StoreConnection) throws -> Bool {
    let isTable = try database.integer(
      "SELECT 1 FROM sqlite_master WHERE name = ? AND type = 'table' AND sql LIKE 'CREATE TABLE %'",
      [name])
    return isTable != nil
  }

  /// Returns the table that a list shows; `nil` for a list of its own.
  static func name(ofList list: Int, in database: StoreConnection) throws -> String? {
    guard try isTable(register, in: database) else { return nil }
    return try database.text("SELECT name FROM \(register) WHERE list = ?", [list])
  }
}

extension String {
  /// The name as SQL has it: `a"b` is `"a""b"`.
  var quoted: String { "\"" + replacing(text: "\"", with: "\"\"") + "\"" }
}

extension SQLiteStore {
  /// Opens the list that shows a table of the application, and creates it if it does not exist. It follows the table once
  /// ``NotedTable/renewed(in:)`` has noted the rows.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - name: The name of the list.
  /// - Throws: `failed` if the table cannot be shown as a list, or the list is one of its own.
  package func list(
    showing table: String, named name: String
  ) throws(StorageError) -> (list: SQLiteList, table: NotedTable) {
    guard let list = try list(named: name) else {
      throw StorageError(.failed, "\(path): the list \(name.inQuotes) cannot be created")
    }
    let noted = try write { (connection, _) throws in
      let database = connection.database
      let noted = try NotedTable(table, list: list.keys.list, in: database)
      switch try NotedTable.name(ofList: list.keys.list, in: database) {
      case noted.name: break
      case nil where try SQLiteAnswers(list.keys, connection).revision == 0:
        try noted.register(in: database)
      case let other:
        throw StorageError(
          .failed,
          "\(path): the list \(name.inQuotes) \(other.map { "shows the table \($0)" } ?? "has items of its own"); give the list "
            + "that shows the table \(table) another name")
      }
      return noted
    }
    return (list, noted)
  }

  /// Returns the table that a list shows; `nil` for a list of its own, and if there is no such list.
  package func table(shownBy list: String) throws(StorageError) -> String? {
    guard let list = try self.list(named: list, create: false) else { return nil }
    return try read { try NotedTable.name(ofList: list.keys.list, in: $0.database) }
  }

  /// Returns whether rows of a table are noted.
  package func hasNotes(_ table: NotedTable) throws(StorageError) -> Bool {
    try read { try table.hasNotes(in: $0.database) }
  }
}
