package import RosterCore
internal import GRDB
internal import RosterRows

extension SQLiteList: KeyedStorage {
  /// Returns the revision from which on all items have keys.
  package func keysRevision() throws(StorageError) -> Revision? {
    try store.read { try keysRevision($0) }
  }

  private func keysRevision(_ database: Database) throws -> Revision? {
    guard try store.hasKeys(database) else { return nil }
    var revision: Revision?
    try database.cachedPrepared(Self.keysRevisionSQL).forEachRow(keys.list) {
      revision = $0.optionalInteger(0)
    }
    return revision
  }

  static let keysRevisionSQL = "SELECT keys_from FROM list WHERE id = ?"

  /// Returns the items that had some keys at a revision, also after later commits.
  ///
  /// - Throws: `compacted` if an item is not found and the revision is no longer kept.
  /// - Complexity: O(log *n*) for each key.
  package func items(
    withKeys wanted: [ModelKey], at revision: Revision
  ) throws(StorageError) -> [KeyedItem?]? {
    try store.read { database in
      guard let first = try keysRevision(database), revision >= first else { return nil }
      let current = try database.cachedPrepared(
        "SELECT id, version, model FROM item INDEXED BY item_key WHERE model_key = ? AND id BETWEEN ? AND ?"
      )
      // No two items have one key at a revision. So the rows with a key do not overlap.
      let earlier = try database.cachedPrepared(
        """
        SELECT item, version, model FROM item_history INDEXED BY item_history_key
        WHERE item >> \(RowKey.numberBits) = ? AND model_key = ? AND until > ? ORDER BY until LIMIT 1
        """)
      let items = try wanted.map { key -> KeyedItem? in
        var found: KeyedItem?
        func visit(_ row: borrowing PreparedStatement.Row) {
          guard row.integer(1) <= revision else { return }
          found = KeyedItem(
            id: ItemID(rawValue: keys.number(row.integer(0))), model: StoredValue(row, 2))
        }
        try current.forEachRow(key, keys.first, keys.last, visit: visit)
        if found == nil { try earlier.forEachRow(keys.list, key, revision, visit: visit) }
        return found
      }
      if items.contains(where: { $0 == nil }) {
        // It may have existed.
        let oldest = try oldestRevision(database)
        guard revision >= oldest else { throw isCompacted(revision, oldest: oldest) }
      }
      return items
    }
  }

  /// Returns the keys that items had at a revision, also after later commits.
  ///
  /// - Complexity: O(log *n*) for each item.
  package func keys(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [ModelKey?] {
    try store.read { database in
      guard try store.hasKeys(database) else { return items.map { _ in nil } }
      let current = try database.cachedPrepared(
        "SELECT version, model_key FROM item WHERE id = ?")
      let earlier = try database.cachedPrepared(
        """
        SELECT version, model_key FROM item_history
        WHERE item = ? AND until > ? ORDER BY until LIMIT 1
        """)
      return try items.map { item in
        try value(keys.key(item.rawValue), at: revision, current: current, earlier: earlier) {
          $0.modelKey(1)
        }
      }
    }
  }

  // MARK: Adding

  /// The number of models that are read at once.
  private static let chunkCount = 1_000

  /// Gives each item of a list without keys one, in one transaction.
  ///
  /// The digests of what wrote the models are then written anew. So the list is checked before: a new
  /// digest would call an altered row right.
  ///
  /// - Complexity: O(list and journal), and O(*n* log *n*) for *n* items.
  package func addKeys(
    _ key: (ItemID, StoredValue) throws(StorageError) -> ModelKey
  ) throws(StorageError) {
    if store.configuration.isReadOnly { return }
    try store.write { database, _ in
      guard try keysRevision(database) == nil else { return }
      var check = try ListCheck(self, database, journalTail: 0)
      if let finding = try check.run().messages.first { throw isDamaged(finding) }
      try writeKeys(database, key)
      try verifyKeys(database)
      var seal = try ListSeal(self, database)
      seal.keysRevision = try storedRevision(database)
      try renewDigests(seal, database)
    }
  }

  private func writeKeys(
    _ database: Database, _ key: (ItemID, StoredValue) throws(StorageError) -> ModelKey
  ) throws {
    let select = try database.cachedPrepared(
      "SELECT id, model FROM item WHERE id > ? AND id <= ? ORDER BY id LIMIT ?")
    let update = try database.cachedPrepared("UPDATE item SET model_key = ? WHERE id = ?")
    var last = keys.first
    while true {
      var rows: [(key: Int, model: StoredValue)] = []
      try select.forEachRow(last, keys.last, Self.chunkCount) {
        rows.append((key: $0.integer(0), model: StoredValue($0, 1)))
      }
      for row in rows {
        let item = ItemID(rawValue: keys.number(row.key))
        try update.runOnRow(try key(item, row.model), row.key)
      }
      guard let end = rows.last?.key, rows.count == Self.chunkCount else { return }
      last = end
    }
  }

  /// Verifies that no two items have one key.
  private func verifyKeys(_ database: Database) throws {
    try database.cachedPrepared(Self.doubledKeysSQL).forEachRow(keys.first, keys.last) { row in
      guard let key = row.modelKey(2) else { return }
      throw StorageError.duplicateKey(
        key, ItemID(rawValue: keys.number(row.integer(0))),
        ItemID(rawValue: keys.number(row.integer(1))), in: "\(store.path), list \"\(name)\"")
    }
  }

  /// Reads the first two items with one key, and the key.
  static let doubledKeysSQL = """
    SELECT min(id), max(id), model_key FROM item
    WHERE id BETWEEN ? AND ? AND model_key IS NOT NULL
    GROUP BY model_key HAVING count(*) > 1 ORDER BY 1
    """
}
