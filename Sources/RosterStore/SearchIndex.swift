internal import CSQLite
internal import RosterConcurrency
package import RosterCore
internal import RosterRows

/// An index of the words of a list that has texts in place of models, by SQLite's FTS5; in a transaction.
///
/// There is one index for all such lists of a file, made with the first of them. It has words only: the texts stay in
/// `item`, which tells it what to forget. A list says up to which revision it is indexed. Whatever wrote the list without
/// the index is noticed by that, and the index is made anew.
struct SearchIndex {
  private let database: ListConnection
  private let keys: RowKey

  init(_ keys: RowKey, _ database: ListConnection) {
    self.keys = keys
    self.database = database
  }

  /// The tables of the index, with the statements that make them.
  private static func parts(_ names: TableNames) -> [(name: String, sql: String)] {
    let (list, text, item) = (
      names.name("indexed_list"), names.name("item_text"), names.name("item")
    )
    return [
      (
        list,
        "CREATE TABLE \(list) (list INTEGER PRIMARY KEY, revision INTEGER NOT NULL) STRICT"
      ),
      (
        text,
        """
        CREATE VIEW \(text) AS SELECT id, CAST(model AS TEXT) AS text FROM \(item)
        WHERE id >> \(RowKey.numberBits) IN (SELECT list FROM \(list))
        """
      ),
      (names.name("item_word"), words(names)),
    ]
  }

  private static func words(_ names: TableNames) -> String {
    """
    CREATE VIRTUAL TABLE \(names.name("item_word")) USING fts5(text, content='\(names.name("item_text"))', \
    content_rowid='id', tokenize="\(WordMatcher.tokenizer)")
    """
  }

  /// Makes the tables of the index that are missing.
  static func make(in database: ListConnection) throws {
    for part in parts(database.names) where try !DatabaseFile.exists(part.name, database.database) {
      try database.database.execute(part.sql)
    }
  }

  /// Whether all tables of the index are there.
  private static func isMade(in database: ListConnection) throws -> Bool {
    try parts(database.names).allSatisfy { try DatabaseFile.exists($0.name, database.database) }
  }

  // MARK: Keeping

  /// The revision up to which the list is indexed; `nil` if it is not.
  private func revision() throws -> Revision? {
    guard try DatabaseFile.exists(database.names.name("indexed_list"), database.database) else {
      return nil
    }
    var revision: Revision?
    try database.cachedPrepared("SELECT revision FROM indexed_list WHERE list = ?")
      .forEachRow(keys.list) { revision = $0.integer(0) }
    return revision
  }

  /// Returns whether the index is that of a revision.
  func isCurrent(at revision: Revision) throws -> Bool {
    try self.revision() == revision && Self.isMade(in: database)
  }

  /// Says that the index is to be made anew.
  func invalidate() throws {
    guard try revision() != nil else { return }
    try database.cachedPrepared("UPDATE indexed_list SET revision = -1 WHERE list = ?").run(
      keys.list)
  }

  /// Forgets the list and its words, before its items are removed.
  func forget(_ statements: WritingStatements) throws {
    guard let indexed = try revision() else { return }
    // Words that the index does not have as the items do go when it is made anew.
    if try indexed == SQLiteAnswers(keys, database).revision && Self.isMade(in: database) {
      let command = database.names.name("item_word")
      do {
        try statements.inSavepoint {
          try database.cachedPrepared(
            """
            INSERT INTO item_word (\(command), rowid, text)
            SELECT 'delete', id, text FROM item_text WHERE id BETWEEN ? AND ?
            """
          ).run(keys.first, keys.last)
        }
      } catch {
        guard Self.isDamage(error) else { throw error }
      }
    }
    try database.cachedPrepared("DELETE FROM indexed_list WHERE list = ?").run(keys.list)
  }

