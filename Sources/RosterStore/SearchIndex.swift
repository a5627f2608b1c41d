internal import GRDB
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

  /// The statements that make the index.
  private static func statements(_ names: TableNames) -> [String] {
    [
      "CREATE TABLE \(names.name("search_list")) (list INTEGER PRIMARY KEY, revision INTEGER NOT NULL) STRICT",
      """
      CREATE VIEW \(names.name("search_text")) AS SELECT id, CAST(model AS TEXT) AS text FROM \(names.name("item"))
      WHERE id >> \(RowKey.numberBits) IN (SELECT list FROM \(names.name("search_list")))
      """,
      words(names),
    ]
  }

  private static func words(_ names: TableNames) -> String {
    """
    CREATE VIRTUAL TABLE \(names.name("search")) USING fts5(text, content='\(names.name("search_text"))', \
    content_rowid='id', tokenize="unicode61 remove_diacritics 2")
    """
  }

  /// Makes the tables of the index where there are none.
  static func make(in database: ListConnection) throws {
    if try isMade(in: database) { return }
    for statement in statements(database.names) { try database.database.execute(sql: statement) }
  }

  static func isMade(in database: ListConnection) throws -> Bool {
    try DatabaseFile.exists(database.names.name("search_list"), database.database)
  }

  // MARK: Keeping

  /// The revision up to which the list is indexed; `nil` if it is not.
  private func revision() throws -> Revision? {
    guard try Self.isMade(in: database) else { return nil }
    var revision: Revision?
    try database.cachedPrepared("SELECT revision FROM search_list WHERE list = ?")
      .forEachRow(keys.list) { revision = $0.integer(0) }
    return revision
  }

  /// Returns whether the index is that of a revision.
  func isCurrent(at revision: Revision) throws -> Bool { try self.revision() == revision }

  /// Says that the index is to be made anew.
  func invalidate() throws {
    guard try Self.isMade(in: database) else { return }
    try database.cachedPrepared("UPDATE search_list SET revision = -1 WHERE list = ?").run(
      keys.list)
  }

  /// Makes the index that of a revision.
  ///
  /// - Parameter heads: Returns the newest revision of a list, for those that are indexed as well.
  func renew(at revision: Revision, heads: (RowKey) throws -> Revision) throws {
    try Self.make(in: database)
    if try self.revision() == nil, try !hasWords() {
      try database.cachedPrepared("INSERT INTO search_list (list, revision) VALUES (?, ?)")
        .run(keys.list, revision)
      try database.cachedPrepared(
        "INSERT INTO search (rowid, text) SELECT id, text FROM search_text WHERE id BETWEEN ? AND ?"
      ).run(keys.first, keys.last)
      return
    }
    // What the index has of the list is not known, and it forgets only words that it is told.
    try database.execute("DROP TABLE search")
    try database.database.execute(sql: Self.words(database.names))
    try database.cachedPrepared("INSERT OR REPLACE INTO search_list (list, revision) VALUES (?, ?)")
      .run(keys.list, revision)
    try database.execute("INSERT INTO search (rowid, text) SELECT id, text FROM search_text")
    for list in try database.integers("SELECT list FROM search_list") where list != keys.list {
      try database.cachedPrepared("UPDATE search_list SET revision = ? WHERE list = ?")
        .run(try heads(RowKey(list: list)), list)
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
  private var sizes: String { "\(database.names.name("search"))_docsize" }

  /// Takes up what a group is about to write to the list.
  ///
  /// The list does not depend on it: if the index is damaged, it is made anew later.
  func write(_ group: CommitGroup, _ statements: WritingStatements) throws {
    guard let indexed = try revision() else { return }
    guard indexed == group.source.revision else { return try invalidate() }
    do {
      try statements.inSavepoint {
        try update(group)
        try database.cachedPrepared("UPDATE search_list SET revision = ? WHERE list = ?")
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
    let command = database.names.name("search")
    let forget = try database.cachedPrepared(
      "INSERT INTO search (\(command), rowid, text) VALUES ('delete', ?, ?)")
    let add = try database.cachedPrepared("INSERT INTO search (rowid, text) VALUES (?, ?)")
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

  /// Whether an error says that the index is damaged.
  static func isDamage(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT
  }

  // MARK: Searching

  /// Returns the items in whose texts each of some words begins a word.
  func items(withWords words: [String], among items: Set<ItemID>?) throws -> Set<ItemID> {
    let pattern = Self.pattern(words)
    var found: Set<ItemID> = []
    guard let items else {
      try database.cachedPrepared(
        "SELECT rowid FROM search WHERE text MATCH ? AND rowid BETWEEN ? AND ?"
      ).forEachRow(pattern, keys.first, keys.last) {
        found.insert(ItemID(rawValue: keys.number($0.integer(0))))
      }
      return found
    }
    let look = try database.cachedPrepared(
      "SELECT 1 FROM search WHERE text MATCH ? AND rowid = ?")
    for item in items {
      try look.forEachRow(pattern, keys.key(item.rawValue)) { _ in found.insert(item) }
    }
    return found
  }

  /// Returns where the text of an item has words that begin with some words, as offsets in UTF-8.
  func wordRanges(of words: [String], in item: ItemID) throws -> [Range<Int>] {
    var marked = ""
    try database.cachedPrepared(
      """
      SELECT highlight(\(database.names.name("search")), 0, char(\(Self.start)), char(\(Self.end)))
      FROM search WHERE text MATCH ? AND rowid = ?
      """
    ).forEachRow(Self.pattern(words), keys.key(item.rawValue)) { marked = $0.text(0) }
    var ranges: [Range<Int>] = []
    var (offset, start) = (0, 0)
    for scalar in marked.unicodeScalars {
      switch Int(scalar.value) {
      case Self.start: start = offset
      case Self.end: ranges.append(start..<max(start, offset))
      default: offset += UTF8.width(scalar)
      }
    }
    return ranges
  }

  /// What marks the beginning and the end of a word. No text for people has these.
  private static let (start, end) = (0xFDD0, 0xFDD1)

  /// Returns words in the language of FTS5, where what stands in quotation marks means nothing else.
  ///
  ///     say "hi    "say"* """hi"*
  private static func pattern(_ words: [String]) -> String {
    words.map { word in
      let quoted = word.replacing("\0", with: " ").replacing("\"", with: "\"\"")
      return "\"\(quoted)\"*"
    }.joined(separator: " ")
  }

  // MARK: Checking

  /// Returns what is wrong with the index as far as can be told without its words.
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
        + "DELETE FROM \(database.names.name("search_list"))"
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
    if isCurrent || store.configuration.isReadOnly { return }
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
    withWords words: [String], among items: Set<ItemID>?
  ) throws(StorageError) -> (items: Set<ItemID>, revision: Revision)? {
    var isDamaged = false
    let found: (items: Set<ItemID>, revision: Revision)? = try store.read { database in
      let (index, revision) = (SearchIndex(keys, database), try storedRevision(database))
      guard try index.isCurrent(at: revision) else { return nil }
      do {
        return (try index.items(withWords: words, among: items), revision)
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

  package func wordRanges(
    of words: [String], in item: ItemID
  ) throws(StorageError) -> [Range<Int>] {
    try store.read { database in
      let index = SearchIndex(keys, database)
      guard try index.isCurrent(at: storedRevision(database)) else { return [] }
      return try index.wordRanges(of: words, in: item)
    }
  }
}
