import Foundation
import CSQLite

/// The rows that Roster writes for the update of a state, written by hand: no library, no tree, no
/// list in memory, no batch; every number is given.
final class BareStates {
  private let database: BareDatabase
  private let begin: OpaquePointer?
  private let commit: OpaquePointer?
  private let keepState: OpaquePointer?
  private let setState: OpaquePointer?
  private let journal: BareJournal
  private let count: Int
  private var next: Int
  private var random = FastRandom()

  private static let scope = "FeedRow/Toolbar/LikeButton"

  /// Makes a file with the states of a list of some length.
  init(path: String, count: Int, isFullyDurable: Bool = false) throws {
    self.count = count
    next = count + 1
    database = try BareDatabase(path: path)
    try database.execute(Self.schema)
    begin = try database.prepare("BEGIN IMMEDIATE")
    commit = try database.prepare("COMMIT")
    keepState = try database.prepare(
      """
      INSERT INTO state_history SELECT item, scope, ?, version, type_version, value FROM state
      WHERE item = ? AND scope = ?
      """)
    setState = try database.prepare(
      """
      INSERT INTO state (item, scope, version, type_version, value) VALUES (?1, ?2, ?3, 1, ?4)
      ON CONFLICT (item, scope) DO UPDATE SET version = ?3, type_version = 1, value = ?4
      """)
    journal = try BareJournal(database)
    try database.run(begin)
    for item in 1...count {
      try set(item, "FeedRow", version: 1, "{\"isExpanded\":false}")
      try set(item, Self.scope, version: 1, "{\"likeCount\":0}")
    }
    try database.run(commit)
    if isFullyDurable { try database.execute("PRAGMA synchronous = FULL") }
  }

  private static let schema = """
    CREATE TABLE state (item INTEGER NOT NULL, scope TEXT NOT NULL, version INTEGER NOT NULL,
      type_version INTEGER NOT NULL, value ANY, PRIMARY KEY (item, scope)) STRICT, WITHOUT ROWID;
    CREATE TABLE state_history (item INTEGER NOT NULL, scope TEXT NOT NULL,
      until INTEGER NOT NULL, version INTEGER NOT NULL, type_version INTEGER NOT NULL, value ANY,
      PRIMARY KEY (item, scope, until)) STRICT, WITHOUT ROWID;
    """

  private func set(
    _ item: Int, _ scope: String, version: Int, _ value: String
  ) throws {
    sqlite3_bind_int64(setState, 1, BareDatabase.key(item))
    sqlite3_bind_text(setState, 2, scope, -1, transient)
    sqlite3_bind_int64(setState, 3, Int64(version))
    sqlite3_bind_text(setState, 4, value, -1, transient)
    try database.run(setState)
  }

  /// Updates the state of one of the last items.
  func updateShownItem() throws { try update(count - Int.random(in: 0..<100, using: &random)) }

  /// Updates the state of any item.
  func updateAnyItem() throws { try update(Int.random(in: 1...count, using: &random)) }

  /// One transaction of one row: the state of one of the last items.
  func updateOneRow() throws {
    let item = count - Int.random(in: 0..<100, using: &random)
    try database.run(begin)
    try set(item, Self.scope, version: next, "{\"likeCount\":\(next % 100)}")
    next += 1
    try database.run(commit)
  }

  /// One transaction of the rows that Roster writes: before-image, state, journal.
  private func update(_ item: Int) throws {
    try database.run(begin)
    sqlite3_bind_int64(keepState, 1, Int64(next))
    sqlite3_bind_int64(keepState, 2, BareDatabase.key(item))
    sqlite3_bind_text(keepState, 3, Self.scope, -1, transient)
    try database.run(keepState)
    try set(item, Self.scope, version: next, "{\"likeCount\":\(next % 100)}")
    try journal.insert(
      next, nextItem: count + 1, "{\"states\":[[\(item),\"\(Self.scope)\"]]}", undo: 11)
    next += 1
    try database.run(commit)
  }
}
