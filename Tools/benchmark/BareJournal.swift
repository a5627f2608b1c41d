import CSQLite

/// The journal as Roster keeps it, with all its columns, written by hand.
final class BareJournal {
  private let database: BareDatabase
  private let insertRow: OpaquePointer?

  /// Makes the table in a database.
  init(_ database: BareDatabase) throws {
    self.database = database
    try database.execute(
      """
      CREATE TABLE journal (id INTEGER PRIMARY KEY, list INTEGER NOT NULL,
        next_item INTEGER NOT NULL, next_section INTEGER NOT NULL, next_leaf INTEGER NOT NULL,
        digest INTEGER NOT NULL, change TEXT NOT NULL, origin TEXT, at TEXT, user_info TEXT,
        committed INTEGER, step_group TEXT, takes_back INTEGER, undo INTEGER, redo INTEGER,
        pages INTEGER, step_scope TEXT, scope_undo INTEGER, scope_redo INTEGER, parts TEXT) STRICT;
      """)
    insertRow = try database.prepare(
      """
      INSERT INTO journal
      VALUES (?, 1, ?, 1, 5000, ?, ?, NULL, NULL, NULL, ?, NULL, NULL, ?, 0, ?, NULL, NULL, NULL, NULL)
      """)
  }

  /// One row, whose numbers take as many bytes as Roster's do.
  func insert(_ revision: Int, nextItem: Int, _ change: String, undo: Int) throws {
    sqlite3_bind_int64(insertRow, 1, BareDatabase.key(revision))
    sqlite3_bind_int64(insertRow, 2, Int64(nextItem))
    sqlite3_bind_int64(insertRow, 3, Self.digest)
    sqlite3_bind_text(insertRow, 4, change, -1, transient)
    sqlite3_bind_int64(insertRow, 5, Self.time)
    sqlite3_bind_int64(insertRow, 6, Int64(undo))
    sqlite3_bind_int64(insertRow, 7, Self.digest)
    try database.run(insertRow)
  }

  private static let digest: Int64 = 0x4bf2_9ce4_8422_2325
  /// In milliseconds since 1970.
  private static let time: Int64 = 1_790_000_000_000
}
