internal import CSQLite
internal import RosterConcurrency
package import RosterCore
internal import RosterRows

extension WordMatching {
  /// The table of the lists that are indexed for such searches.
  fileprivate var listTable: String { self == .prefix ? "indexed_list" : "suffix_list" }
  /// The table of FTS5.
  fileprivate var indexTable: String { self == .prefix ? "item_word" : "item_suffix" }
}

/// An index of a list that has texts in place of models, by SQLite's FTS5: of their words, or of the suffixes of these, by
/// which parts of words are found; in a transaction.
///
/// There is one index of each kind for all such lists of a file, made with the first of them. It has words only: the texts
/// stay in `item`, which tells it what to forget. A list says up to which revision it is indexed. Whatever wrote the list
/// without the index is noticed by that, and the index is made anew.
struct SearchIndex {
  private let matching: WordMatching
  private let keys: RowKey
  private let database: ListConnection
  private let store: SQLiteStore

  init(
    _ matching: WordMatching, _ keys: RowKey, _ database: ListConnection, of store: SQLiteStore
  ) {
    self.matching = matching
    self.keys = keys
    self.database = database
    self.store = store
  }

  /// The tables of an index, with the statements that make them.
  private static func parts(
    of matching: WordMatching, _ names: TableNames
  ) -> [(name: String, sql: String)] {
    let (list, text, item) = (
      names.name(matching.listTable), names.name("item_text"), names.name("item")
    )
    let lists = (
      list,
      "CREATE TABLE \(list) (list INTEGER PRIMARY KEY, revision INTEGER NOT NULL) STRICT"
    )
    let index = (names.name(matching.indexTable), indexSQL(matching, names))
    if matching == .substring { return [lists, index] }
    let texts = (
      text,
      """
      CREATE VIEW \(text) AS SELECT id, CAST(model AS TEXT) AS text FROM \(item)
      WHERE id >> \(RowKey.numberBits) IN (SELECT list FROM \(list))
      """
    )
    return [lists, texts, index]
  }

  private static func indexSQL(_ matching: WordMatching, _ names: TableNames) -> String {
    let name = names.name(matching.indexTable)
    // Suffixes have no places in a text.
    let options =
      matching == .prefix
      ? "content='\(names.name("item_text"))', content_rowid='id'" : "content='', detail=none"
    return """
      CREATE VIRTUAL TABLE \(name) USING fts5(text, \(options), tokenize="\(FTS5Letters.tokenizer)")
      """
  }

  /// Makes the tables of an index that are missing.
  static func make(_ matching: WordMatching, in database: ListConnection) throws {
    for part in parts(of: matching, database.names)
    where try !DatabaseFile.exists(part.name, database.database) {
      try database.database.execute(part.sql)
    }
  }

  /// Whether all tables of the index are there.
  private func isMade() throws -> Bool {
    try Self.parts(of: matching, database.names).allSatisfy {
      try DatabaseFile.exists($0.name, database.database)
    }
  }

  // MARK: Keeping

  /// The revision up to which the list is indexed; `nil` if it is not.
  private func revision() throws -> Revision? {
    let table = matching.listTable
    guard try DatabaseFile.exists(database.names.name(table), database.database) else { return nil }
    var revision: Revision?
    try database.cachedPrepared("SELECT revision FROM \(table) WHERE list = ?")
      .forEachRow(keys.list) { revision = $0.integer(0) }
    return revision
  }

  /// Returns whether the index is that of a revision.
  func isCurrent(at revision: Revision) throws -> Bool {
    try self.revision() == revision && isMade()
  }

  /// Says that the index is to be made anew.
  func invalidate() throws {
    guard try revision() != nil else { return }
    try database.cachedPrepared("UPDATE \(matching.listTable) SET revision = -1 WHERE list = ?")
      .run(keys.list)
  }

  /// Forgets the list and its words.
  func forget(_ statements: WritingStatements) throws {
    guard let indexed = try revision() else { return }
    // Words that the index does not have as the items do go when it is made anew.
    if try indexed == SQLiteAnswers(keys, database).revision && isMade() {
      do {
        try statements.inSavepoint {
          let forget = try forgetting()
          try forEachText { try forget.run($0, $1) }
        }
      } catch {
        guard Self.isDamage(error) else { throw error }
      }
    }
    try database.cachedPrepared("DELETE FROM \(matching.listTable) WHERE list = ?").run(keys.list)
  }

