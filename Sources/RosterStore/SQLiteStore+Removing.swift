internal import RosterConcurrency
package import RosterCore
internal import RosterRows

extension SQLiteStore {
  package func removeLists(_ lists: [Int]) throws(StorageError) {
    try write { database, statements in
      for list in lists {
        let keys = RowKey(list: list)
        for matching in WordMatching.allCases {
          try SearchIndex(matching, keys, database, of: self).forget(statements)
        }
        try Self.removeRows(of: keys, database)
        if names == .prefixed { try NotedTable.remove(ofList: list, in: database.database) }
        try Self.removeRow(of: list, database)
      }
      try database.notifyChanges(of: "list")
    }
    indexedLists.withLock { $0.subtract(lists) }
  }

  /// Removes the rows that belong to a list.
  static func removeRows(of keys: RowKey, _ database: ListConnection) throws {
    for table in CopiedTable.all.reversed() {
      let range = table.range(of: keys)
      try database.cachedPrepared(
        "DELETE FROM \(table.name) WHERE \(table.columns[0].name) BETWEEN ? AND ?"
      ).run(range.lowerBound, range.upperBound)
    }
  }

  /// Removes the row of a list, or keeps it for the number, if that is the last one.
  private static func removeRow(of list: Int, _ database: ListConnection) throws {
    let last = try database.integer("SELECT max(id) FROM list") ?? 0
    var count = 0
    func delete(_ condition: String, _ number: Int) throws {
      try database.cachedPrepared("DELETE FROM list WHERE \(condition)").run(number)
      count += database.database.changesCount
    }
    try delete("NOT (\(RemovedList.sqlIsThere)) AND id < ?", last)
    if list == last {
      try database.cachedPrepared("UPDATE list SET name = ?, keys_from = NULL WHERE id = ?")
        .run(RemovedList.name, list)
      try ListSeal().write(ofList: list, named: RemovedList.name, database)
    } else {
      try delete("id = ?", list)
    }
    try database.cachedPrepared("UPDATE file SET list_count = list_count - ?").run(count)
  }
}
