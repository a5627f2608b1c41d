package import RosterCore
internal import RosterRows

extension SQLiteList: RewritableStorage {
  package func rewriteModels(
    _ kind: RewrittenModels.Kind, after number: Int, limit: Int, _ isOld: (StoredValue) -> Bool,
    _ rewrite: (StoredValue) throws(StorageError) -> StoredValue
  ) throws(StorageError) -> RewrittenModels {
    try store.write { database, _ in
      // A list that is gone has no seal.
      _ = try storedRevision(database)
      let table = ValueTable(kind)
      var seal = try ListSeal(self, database)
      var (models, old) = (RewrittenModels(), [(key: Int, model: StoredValue)]())
      var count = 0
      try database.cachedPrepared(
        "SELECT \(table.columns()) FROM \(table.name) WHERE \(table.key) > ? AND \(table.key) <= ? "
          + "ORDER BY \(table.key) LIMIT ?"
      ).forEachRow(keys.key(number), keys.last, limit) { row in
        count += 1
        models.last = keys.number(row.integer(0))
        guard isOld(row.value(6)) else { return }
        if row.integer(3) > seal.oldest {
          models.remainingCount += 1
        } else {
          // If the row was altered, the digest of all does not become that of the new rows.
          seal.base.remove(row, of: table)
          old.append((key: row.integer(0), model: row.value(6)))
        }
      }
      if count < limit { models.last = nil }
      if old.isEmpty { return models }
      let update = try database.cachedPrepared(
        "UPDATE \(table.name) SET \(table.value) = ? WHERE \(table.key) = ? RETURNING \(table.columns())"
      )
      for (key, model) in old {
        try update.forEachRow(try rewrite(model), key) { seal.base.add($0, of: table) }
      }
      models.rewrittenCount = old.count
      try seal.write(ofList: keys.list, named: name, database)
      return models
    }
  }
}
