public import RosterCore
internal import GRDB
internal import RosterRows

/// A list in a file: the storage of a data source.
public final class SQLiteList: StoredList, ListStorage {
  /// The name of the list in its file.
  public let name: String
  /// The file.
  public let store: SQLiteStore
  let keys: RowKey

  init(_ store: SQLiteStore, id: Int, name: String) {
    self.store = store
    self.name = name
    keys = RowKey(list: id)
  }

  // MARK: Opening

  /// How a data source reads and writes the list.
  public var access: StoredListAccess {
    StoredListAccess(
      self, isShared: false,
      identity: store.configuration.isReadOnly
        ? nil
        : StoredListIdentity(
          place: store.identity, number: keys.list, name: "\(store.path), list \"\(name)\""
        ) { [store] in store.isClosed })
  }

  /// Reads the directory of the list: sections and leaf pages, no items.
  ///
  /// - Complexity: O(*s* + *l*) for *s* sections and *l* leaf pages.
  package func load() throws(StorageError) -> ListState {
    try StoredListPages.open(store.read { database in try readDirectory(database) }, self)
  }

  func readDirectory(_ database: Database) throws -> ListDirectory {
    var directory = ListDirectory(
      revision: 0, nextIdentifiers: NextIdentifiers(), sections: [], leaves: [])
    try database.cachedPrepared(
      """
      SELECT id, next_item, next_section, next_leaf FROM journal
      WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1
      """
    ).forEachRow(keys.first, keys.last) { row in
      directory.revision = keys.number(row.integer(0))
      directory.nextIdentifiers = NextIdentifiers(row, from: 1)
    }
    try database.cachedPrepared("SELECT id, ord FROM section WHERE list = ? ORDER BY ord")
      .forEachRow(keys.list) { row in
        guard row.integer(0) >> RowKey.numberBits == keys.list else {
          throw DamagedRow("section", row.integer(0))
        }
        directory.sections.append(
          .init(id: SectionID(rawValue: keys.number(row.integer(0))), order: row.integer(1)))
      }
    try database.cachedPrepared(
      """
      SELECT id, section, ord, count FROM leaf INDEXED BY leaf_directory
      WHERE section BETWEEN ? AND ? ORDER BY section, ord
      """
    ).forEachRow(keys.first, keys.last) { row in
      guard let leaf = keys.leaf(row.integer(0)) else { throw DamagedRow("leaf", row.integer(0)) }
      directory.leaves.append(
        .init(
          id: leaf, section: SectionID(rawValue: keys.number(row.integer(1))),
          order: row.integer(2), count: row.integer(3)))
    }
    return directory
  }

  // MARK: Writing

  package var address: ListAddress? { ListAddress(store, number: keys.list, self) }

  /// Writes changes in one transaction.
  ///
  /// - Throws: `stale` if the list in the file is not at the group's source revision, `busy`,
  ///   `full`, `readOnly`, `corrupt`; the file is unchanged then. After `failed` the outcome is
  ///   unknown; call ``load()``.
  package func commit(_ group: CommitGroup) throws(StorageError) {
    try store.commit([ListCommit(self, group)])
  }

  /// Writes changes in a transaction.
  func write(_ group: CommitGroup, _ writes: PageWrites, _ statements: WritingStatements) throws {
    // One row has both the revision of the list and the digests that the new rows continue.
    let head = try ListHead(keys, statements.head)
    guard head.revision == group.source.revision else { throw isStale(at: head.revision) }
    group.storedPages?.willCommit(group.target.revision)
    try ListWriter(keys: keys, statements: statements, time: store.configuration.clock())
      .write(group, writes, on: head)
  }

  /// The revision of the list in the file.
  func storedRevision(_ database: Database) throws -> Revision {
    var revision = 0
    try database.cachedPrepared(
      "SELECT id FROM journal WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1"
    ).forEachRow(keys.first, keys.last) { revision = keys.number($0.integer(0)) }
    return revision
  }

  func isStale(at stored: Revision) -> StorageError {
    StorageError(
      .stale,
      "\(store.path), list \"\(name)\": another writer has taken it to revision \(stored); "
        + "open it again")
  }

  // MARK: Reading

  /// Returns the models of items as they were at a revision, also after later commits.
  ///
  /// - Throws: `compacted` if a model is not found and the revision is no longer kept.
  package func models(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    try store.read { database in
      let current = try database.cachedPrepared("SELECT version, model FROM item WHERE id = ?")
      let earlier = try database.cachedPrepared(
        """
        SELECT version, model FROM item_history WHERE item = ? AND until > ? ORDER BY until LIMIT 1
        """)
      return try verify(
        items.map {
          try model(keys.key($0.rawValue), at: revision, current: current, earlier: earlier)
        }, areKeptAt: revision, database)
    }
  }

