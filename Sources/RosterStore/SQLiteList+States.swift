public import RosterCore
internal import GRDB

extension SQLiteList {
  /// Returns the states of all scopes of items as they were at a revision, also after later
  /// commits.
  ///
  /// - Throws: `corrupt` if the scope of a state is unreadable; `compacted` if the revision is no
  ///   longer kept.
  /// - Complexity: O(log *n*) for each item and for each of its states. For a revision before the
  ///   last one, also for each scope that the item ever had. The number of times that a state was
  ///   written does not matter.
  public func states(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    try store.read { database in
      guard try store.hasStates(database) else { return items.map { _ in [:] } }
      let isNewest = try isNewest(revision, database)
      let reader = try StateReader(
        .items, of: self, database, revision: revision, isNewest: isNewest)
      return try items.map { try reader.states(of: $0.rawValue) }
    }
  }

  /// Returns the states of all scopes of headers and footers as they were at a revision, also after
  /// later commits.
  ///
  /// - Throws: `corrupt` if the scope of a state is unreadable; `compacted` if the revision is no
  ///   longer kept.
  /// - Complexity: As for items.
  public func states(
    of supplements: [SupplementID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    try store.read { database in
      guard try store.hasSupplementStates(database) else { return supplements.map { _ in [:] } }
      let isNewest = try isNewest(revision, database)
      let headers = try StateReader(
        .headers, of: self, database, revision: revision, isNewest: isNewest)
      let footers = try StateReader(
        .footers, of: self, database, revision: revision, isNewest: isNewest)
      return try supplements.map {
        try ($0.kind == .header ? headers : footers).states(of: $0.section.rawValue)
      }
    }
  }

  /// Returns whether no later revision exists.
  ///
  /// - Throws: `compacted` if it is no longer kept.
  private func isNewest(_ revision: Revision, _ database: Database) throws -> Bool {
    if try revision >= storedRevision(database) { return true }
    let oldest = try oldestRevision(database)
    guard revision >= oldest else { throw isCompacted(revision, oldest: oldest) }
    return false
  }
}
