/// A storage that keeps the keys of items and finds the items by them.
package protocol KeyedStorage: ListStorage {
  /// Returns the revision from which on all items have keys; `nil` if the list has none.
  func keysRevision() throws(StorageError) -> Revision?

  /// Returns the items that had some keys at a revision, in the order of the keys; `nil` for a key that no
  /// item had.
  ///
  /// - Returns: `nil` if the list had no keys at the revision.
  func items(
    withKeys keys: [ModelKey], at revision: Revision
  ) throws(StorageError) -> [KeyedItem?]?

  /// Returns the keys that items had at a revision, in the order of the items; `nil` for an item that is not
  /// known to have had one.
  func keys(of items: [ItemID], at revision: Revision) throws(StorageError) -> [ModelKey?]

  /// Gives a list without keys a key for each of its items, in one transaction. Does nothing if the list
  /// has keys, or may not be written.
  ///
  /// - Parameter key: Returns the key of an item by its model.
  /// - Throws: `duplicateKey` if two items have one key; `corrupt` if the list is damaged; what `key`
  ///   throws. The list is then as it was.
  func addKeys(_ key: (ItemID, StoredValue) throws(StorageError) -> ModelKey) throws(StorageError)

  /// Takes its keys from a list again if no item has had one: the list is without items, and has had no revision since it
  /// was given the keys. Otherwise, and if the list may not be written, does nothing.
  func removeUnusedKeys() throws(StorageError)
}

/// An item that was found by its key.
package struct KeyedItem: Hashable, Sendable {
  /// The identity of the item.
  package var id: ItemID
  /// Its model at the revision for which it was found.
  package var model: StoredValue

  /// Makes an item of its parts.
  package init(id: ItemID, model: StoredValue) {
    self.id = id
    self.model = model
  }
}

extension StorageError {
  /// The error for a commit that does not say the keys of its models, of a list that has keys.
  package static let keyRequired = StorageError(
    .keyRequired,
    "the items of the list have keys, which this data source does not know; open it with `key`")

  /// The error for a key of a list that has none.
  package static let withoutKeys = StorageError(
    .keyRequired,
    "the items of the list have no keys; name an item by its identity or its place, or open the list with `key`, "
      + "which gives each item one")

  /// The error for a list that cannot be given keys.
  ///
  /// - Parameter place: The list.
  package static func duplicateKey(
    _ key: ModelKey, _ first: ItemID, _ second: ItemID, in place: String
  ) -> StorageError {
    StorageError(
      .duplicateKey,
      "\(place): \(first) and \(second) both have the key \(key), so the list was given none; "
        + "open it without `key` and change one of them, or name another key")
  }
}