  /// Returns the models of sections as they were at a revision, also after later commits.
  package func models(
    of sections: [SectionID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    try store.read { database in
      let current = try database.cachedPrepared("SELECT version, model FROM section WHERE id = ?")
      let earlier = try database.cachedPrepared(
        """
        SELECT version, model FROM section_history
        WHERE section = ? AND until > ? ORDER BY until LIMIT 1
        """)
      return try verify(
        sections.map {
          try model(keys.key($0.rawValue), at: revision, current: current, earlier: earlier)
        }, areKeptAt: revision, database)
    }
  }

  /// If the revision is no longer kept, a model that is not found may have existed.
  private func verify(
    _ models: [StoredValue?], areKeptAt revision: Revision, _ database: Database
  ) throws -> [StoredValue?] {
    guard models.contains(nil) else { return models }
    let oldest = try oldestRevision(database)
    guard revision >= oldest else { throw isCompacted(revision, oldest: oldest) }
    return models
  }

  /// Returns the row's own model if it was written by then, otherwise the before-image that was
  /// valid then.
  private func model(
    _ key: Int, at revision: Revision, current: PreparedStatement, earlier: PreparedStatement
  ) throws -> StoredValue? {
    try value(key, at: revision, current: current, earlier: earlier) { StoredValue($0, 1) }
  }

  /// Returns what the row itself says if it was written by then, otherwise what the before-image says that
  /// was valid then.
  ///
  /// - Parameter read: Reads a row, whose first column is the revision that wrote it.
  func value<Value>(
    _ key: Int, at revision: Revision, current: PreparedStatement, earlier: PreparedStatement,
    _ read: (borrowing PreparedStatement.Row) -> Value?
  ) throws -> Value? {
    var found: Value?
    try current.forEachRow(key) { row in
      if row.integer(0) <= revision { found = read(row) }
    }
    if found != nil { return found }
    try earlier.forEachRow(key, revision) { row in
      if row.integer(0) <= revision { found = read(row) }
    }
    return found
  }

  /// Returns the entries that lead from a revision to the ones after it.
  ///
  /// - Throws: `compacted` if the journal no longer has the entries after the revision, `stale` if
  ///   the list has not yet reached it, `corrupt` if the journal is damaged.
  package func journal(
    after revision: Revision, limit: Int
  ) throws(StorageError) -> [JournalEntry] {
    try store.read { try journal(after: revision, limit: limit, $0) }
  }

  func journal(
    after revision: Revision, limit: Int, _ database: Database
  ) throws -> [JournalEntry] {
    var entries: [JournalEntry] = []
    try database.cachedPrepared(journalSQL(database))
      .forEachRow(keys.key(max(0, revision)), keys.last, max(0, limit)) { row in
        let entry = try entry(row)
        guard entry.revision == revision + entries.count + 1 else {
          throw try isMissing(revision, database)
        }
        entries.append(entry)
      }
    let stored = try storedRevision(database)
    guard revision >= 0, revision <= stored, !entries.isEmpty || revision == stored || limit < 1
    else { throw isMissing(revision) }
    return entries
  }

  /// Returns the SQL that reads the rows of the journal. For a file of an older format, it reads
  /// NULL for the columns of steps, scopes and parts and the digest of the order.
  func journalSQL(_ database: Database) throws -> String {
    if try store.hasParts(database) { return Self.journalSQL }
    if try store.hasScopes(database) { return Self.journalSQLWithoutParts }
    if try store.hasSeals(database) { return Self.journalSQLWithoutScopes }
    return try store.hasSteps(database) ? Self.journalSQLWithoutSeals : Self.journalSQLWithoutSteps
  }

  private static let steps = "step_group, takes_back, undo, redo, committed"
  private static let scopes = "step_scope, scope_undo, scope_redo"
  private static let noScopes = "NULL, NULL, NULL, NULL"
  static let journalSQL = journalSQL("\(steps), pages, \(scopes), parts")
  private static let journalSQLWithoutParts = journalSQL("\(steps), pages, \(scopes), NULL")
  static let journalSQLWithoutScopes = journalSQL("\(steps), pages, \(noScopes)")
  private static let journalSQLWithoutSeals = journalSQL("\(steps), NULL, \(noScopes)")
  private static let journalSQLWithoutSteps = journalSQL(
    "NULL, NULL, NULL, NULL, NULL, NULL, \(noScopes)")

  private static func journalSQL(_ columns: String) -> String {
    """
    SELECT id, next_item, next_section, next_leaf, digest, change, origin, at, user_info,
      \(columns)
    FROM journal WHERE id > ? AND id <= ? ORDER BY id LIMIT ?
    """
  }

  private func isMissing(_ revision: Revision) -> StorageError {
    StorageError(
      .stale,
      "\(store.path), list \"\(name)\": the journal does not go on from revision \(revision)")
  }

  private func isMissing(_ revision: Revision, _ database: Database) throws -> StorageError {
    let oldest = try oldestRevision(database)
    return revision >= 0 && revision < oldest
      ? isCompacted(revision, oldest: oldest) : isMissing(revision)
  }

  /// Reads a row of `journalSQL`.
  func entry(_ row: borrowing PreparedStatement.Row) throws -> JournalEntry {
    try JournalEntry(row, keys)
  }
}
