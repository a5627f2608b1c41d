package import RosterCore

extension ListDataSource {
  /// Opens a stored list of models of which some may have no key: `key` throws then.
  ///
  /// - Parameter key: As in ``init(storage:codec:sectionCodec:key:configuration:)``. What it throws fails the
  ///   change that writes the model.
  package convenience init(
    storage list: any StoredList, codec: any ModelCodec<Model>,
    sectionCodec: any ModelCodec<SectionModel>,
    failableKey key: (@Sendable (Model) throws(StorageError) -> any ModelKeyConvertible)?,
    configuration: DataSourceConfiguration? = nil
  ) throws(StorageError) where Output == Never {
    try self.init(list.access, codec, sectionCodec, key, configuration) { _, _, _ in nil }
  }

  /// Whether the data source was opened with `key`, so that no two items have the same one.
  package var hasKeys: Bool { reader.models.keys.isKnown }

  /// Returns why the list takes no item with a model, because of the key of the model alone; `nil` if it does.
  package func keyFailure(of model: Model) -> StorageError? {
    guard hasKeys else { return nil }
    do throws(StorageError) {
      _ = try reader.models.keys.key(of: model).verified()
      return nil
    } catch {
      return error
    }
  }
}

extension ListSnapshot {
  /// An item to which `key` gives another key than the list.
  package struct ForeignKey: Sendable {
    /// The item with its model.
    package let item: Item
    /// The key that the list has; `nil` if it has none.
    package let stored: ModelKey?
  }

  /// Returns the first item to which `key` gives another key than the list has: the list was given the keys of
  /// another `key`.
  ///
  /// - Returns: `nil` if each item has its key.
  /// - Complexity: O(*n* log *n*) for *n* items; all models are read.
  package func firstForeignKey() throws(StorageError) -> ForeignKey? {
    let chunkCount = 1_000
    for section in 0..<sectionCount {
      for start in stride(from: 0, to: itemCount(inSection: section), by: chunkCount) {
        let items = try items(inSection: section, start..<start + chunkCount)
        let stored = try models.keys.storedKeys(of: items.map(\.id), at: revision)
        for (item, key) in zip(items, stored) where models.keys.knownKey(of: item.model) != key {
          return ForeignKey(item: item, stored: key)
        }
      }
    }
    return nil
  }
}