  /// Makes the index that of a revision.
  ///
  /// - Parameter heads: Returns the newest revision of a list, for those that are indexed as well.
  func renew(at revision: Revision, heads: (RowKey) throws -> Revision) throws {
    let isMade = try Self.isMade(in: database)
    try Self.make(in: database)
    let isFirst = try isMade && self.revision() == nil && !hasWords()
    try database.cachedPrepared(
      "INSERT OR REPLACE INTO indexed_list (list, revision) VALUES (?, ?)"
    )
    .run(keys.list, revision)
    if isFirst {
      try database.cachedPrepared(
        "INSERT INTO item_word (rowid, text) SELECT id, text FROM item_text WHERE id BETWEEN ? AND ?"
      ).run(keys.first, keys.last)
      return
    }
    // What the index has of the list is not known, and it forgets only words that it is told.
    try remove()
    try database.database.execute(Self.words(database.names))
    try database.execute("INSERT INTO item_word (rowid, text) SELECT id, text FROM item_text")
    for list in try database.integers("SELECT list FROM indexed_list") where list != keys.list {
      try database.cachedPrepared("UPDATE indexed_list SET revision = ? WHERE list = ?")
        .run(try heads(RowKey(list: list)), list)
    }
  }

  /// Makes the index of all lists anew that have one.
  ///
  /// - Parameter heads: The newest revision of each list.
  static func renewAll(_ heads: [Int: Revision], in database: ListConnection) throws {
    let table = database.names.name("indexed_list")
    guard try DatabaseFile.exists(table, database.database) else { return }
    guard let list = try database.integers("SELECT list FROM indexed_list").first else {
      // Lists are indexed when they are searched again.
      if try isMade(in: database) { try SearchIndex(RowKey(list: 1), database).remove() }
      return
    }
    try SearchIndex(RowKey(list: list), database).renew(at: heads[list] ?? 0) {
      heads[$0.list] ?? 0
    }
  }

  /// Removes the table of words, however it is damaged.
  private func remove() throws {
    do {
      try database.execute("DROP TABLE item_word")
    } catch {
      guard Self.isDamage(error) else { throw error }
      // FTS5 lets only what it can open be removed: the version of its format, no sums, and no segments.
      let name = database.names.name("item_word")
      try database.database.execute(
        """
        INSERT OR REPLACE INTO \(name)_config (k, v) VALUES ('version', 4);
        INSERT OR REPLACE INTO \(name)_data (id, block) VALUES (1, x''), (10, x'00000000000000');
        DROP TABLE \(name)
        """)
    }
  }

  /// Whether the index has words of the list.
  private func hasWords() throws -> Bool {
    var hasWords = false
    try database.cachedPrepared(
      "SELECT 1 FROM \(sizes) WHERE id BETWEEN ? AND ? LIMIT 1"
    ).forEachRow(keys.first, keys.last) { _ in hasWords = true }
    return hasWords
  }

  /// The table in which FTS5 has a row for each text.
  private var sizes: String { "\(database.names.name("item_word"))_docsize" }

  /// Takes up what a group is about to write to the list.
  ///
  /// The list does not depend on it: if the index is damaged, it is made anew when it is searched.
  func write(_ group: CommitGroup, _ statements: WritingStatements) throws {
    guard let indexed = try revision() else { return }
    guard indexed == group.source.revision else { return try invalidate() }
    do {
      try statements.inSavepoint {
        try update(group)
        try database.cachedPrepared("UPDATE indexed_list SET revision = ? WHERE list = ?")
          .run(group.target.revision, keys.list)
      }
    } catch {
      guard Self.isDamage(error) else { throw error }
      try invalidate()
    }
  }

  private func update(_ group: CommitGroup) throws {
    // What the items have behind the group.
    var models: [ItemID: StoredValue?] = [:]
    for change in group.changes {
      let identities = change.entry.record.identities
      for (item, model) in zip(identities.updatedItems, change.updatedItems) {
        models[item] = .some(model)
      }
      for item in identities.removedItems { models[item.id] = .some(nil) }
      for (item, model) in zip(identities.insertedItems, change.insertedItems) {
        models[item] = .some(model)
      }
    }
    let command = database.names.name("item_word")
    let forget = try database.cachedPrepared(
      "INSERT INTO item_word (\(command), rowid, text) VALUES ('delete', ?, ?)")
    let add = try database.cachedPrepared("INSERT INTO item_word (rowid, text) VALUES (?, ?)")
    let read = try database.cachedPrepared("SELECT model FROM item WHERE id = ?")
    for (item, model) in models.sorted(by: { $0.key < $1.key }) {
      let row = keys.key(item.rawValue)
      var known: StoredValue?
      try read.forEachRow(row) { known = StoredValue($0, 0) }
      if known == model { continue }
      if let known { try forget.run(row, known.indexedText) }
      if let model { try add.run(row, model.indexedText) }
    }
  }

