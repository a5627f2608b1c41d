public import RosterCore
internal import RosterRows

extension SQLiteList: JournalStorage {
  /// Returns the revisions that undo and redo in a scope would revert at a revision, according to the
  /// journal.
  ///
  /// - Throws: `corrupt`.
  /// - Complexity: O(*g* log *n*) for a group of *g* revisions.
  package func steps(
    at revision: Revision, in scope: UndoScope
  ) throws(StorageError) -> JournalSteps {
    if scope == .none { return JournalSteps() }
    return try store.read { database in
      guard try store.format(database).hasSteps else { return JournalSteps() }
      return try StepReader(self, database).steps(at: revision, in: scope)
    }
  }

  /// Returns the oldest revision that can be read: the one before the first revision of the
  /// journal.
  ///
  /// - Complexity: O(log *n*).
  public func oldestRevision() throws(StorageError) -> Revision {
    try store.read { try oldestRevision($0) }
  }
}
