import GRDBSQLite

/// The rows that Roster writes for a state update, written by hand: the state, what it replaces, and
/// the journal.
final class BareStates {
  private let database: BareDatabase
  private let begin: OpaquePointer?
  private let commit: OpaquePointer?
  private let insertState: OpaquePointer?
  private let updateState: OpaquePointer?
  private let keepState: OpaquePointer?
  private let insertJournal: OpaquePointer?
  private let count: Int
  private var revision = 1
  private var random = FastRandom()

  private static let scope = "Example.Row/Example.LikeButton"

  /// Makes a file with a state for each of some items.
  init(path: String, count: Int) throws {
    self.count = count
    database = try BareDatabase(path: path)
    try database.execute(Self.schema)
    begin = try database.prepare("BEGIN IMMEDIATE")
    commit = try database.prepare("COMMIT")
    insertState = try database.prepare("INSERT INTO state VALUES (?, ?, 1, 1, ?)")
    updateState = try database.prepare(
      "UPDATE state SET version = ?, value = ? WHERE item = ? AND scope = ?")
    keepState = try database.prepare(
      """
      INSERT INTO state_history
      SELECT item, scope, ?, version, type_version, value FROM state WHERE item = ? AND scope = ?
      """)
    insertJournal = try database.prepare(
      "INSERT INTO journal VALUES (?, 1, 1, 1, 1, 1, ?, NULL, NULL, NULL)")
    try database.run(begin)
    for item in 1...count { try insert(item) }
    try database.run(commit)
  }

  private static let schema = """
    CREATE TABLE state (item INTEGER NOT NULL, scope TEXT NOT NULL, version INTEGER NOT NULL,
      type_version INTEGER NOT NULL, value ANY, PRIMARY KEY (item, scope)) STRICT, WITHOUT ROWID;
    CREATE TABLE state_history (item INTEGER NOT NULL, scope TEXT NOT NULL, until INTEGER NOT NULL,
      version INTEGER NOT NULL, type_version INTEGER NOT NULL, value ANY,
      PRIMARY KEY (item, scope, until)) STRICT, WITHOUT ROWID;
    CREATE TABLE journal (id INTEGER PRIMARY KEY, list INTEGER NOT NULL,
      next_item INTEGER NOT NULL, next_section INTEGER NOT NULL, next_leaf INTEGER NOT NULL,
      digest INTEGER NOT NULL, change TEXT NOT NULL, origin TEXT, at TEXT, user_info TEXT) STRICT;
    """

  private func insert(_ item: Int) throws {
    sqlite3_bind_int64(insertState, 1, Int64(item))
    sqlite3_bind_text(insertState, 2, Self.scope, -1, transient)
    sqlite3_bind_text(insertState, 3, "{\"count\":0}", -1, transient)
    try database.run(insertState)
  }

  /// One transaction of one row: the state of some item.
  func updateOneRow() throws {
    try database.run(begin)
    try update(Int.random(in: 1...count, using: &random))
    try database.run(commit)
  }

  /// One transaction of the rows that Roster writes.
  func updateSameRows() throws {
    let item = Int.random(in: 1...count, using: &random)
    try database.run(begin)
    sqlite3_bind_int64(insertJournal, 1, Int64(revision + 1))
    sqlite3_bind_text(insertJournal, 2, "{\"states\":[[\(item),\"\(Self.scope)\"]]}", -1, transient)
    try database.run(insertJournal)
    sqlite3_bind_int64(keepState, 1, Int64(revision + 1))
    sqlite3_bind_int64(keepState, 2, Int64(item))
    sqlite3_bind_text(keepState, 3, Self.scope, -1, transient)
    try database.run(keepState)
    try update(item)
    try database.run(commit)
  }

  private func update(_ item: Int) throws {
    revision += 1
    sqlite3_bind_int64(updateState, 1, Int64(revision))
    sqlite3_bind_text(updateState, 2, "{\"count\":\(revision)}", -1, transient)
    sqlite3_bind_int64(updateState, 3, Int64(item))
    sqlite3_bind_text(updateState, 4, Self.scope, -1, transient)
    try database.run(updateState)
  }
}
