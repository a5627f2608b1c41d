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
      let reader = try stateReader(.items, at: revision, database)
      return try items.map { try reader.states(of: $0.rawValue) }
    }
  }

  /// The states of all scopes of headers and footers as they were at a revision, whoever has written
  /// since.
  ///
  /// - Throws: `corrupt` if the scope of a state is unreadable; `compacted` if the revision is no
  ///   longer kept.
  /// - Complexity: As for items.
  public func states(
    of supplements: [SupplementID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    try store.read { database in
      guard try store.hasSupplementStates(database) else { return supplements.map { _ in [:] } }
      let headers = try stateReader(.headers, at: revision, database)
      let footers = try stateReader(.footers, at: revision, database)
      return try supplements.map {
        try ($0.kind == .header ? headers : footers).states(of: $0.section.rawValue)
      }
    }
  }

  private func stateReader(
    _ table: StateTable, at revision: Revision, _ database: Database
  ) throws -> StateReader {
    let isNewest = try revision >= storedRevision(database)
    let oldest = isNewest ? revision : try oldestRevision(database)
    guard revision >= oldest else { throw isCompacted(revision, oldest: oldest) }
    return try StateReader(table, of: self, database, revision: revision, isNewest: isNewest)
  }
}