  /// Makes the index that of a revision.
  ///
  /// - Parameter heads: Returns the newest revision of a list, for those that are indexed as well.
  func renew(at revision: Revision, heads: (RowKey) throws -> Revision) throws {
    let isMade = try isMade()
    try Self.make(matching, in: database)
    // An earlier release removes a list without the row here.
    try database.cachedPrepared(
      """
      DELETE FROM \(matching.listTable) WHERE list NOT IN (SELECT id FROM list WHERE \(RemovedList.sqlIsThere))
      """
    ).run()
    let isFirst = try isMade && self.revision() == nil && !hasWords()
    try database.cachedPrepared(
      "INSERT OR REPLACE INTO \(matching.listTable) (list, revision) VALUES (?, ?)"
    )
    .run(keys.list, revision)
    if isFirst { return try fill() }
    // What the index has of the list is not known, and it forgets only words that it is told.
    try remove()
    try database.database.execute(Self.indexSQL(matching, database.names))
    for list in try database.integers("SELECT list FROM \(matching.listTable)") {
      let other = RowKey(list: list)
      try SearchIndex(matching, other, database, of: store).fill()
      if list == keys.list { continue }
      try database.cachedPrepared("UPDATE \(matching.listTable) SET revision = ? WHERE list = ?")
        .run(try heads(other), list)
    }
  }

  /// Makes the indexes of all lists anew that have one.
  ///
  /// - Parameter heads: The newest revision of each list.
  static func renewAll(
    _ heads: [Int: Revision], in database: ListConnection, of store: SQLiteStore
  ) throws {
    for matching in WordMatching.allCases {
      let table = matching.listTable
      guard try DatabaseFile.exists(database.names.name(table), database.database) else { continue }
      guard let list = try database.integers("SELECT list FROM \(table)").first else {
        // Lists are indexed when they are searched again.
        let index = SearchIndex(matching, RowKey(list: 1), database, of: store)
        if try index.isMade() { try index.remove() }
        continue
      }
      try SearchIndex(matching, RowKey(list: list), database, of: store)
        .renew(at: heads[list] ?? 0) { heads[$0.list] ?? 0 }
    }
  }

