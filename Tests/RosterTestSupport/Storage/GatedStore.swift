import Foundation
package import RosterCore
package import RosterTestKit

/// A store whose commits of several lists stop at gates, and fail, where a test says so. Commits of one
/// list do what the storage of that list does.
///
///     let store = GatedStore(file)
///     let inbox = store.place(list)     // a list of `store`
///     store.fail(.after)                // the next joint commit throws, and is in the file
///
/// Unchecked because of its variables, which the lock guards.
package final class GatedStore: JointStorage, @unchecked Sendable {
  package typealias Moment = FaultyStorage.Moment

  private let store: any JointStorage
  private let lock = NSLock()
  private var gates: [(moment: Moment, gate: Gate)] = []
  private var faults: [(moment: Moment, error: StorageError)] = []

  package init(_ store: any JointStorage) { self.store = store }

  /// Returns a list of this store.
  package func place(_ list: any JournalStorage) -> any JournalStorage {
    PlacedStorage(storage: list, store: self)
  }

  /// Has the next joint commit stop.
  package func stop(_ moment: Moment = .before) -> Gate {
    let gate = Gate()
    lock.withLock { gates.append((moment, gate)) }
    return gate
  }

  /// Has the next joint commit fail, with its work undone or done.
  package func fail(
    _ moment: Moment = .before,
    with error: StorageError = StorageError(.failed, "a fault that a test has planned")
  ) {
    lock.withLock { faults.append((moment, error)) }
  }

  /// Forgets all faults that have not happened yet.
  package func heal() { lock.withLock { faults = [] } }

  package func commit(_ commits: [ListCommit]) throws(StorageError) {
    try pass(.before)
    try store.commit(commits)
    try pass(.after)
  }

  package func name(ofList number: Int) throws(StorageError) -> String? {
    try store.name(ofList: number)
  }

  package var identity: String { store.identity }

  private func pass(_ moment: Moment) throws(StorageError) {
    let (gate, fault) = lock.withLock {
      (
        gates.firstIndex { $0.moment == moment }.map { gates.remove(at: $0).gate },
        faults.firstIndex { $0.moment == moment }.map { faults.remove(at: $0).error }
      )
    }
    gate?.pass()
    if let fault { throw fault }
  }
}

/// A list that says that it is in another store.
private struct PlacedStorage: JournalForwarding, KeyForwarding {
  let storage: any ListStorage
  let store: GatedStore

  var address: ListAddress? {
    storage.address.map { ListAddress(store, number: $0.number, $0.list) }
  }
}
