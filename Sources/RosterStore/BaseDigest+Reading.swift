internal import RosterCore
internal import RosterRows

extension BaseDigest {
  /// Reads all rows of a list that were written up to a revision.
  ///
  /// - Parameter hasKeys: Whether the format has keys of models.
  /// - Complexity: O(*n*) for all rows with models and states of the list.
  init(
    _ keys: RowKey, _ database: ListConnection, upTo revision: Revision, hasKeys: Bool = true
  ) throws {
    var sum = BaseDigest()
    for table in ValueTable.allCases {
      for (name, key, columns) in [
        (table.name, table.key, table.columns(hasKeys: hasKeys)),
        (table.history, table.owner, table.historyColumns(hasKeys: hasKeys)),
      ] {
        try database.cachedPrepared(
          "SELECT \(columns) FROM \(name) WHERE \(key) BETWEEN ? AND ? AND version <= ?"
        ).forEachRow(keys.first, keys.last, revision) { sum.add($0, of: table) }
      }
    }
    self = sum
  }
}