  /// Removes the table of FTS5, however it is damaged.
  private func remove() throws {
    do {
      try database.execute("DROP TABLE \(matching.indexTable)")
    } catch {
      guard Self.isDamage(error) else { throw error }
      // FTS5 lets only what it can open be removed: the version of its format, no sums, and no segments.
      let name = database.names.name(matching.indexTable)
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
  private var sizes: String { "\(database.names.name(matching.indexTable))_docsize" }

  // MARK: Texts

  /// Returns the statement that adds a text.
  private func adding() throws -> PreparedStatement {
    try database.cachedPrepared("INSERT INTO \(matching.indexTable) (rowid, text) VALUES (?, ?)")
  }

  /// Returns the statement that forgets a text.
  private func forgetting() throws -> PreparedStatement {
    let command = database.names.name(matching.indexTable)
    return try database.cachedPrepared(
      "INSERT INTO \(matching.indexTable) (\(command), rowid, text) VALUES ('delete', ?, ?)")
  }

  /// Returns what the index has of a text.
  private func indexed(_ text: StoredValue) throws -> String {
    switch matching {
    case .prefix: text.indexedText
    case .substring:
      try store.matcher().folded(text.indexedText).entries(for: matching).joined(separator: " ")
    }
  }

  /// Calls a closure for each item of the list, with what the index has of its text.
  private func forEachText(_ body: (_ row: Int, _ text: String) throws -> Void) throws {
    try database.cachedPrepared("SELECT id, model FROM item WHERE id BETWEEN ? AND ?")
      .forEachRow(keys.first, keys.last) { row in
        try body(row.integer(0), indexed(StoredValue(row, 1)))
      }
  }

  /// Adds the texts of all items of the list.
  private func fill() throws {
    let add = try adding()
    try forEachText { try add.run($0, $1) }
  }

  /// Takes up what a group is about to write to the list.
  ///
  /// The list does not depend on it: if the index is damaged, it is made anew when it is searched.
  func write(_ group: CommitGroup, _ statements: WritingStatements) throws {
    guard let indexed = try revision() else { return }
    guard indexed == group.source.revision else { return try invalidate() }
    do {
      try statements.inSavepoint {
        try update(group)
        try database.cachedPrepared("UPDATE \(matching.listTable) SET revision = ? WHERE list = ?")
          .run(group.target.revision, keys.list)
      }
    } catch {
      guard Self.isDamage(error) else { throw error }
      try invalidate()
    }
  }

  private func update(_ group: CommitGroup) throws {
    let (forget, add) = (try forgetting(), try adding())
    let read = try database.cachedPrepared("SELECT model FROM item WHERE id = ?")
    for (item, model) in group.touchedModels.sorted(by: { $0.key < $1.key }) {
      let row = keys.key(item.rawValue)
      var known: StoredValue?
      try read.forEachRow(row) { known = StoredValue($0, 0) }
      if known == model { continue }
      if let known { try forget.run(row, indexed(known)) }
      if let model { try add.run(row, indexed(model)) }
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

  /// Returns the items whose texts have all of some words.
  func items(withWords words: [String]) throws -> Set<ItemID> {
    switch matching {
    case .prefix: return try items(withPattern: WordMatcher.pattern(words))
    case .substring:
      guard let query = try store.matcher().query(words) else { return [] }
      let found = try items(withPattern: query.pattern)
      return query.isExact ? found : try having(words, found)
    }
  }

  private func items(withPattern pattern: String) throws -> Set<ItemID> {
    let index = database.names.name(matching.indexTable)
    var found: Set<ItemID> = []
    try database.cachedPrepared(
      """
      SELECT rowid FROM \(matching.indexTable) WHERE \(index) MATCH ? AND rowid BETWEEN ? AND ?
      """
    ).forEachRow(pattern, keys.first, keys.last) {
      found.insert(ItemID(rawValue: keys.number($0.integer(0))))
    }
    return found
  }

  /// Returns those of some items whose texts have all of some words.
  private func having(_ words: [String], _ items: Set<ItemID>) throws -> Set<ItemID> {
    let matcher = try store.matcher()
    let text = try database.cachedPrepared("SELECT model FROM item WHERE id = ?")
    var having: Set<ItemID> = []
    // The words are folded once for each part.
    let items = Array(items)
    for start in stride(from: 0, to: items.count, by: 1_024) {
      let part = items[start..<min(start + 1_024, items.count)]
      let texts = try part.map { item in
        var value: StoredValue?
        try text.forEachRow(keys.key(item.rawValue)) { value = StoredValue($0, 0) }
        return value?.indexedText ?? ""
      }
      let matches = try matcher.matches(of: words, by: matching, in: texts)
      for (item, match) in zip(part, matches) where match != nil { having.insert(item) }
    }
    return having
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
        + "DELETE FROM \(database.names.name(matching.listTable))"
    ]
  }
}

extension SQLiteList: SearchableStorage {
  package func indexTexts(for matching: WordMatching) throws(StorageError) {
    store.indexedLists.withLock { _ = $0.insert(keys.list) }
    let isCurrent = try store.read {
      try SearchIndex(matching, keys, $0, of: store).isCurrent(at: storedRevision($0))
    }
    if isCurrent { return }
    _ = try store.matcher()
    try store.write { database, statements in
      let index = SearchIndex(matching, keys, database, of: store)
      let revision = try storedRevision(database)
      // Another process may have been faster.
      if try index.isCurrent(at: revision) { return }
      for other in WordMatching.allCases where other != matching {
        try SearchIndex(other, keys, database, of: store).forget(statements)
      }
      try index.renew(at: revision) {
        try SQLiteList(store, id: $0.list, name: "").storedRevision(database)
      }
    }
  }

  package func items(
    withWords words: [String], by matching: WordMatching
  ) throws(StorageError) -> (items: Set<ItemID>, revision: Revision)? {
    var isDamaged = false
    let found: (items: Set<ItemID>, revision: Revision)? = try store.read { database in
      let index = SearchIndex(matching, keys, database, of: store)
      let revision = try storedRevision(database)
      guard try index.isCurrent(at: revision) else { return nil }
      do {
        return (try index.items(withWords: words), revision)
      } catch  where SearchIndex.isDamage(error) {
        isDamaged = true
        return nil
      }
    }
    if isDamaged {
      try store.write { database, _ in
        try SearchIndex(matching, keys, database, of: store).invalidate()
      }
    }
    return found
  }

  package func matches(
    of words: [String], by matching: WordMatching, in texts: [String]
  ) throws(StorageError) -> [WordMatches?] {
    let matcher = try store.matcher()
    do {
      return try matcher.matches(of: words, by: matching, in: texts)
    } catch {
      throw StorageError(error, path: store.path)
    }
  }
}

extension SQLiteStore {
  /// Returns what finds words in texts.
  ///
  /// - Throws: `failed` if SQLite has no FTS5.
  func matcher() throws(StorageError) -> WordMatcher {
    try wordMatcher.withLock { (matcher) throws(StorageError) in
      if let matcher { return matcher }
      do {
        let made = WordMatcher(try FTS5Letters())
        matcher = made
        return made
      } catch {
        throw StorageError(
          .failed, "\(path): lists cannot be searched, since this SQLite has no FTS5",
          cause: error)
      }
    }
  }
}
