/// A storage in front of another one, to which it passes what it does not do itself.
package protocol StorageForwarding: ListStorage {
  /// The storage behind this one.
  var storage: any ListStorage { get }
}

extension StorageForwarding {
  package var address: ListAddress? { storage.address }

  package func load() throws(StorageError) -> ListState { try storage.load() }

  package func commit(_ group: CommitGroup) throws(StorageError) { try storage.commit(group) }

  package func prepared(_ group: CommitGroup) throws(StorageError) -> CommitGroup? {
    try storage.prepared(group)
  }

  package func didCommit(_ group: CommitGroup) { storage.didCommit(group) }

  package func models(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] { try storage.models(of: items, at: revision) }

  package func models(
    of sections: [SectionID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] { try storage.models(of: sections, at: revision) }

  package func states(
    of trees: [TreeID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    try storage.states(of: trees, at: revision)
  }

  package func journal(
    after revision: Revision, limit: Int
  ) throws(StorageError) -> [JournalEntry] {
    try storage.journal(after: revision, limit: limit)
  }
}
