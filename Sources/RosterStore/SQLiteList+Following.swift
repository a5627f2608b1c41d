package import RosterCore
internal import GRDB
internal import RosterRows

extension SQLiteList {
  /// The revision of the list in the file.
  ///
  /// - Throws: `replaced` also if only the log was: commits of others are no longer seen then.
  /// - Complexity: O(log *n*).
  package func storedRevision() throws(StorageError) -> Revision {
    try store.read(verifiesLog: true) { try storedRevision($0) }
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
    store.watch(handler)
  }
}
