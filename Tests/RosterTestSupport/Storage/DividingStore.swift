package import RosterCore

/// A store that commits each of several lists in a transaction of its own, which the attacks must find.
package final class DividingStore: JointStorage {
  private let store: any JointStorage

  package init(_ store: any JointStorage) { self.store = store }

  package func commit(_ commits: [ListCommit]) throws(StorageError) {
    for commit in commits { try store.commit([commit]) }
  }

  package func name(ofList number: Int) throws(StorageError) -> String? {
    try store.name(ofList: number)
  }

  package func storedList(
    named name: String, create: Bool
  ) throws(StorageError) -> (any StoredList)? {
    try store.storedList(named: name, create: create)
      .map { DividedStorage(storage: $0.access.storage, store: self) }
  }

  package var identity: String { store.identity }
}

/// A list that says that it is in such a store.
private struct DividedStorage: JournalForwarding, KeyForwarding, StoredList {
  let storage: any ListStorage
  let store: DividingStore

  var address: ListAddress? {
    storage.address.map { ListAddress(store, number: $0.number, $0.list) }
  }

  var access: StoredListAccess {
    let access = storage.access
    return StoredListAccess(self, isShared: access.isShared, identity: access.identity)
  }
}
