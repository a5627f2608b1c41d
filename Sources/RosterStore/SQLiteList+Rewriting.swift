package import RosterCore
internal import RosterRows

extension SQLiteList: RewritableStorage {
  package func rewriteModels(
    _ kind: RewrittenModels.Kind, after number: Int, limit: Int, _ isOld: (StoredValue) -> Bool,
    _ rewrite: (Int, StoredValue) throws(StorageError) -> StoredValue?
  ) throws(StorageError) -> RewrittenModels {
    try store.write { database, _ in
      // A list that is gone has no seal.
      _ = try storedRevision(database)
      let table = ValueTable(kind)
      var rewriting = ModelRewriting(
        table, keys, try ListSeal(self, database), limit: limit)
      try database.cachedPrepared(
        "SELECT \(table.columns()) FROM \(table.name) WHERE \(table.key) > ? AND \(table.key) <= ? "
          + "ORDER BY \(table.key) LIMIT ?"
      ).forEachRow(keys.key(number), keys.last, limit) {
        try rewriting.look(at: $0, isOld, rewrite)
      }
      if rewriting.isAtEnd {
        try database.cachedPrepared(
          "SELECT \(table.value) FROM \(table.history) WHERE \(table.owner) BETWEEN ? AND ?"
        ).forEachRow(keys.first, keys.last) { rewriting.count(beforeImage: $0.value(0), isOld) }
      }
      if rewriting.new.isEmpty { return rewriting.models }
      let update = try database.cachedPrepared(
        "UPDATE \(table.name) SET \(table.value) = ? WHERE \(table.key) = ? "
          + "RETURNING \(table.columns())")
      for (key, model) in rewriting.new {
        try update.forEachRow(model, key) { rewriting.take($0) }
      }
      try rewriting.seal.write(ofList: keys.list, named: name, database)
      try database.notifyChanges(of: "list")
      return rewriting.models
    }
  }
}
