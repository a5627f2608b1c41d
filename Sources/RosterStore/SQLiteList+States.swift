public import RosterCore
internal import GRDB

extension SQLiteList {
  /// Returns the states of all scopes of items, headers and footers as they were at a revision, also
  /// after later commits.
  ///
  /// - Throws: `corrupt` if the scope of a state is unreadable; `compacted` if the revision is no
  ///   longer kept.
  /// - Complexity: O(log *n*) for each tree and for each of its states. For a revision before the
  ///   last one, also for each scope that the tree ever had. The number of times that a state was
  ///   written does not matter.
  public func states(
    of trees: [TreeID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    if trees.isEmpty { return [] }
    return try store.read { database in
      guard try store.hasStates(database) else { return trees.map { _ in [:] } }
      let hasSupplements = try store.hasSupplementStates(database)
      let isNewest = try isNewest(revision, database)
      var readers: [StateTable: StateReader] = [:]
      return try trees.map { tree in
        let table = StateTable(tree)
        guard table == .items || hasSupplements else { return [:] }
        let reader =
          try readers[table]
          ?? StateReader(table, of: self, database, revision: revision, isNewest: isNewest)
        readers[table] = reader
        return try reader.states(of: tree.number)
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
