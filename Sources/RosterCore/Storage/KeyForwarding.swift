/// A storage in front of another one, to which it passes the calls for keys as well.
package protocol KeyForwarding: StorageForwarding, KeyedStorage {}

extension KeyForwarding {
  /// The storage behind this one, `nil` if it keeps no keys.
  private var keyedStorage: (any KeyedStorage)? { storage as? any KeyedStorage }

  package func keysRevision() throws(StorageError) -> Revision? {
    try keyedStorage?.keysRevision()
  }

  package func items(
    withKeys keys: [ModelKey], at revision: Revision
  ) throws(StorageError) -> [KeyedItem?]? {
    try keyedStorage?.items(withKeys: keys, at: revision)
  }

  package func keys(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [ModelKey?] {
    try keyedStorage?.keys(of: items, at: revision) ?? items.map { _ in nil }
  }

  package func addKeys(
    _ key: (ItemID, StoredValue) throws(StorageError) -> ModelKey
  ) throws(StorageError) {
    guard let keyedStorage else { throw StorageError(.failed, "the storage keeps no keys") }
    try keyedStorage.addKeys(key)
  }

  package func removeUnusedKeys() throws(StorageError) { try keyedStorage?.removeUnusedKeys() }
}
