package import RosterCore
internal import RosterRows

extension SQLiteList: KeyedStorage {
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
      guard try rows(database).keysRevision() == nil else { return }
      var check = try ListCheck(self, database, journalTail: 0)
      if let finding = try check.run().messages.first { throw isDamaged(finding) }
      try writeKeys(database, key)
      try verifyKeys(database)
      var seal = try ListSeal(self, database)
      seal.keysRevision = try storedRevision(database)
      try renewDigests(seal, database)
    }
  }

  package func removeUnusedKeys() throws(StorageError) {
    if store.configuration.isReadOnly { return }
    try store.write { database, _ in
      guard try rows(database).keysRevision() == storedRevision(database) else { return }
      var hasItems = false
      try database.cachedPrepared("SELECT 1 FROM item WHERE id > ? AND id <= ? LIMIT 1")
        .forEachRow(keys.first, keys.last) { _ in hasItems = true }
      if hasItems { return }
      var seal = try ListSeal(self, database)
      seal.keysRevision = nil
      try seal.write(ofList: keys.list, named: name, database)
    }
  }

  private func writeKeys(
    _ database: ListConnection, _ key: (ItemID, StoredValue) throws(StorageError) -> ModelKey
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
  private func verifyKeys(_ database: ListConnection) throws {
    try database.cachedPrepared(Self.doubledKeysSQL).forEachRow(keys.first, keys.last) { row in
      guard let key = row.modelKey(2) else { return }
      throw StorageError.duplicateKey(
        key, ItemID(rawValue: keys.number(row.integer(0))),
        ItemID(rawValue: keys.number(row.integer(1))), in: "\(store.path), list \(name.inQuotes)")
    }
  }

  /// Reads the first two items with one key, and the key.
  static let doubledKeysSQL = """
    SELECT min(id), max(id), model_key FROM item
    WHERE id BETWEEN ? AND ? AND model_key IS NOT NULL
    GROUP BY model_key HAVING count(*) > 1 ORDER BY 1
    """
}
