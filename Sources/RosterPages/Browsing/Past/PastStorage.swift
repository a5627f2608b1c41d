package import RosterCore

/// A list as it was at an earlier revision, as a storage of its own: with the models and states of
/// then, and without a future.
///
///     let list = try ComponentList(storage: PastStorage(of: file, as: snapshot.state), …)
///
/// A data source that opens it builds and lays out the rows of that revision as it does those of
/// today, and no others.
package struct PastStorage: StorageForwarding {
  package let storage: any ListStorage
  private let state: ListState

  /// Makes the storage of a list at the revision of a state, which is one of this list.
  package init(of storage: any ListStorage, as state: ListState) {
    self.storage = storage
    self.state = state
  }

  package var address: ListAddress? { nil }

  package func load() throws(StorageError) -> ListState { state }

  package func commit(_ group: CommitGroup) throws(StorageError) {
    throw StorageError(.readOnly, "a list at an earlier revision cannot be changed")
  }

  package func journal(
    after revision: Revision, limit: Int
  ) throws(StorageError) -> [JournalEntry] {
    revision < state.revision ? try storage.journal(after: revision, limit: limit) : []
  }
}
