package import RosterCore

/// A storage that fails when it is told to, before or after it has done its work.
///
/// A commit that fails after its work is one whose outcome the caller cannot know.
///
///     let storage = FaultyStorage(list)
///     storage.fail(.commit, .after)
///     try storage.commit(group)      // throws, and the group is in the list
package final class FaultyStorage: JournalForwarding, KeyForwarding, RewritableStorage {
  package typealias Call = FaultyStore.Call
  package typealias Moment = FaultyStore.Moment

  package let storage: any ListStorage
  private let plan: FaultPlan
  /// The store of the list, if its commits of several lists fail as well.
  private let store: FaultyStore?

  package init(_ storage: any ListStorage) {
    self.storage = storage
    plan = FaultPlan()
    store = nil
  }

  /// Makes a list of a store, which fails as the store does.
  init(_ storage: any ListStorage, of store: FaultyStore, _ plan: FaultPlan) {
    self.storage = storage
    self.plan = plan
    self.store = store
  }

  /// The calls so far, in order, also those that failed.
  package var calls: [Call] { plan.calls }

  /// Whether no fault is to come.
  package var isHealthy: Bool { plan.isHealthy }

  /// Plans a fault; see ``FaultyStore/fail(_:_:skipping:count:with:)``.
  package func fail(
    _ call: Call, _ moment: Moment = .before, skipping skipCount: Int = 0, count: Int = 1,
    with error: StorageError = FaultyStore.planned
  ) {
    plan.fail(call, moment, skipping: skipCount, count: count, with: error)
  }

  /// Forgets all faults that have not happened yet.
  package func heal() { plan.heal() }

  package var address: ListAddress? {
    storage.address.map { address in
      store.map { ListAddress($0, number: address.number, address.list) } ?? address
    }
  }

  package var access: StoredListAccess {
    // A list of its own is one that no data source of the process knows.
    guard store != nil else { return StoredListAccess(self, isShared: false) }
    let access = storage.access
    return StoredListAccess(self, isShared: access.isShared, identity: access.identity)
  }

  // MARK: Storage

  package func load() throws(StorageError) -> ListState {
    try plan.run(.load) { () throws(StorageError) in try storage.load() }
  }

  package func commit(_ group: CommitGroup) throws(StorageError) {
    try plan.run(.commit) { () throws(StorageError) in try storage.commit(group) }
  }

  package func models(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    try plan.run(.itemModels) { () throws(StorageError) in
      try storage.models(of: items, at: revision)
    }
  }

  package func models(
    of sections: [SectionID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    try plan.run(.sectionModels) { () throws(StorageError) in
      try storage.models(of: sections, at: revision)
    }
  }

  package func states(
    of trees: [TreeID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    try plan.run(.states) { () throws(StorageError) in try storage.states(of: trees, at: revision) }
  }

  package func journal(
    after revision: Revision, limit: Int
  ) throws(StorageError) -> [JournalEntry] {
    try plan.run(.journal) { () throws(StorageError) in
      try storage.journal(after: revision, limit: limit)
    }
  }

  package func rewriteModels(
    _ kind: RewrittenModels.Kind, after number: Int, limit: Int, _ isOld: (StoredValue) -> Bool,
    _ rewrite: (Int, StoredValue) throws(StorageError) -> StoredValue?
  ) throws(StorageError) -> RewrittenModels {
    try plan.run(.commit) { () throws(StorageError) in
      guard let storage = storage as? any RewritableStorage else {
        throw StorageError(.failed, "the models of the storage cannot be rewritten")
      }
      return try storage.rewriteModels(kind, after: number, limit: limit, isOld, rewrite)
    }
  }
}
