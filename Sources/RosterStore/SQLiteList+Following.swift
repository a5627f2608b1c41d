package import RosterCore
internal import GRDB
internal import RosterRows

extension SQLiteList {
  /// Reads the list as it is now, with all its pages, in one transaction.
  ///
  /// Another process commits without waiting until this one has read the pages that it changes. So
  /// a list that follows other processes keeps all pages in memory, at some 12 bytes for each item.
  ///
  /// - Complexity: O(*n*).
  package func loadWhole() throws(StorageError) -> ListState {
    let (directory, leaves) = try store.read { database in
      let directory = try readDirectory(database)
      var leaves: [LeafID: ContiguousArray<ItemID>] = [:]
      try database.cachedPrepared("SELECT id, items FROM leaf WHERE id BETWEEN ? AND ?")
        .forEachRow(keys.first, keys.last) { row in
          guard let leaf = keys.leaf(row.integer(0)),
            let items = LeafItemsCoding.decode(row.bytes(1)),
            items.allSatisfy({ $0.rawValue < directory.nextIdentifiers.item })
          else { throw DamagedRow("leaf", row.integer(0)) }
          leaves[leaf] = items
        }
      return (directory, leaves)
    }
    let pages = StoredListPages(self, revision: directory.revision, leaves: leaves)
    do throws(StorageError) {
      return try ListState(directory, pages: pages)
    } catch {
      throw StorageError(error.code, "\(store.path), list \"\(name)\": \(error.message)")
    }
  }

  /// The revision of the list in the file.
  ///
  /// - Complexity: O(log *n*).
  package func storedRevision() throws(StorageError) -> Revision {
    try store.read { try storedRevision($0) }
  }

  /// Returns the numbers that the list gave next after a revision.
  ///
  /// - Throws: `compacted` or `stale` if the journal does not have the revision.
  package func nextIdentifiers(
    after revision: Revision
  ) throws(StorageError) -> NextIdentifiers {
    try store.read { database in
      var next: NextIdentifiers?
      try database.cachedPrepared(
        "SELECT next_item, next_section, next_leaf FROM journal WHERE id = ?"
      ).forEachRow(keys.key(revision)) {
        next = NextIdentifiers($0, from: 0)
      }
      if let next, !next.isPossible { throw DamagedRow("journal", keys.key(revision)) }
      if let next { return next }
      let oldest = try oldestRevision(database)
      if revision <= oldest { throw isCompacted(revision, oldest: oldest) }
      throw isStale(at: try storedRevision(database))
    }
  }

  /// Calls `handler` soon after any process has written the file. It may also call it without a
  /// write.
  package func watch(_ handler: @escaping @Sendable () -> Void) -> any StorageWatch {
    FileWatch(path: DatabasePath(path: store.path).log, handler)
  }
}
