public import RosterCore

extension ListSnapshot {
  /// Returns the item whose model has a key; `nil` without one.
  ///
  ///     let messages = try ListDataSource<Message, Day, Never>(.file(path, list: "inbox"), key: \.id)
  ///     if let item = try messages.snapshot.item(key: "m-17") { print(item.path, item.model) }
  ///
  /// A list has keys once a data source was opened with `key`. Then each commit keeps them up and refuses
  /// two items with one key, and no data source that was opened without `key` may insert or update items.
  /// A list that had items before is given their keys when it is opened so for the first time.
  ///
  /// - Parameter key: A text, an integer, or another value that stands for one.
  /// - Throws: `keyRequired` if the list has no keys and the data source was opened without `key`; `failed`
  ///   if the list was given the keys of another `key`; any other `StorageError` of reading.
  /// - Complexity: O(log *n*), and one row if the model is not cached. At a revision before the list got its
  ///   keys, and in a file that may only be read and has none, up to *n* models are read.
  public func item(
    key: some ModelKeyConvertible
  ) throws(StorageError) -> Item? {
    let key = key.modelKey
    let stored = try models.keys.storedItems(withKeys: [key], in: state)
    let found = if let stored { stored[0]?.id } else { try itemID(withKey: key) }
    guard let id = found else { return nil }
    let model = try models.model(of: id, stored?[0]?.model, at: revision)
    guard let path = try state.path(of: id) else {
      throw StorageError(.corrupt, "\(id) has the key \(key) at revision \(revision), and is gone")
    }
    guard models.keys.knownKey(of: model).map({ $0 == key }) ?? true else {
      throw StorageError(
        .failed,
        "\(id) was given the key \(key), which its model does not have: the list was opened with "
          + "another `key` before")
    }
    return Item(path: path, id: id, model: model)
  }

  /// Returns the identity of the item whose model has a key; `nil` without one.
  func itemID(withKey key: ModelKey) throws(StorageError) -> ItemID? {
    if let items = try models.keys.items(withKeys: [key], in: state) { return items[0] }
    // Also of a list without items, which has no key to read.
    let keyOfModel = try models.keys.requiredKey()
    var failure: StorageError?
    let found = try firstItem { model in
      do throws(StorageError) {
        return try keyOfModel(model).modelKey == key
      } catch {
        failure = error
        return true
      }
    }
    if let failure { throw failure }
    return found?.id
  }
}