  /// Whether an error may be one of the index, which is then made anew, and not of the transaction in which it is used.
  static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? any SQLiteFailure else { return false }
    switch error.code {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_INTERRUPT,
      SQLITE_ABORT, SQLITE_READONLY:
      return false
    default: return error.message != "interrupted"
    }
  }

  // MARK: Searching

  /// Returns the items in whose texts each of some words begins a word.
  func items(withWords words: [String]) throws -> Set<ItemID> {
    var found: Set<ItemID> = []
    try database.cachedPrepared(
      "SELECT rowid FROM item_word WHERE text MATCH ? AND rowid BETWEEN ? AND ?"
    ).forEachRow(WordMatcher.pattern(words), keys.first, keys.last) {
      found.insert(ItemID(rawValue: keys.number($0.integer(0))))
    }
    return found
  }

  // MARK: Checking

  /// Returns what is wrong with the index as far as can be told without its words: FTS5 compares these only for those who
  /// may write.
  func findings(at revision: Revision) throws -> [String] {
    // One that is behind is made anew before it is searched.
    guard try self.revision() == revision else { return [] }
    var count = 0
    try database.cachedPrepared(
      """
      SELECT count(*) FROM (
        SELECT id FROM \(sizes) WHERE id BETWEEN ?1 AND ?2
        EXCEPT SELECT id FROM item WHERE id BETWEEN ?1 AND ?2)
      """
    ).forEachRow(keys.first, keys.last) { count = $0.integer(0) }
    try database.cachedPrepared(
      """
      SELECT count(*) FROM (
        SELECT id FROM item WHERE id BETWEEN ?1 AND ?2
        EXCEPT SELECT id FROM \(sizes) WHERE id BETWEEN ?1 AND ?2)
      """
    ).forEachRow(keys.first, keys.last) { count += $0.integer(0) }
    if count == 0 { return [] }
    return [
      "the index of words has not the items of the list (\(count) differ); it is made anew after "
        + "DELETE FROM \(database.names.name("indexed_list"))"
    ]
  }
}

extension StoredValue {
  /// What the index takes for the text.
  fileprivate var indexedText: String {
    switch self {
    case .null: ""
    case .text(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension SQLiteList: SearchableStorage {
  package func indexTexts() throws(StorageError) {
    store.indexedLists.withLock { _ = $0.insert(keys.list) }
    let isCurrent = try store.read {
      try SearchIndex(keys, $0).isCurrent(at: storedRevision($0))
    }
    if isCurrent { return }
    _ = try matcher()
    try store.write { database, _ in
      let (index, revision) = (SearchIndex(keys, database), try storedRevision(database))
      // Another process may have been faster.
      if try index.isCurrent(at: revision) { return }
      try index.renew(at: revision) {
        try SQLiteList(store, id: $0.list, name: "").storedRevision(database)
      }
    }
  }

  package func items(
    withWords words: [String]
  ) throws(StorageError) -> (items: Set<ItemID>, revision: Revision)? {
    var isDamaged = false
    let found: (items: Set<ItemID>, revision: Revision)? = try store.read { database in
      let (index, revision) = (SearchIndex(keys, database), try storedRevision(database))
      guard try index.isCurrent(at: revision) else { return nil }
      do {
        return (try index.items(withWords: words), revision)
      } catch  where SearchIndex.isDamage(error) {
        isDamaged = true
        return nil
      }
    }
    if isDamaged {
      try store.write { database, _ in try SearchIndex(keys, database).invalidate() }
    }
    return found
  }

  package func ranges(
    of words: [String], in texts: [String]
  ) throws(StorageError) -> [[Range<Int>]?] {
    let matcher = try matcher()
    do {
      return try matcher.ranges(of: words, in: texts)
    } catch {
      throw StorageError(error, path: store.path)
    }
  }

  private func matcher() throws(StorageError) -> WordMatcher {
    try store.wordMatcher.withLock { (matcher) throws(StorageError) in
      if let matcher { return matcher }
      do {
        let made = try WordMatcher()
        matcher = made
        return made
      } catch {
        throw StorageError(
          .failed, "\(store.path): lists cannot be searched, since this SQLite has no FTS5",
          cause: error)
      }
    }
  }
}
