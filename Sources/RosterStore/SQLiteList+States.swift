public import RosterCore
internal import GRDB

extension SQLiteList {
  /// The states of all scopes of items as they were at a revision, whoever has written since.
  ///
  /// - Throws: `corrupt` if the scope of a state is unreadable; `compacted` if the revision is no
  ///   longer kept.
  /// - Complexity: O(log *n*) for each item and for each of its states; for a revision before the
  ///   last also for each scope that the item ever had. It does not grow with the number of times
  ///   that a state was written.
  public func states(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    try store.read { database in
      guard try store.hasStates(database) else { return items.map { _ in [:] } }
      let isNewest = try revision >= storedRevision(database)
      let oldest = isNewest ? revision : try oldestRevision(database)
      guard revision >= oldest else { throw isCompacted(revision, oldest: oldest) }
      let reader = try StateReader(self, database, revision: revision, isNewest: isNewest)
      return try items.map { try reader.states(of: $0) }
    }
  }
}
