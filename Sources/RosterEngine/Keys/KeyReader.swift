internal import RosterConcurrency
internal import RosterCore

/// Finds items by the keys of their models, and verifies that no two items get the same one.
package final class KeyReader<Model: Sendable>: Sendable {
  typealias Key = @Sendable (Model) throws(StorageError) -> any ModelKeyConvertible

  private let storage: (any KeyedStorage)?
  /// Returns the key of a model; `nil` if the data source was opened without.
  private let key: Key?
  /// Whether models are not written without their keys.
  private let isRequired: Bool
  private let planned = Guarded(PlannedKeys())

  /// Gives the list keys if it has none yet.
  ///
  /// - Throws: `failed` if the storage keeps no keys; what it throws otherwise.
  init(
    _ storage: any ListStorage, _ codec: any ModelCodec<Model>, _ key: Key?
  ) throws(StorageError) {
    let keyed = storage as? any KeyedStorage
    self.storage = keyed
    self.key = key
    guard let key else {
      isRequired = try keyed?.keysRevision() != nil
      return
    }
    isRequired = true
    guard let keyed else {
      throw StorageError(.failed, "the storage of this list keeps no keys; open it without `key`")
    }
    guard try keyed.keysRevision() == nil else { return }
    try keyed.addKeys { (item, value) throws(StorageError) in
      try key(codec.decode(value, of: item)).modelKey.verified()
    }
  }

  /// Returns the key of a model.
  ///
  /// - Throws: `keyRequired` if the data source was opened without `key`; `unencodable` if the model has none.
  func key(of model: Model) throws(StorageError) -> ModelKey {
    try requiredKey()(model).modelKey
  }

  /// Returns what makes the key of a model.
  ///
  /// - Throws: `keyRequired` if the data source was opened without `key`.
  func requiredKey() throws(StorageError) -> Key {
    guard let key else { throw isRequired ? .keyRequired : .withoutKeys }
    return key
  }

  /// Returns the key of a model; `nil` if the data source was opened without `key`, or the model has none.
  func knownKey(of model: Model) -> ModelKey? { try? key?(model).modelKey }

  /// Whether the data source was opened with `key`.
  var isKnown: Bool { key != nil }

  // MARK: Finding

  /// Returns the items with some keys in a list, in the order of the keys; `nil` for a key that no item
  /// has.
  ///
  /// - Returns: `nil` if the list had no keys at that revision.
  func items(
    withKeys keys: [ModelKey], in state: ListState
  ) throws(StorageError) -> [ItemID?]? {
    let planned = planned.withLock { $0 }
    guard
      let stored = try storage?.items(
        withKeys: keys, at: planned.committedRevision(for: state.revision))
    else { return nil }
    return zip(keys, stored).map { planned.item(withKey: $0, $1?.id, at: state.revision) }
  }

  /// Returns the keys that storage has for items at a revision; `nil` for an item without one.
  func storedKeys(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [ModelKey?] {
    try storage?.keys(of: items, at: revision) ?? items.map { _ in nil }
  }

  /// Returns the keys of models that come back as they were at a revision, so that a data source that was
  /// opened without `key` can undo.
  ///
  /// - Returns: `nil` if the data source knows the keys, or storage does not have them all.
  func storedKeys(
    of identities: ChangeIdentities, at revision: Revision
  ) throws(StorageError) -> ItemKeys? {
    guard key == nil, isRequired else { return nil }
    let keys = ItemKeys(
      updatedItems: try storedKeys(of: identities.updatedItems, at: revision).compactMap(\.self),
      insertedItems: try storedKeys(of: identities.insertedItems, at: revision).compactMap(\.self))
    let isComplete =
      keys.updatedItems.count == identities.updatedItems.count
      && keys.insertedItems.count == identities.insertedItems.count
    return isComplete ? keys : nil
  }

  /// Returns those of the items that a change updates or inserts which cannot get their former keys back, since other items
  /// have them and keep them:
  ///
  ///     revision 2   the item 1 has the key "a", and the item 2 "b"
  ///     revision 3   1 gets "c", and 2 gets "a"
  ///     revision 4   others insert the item 3 with the key "b"
  ///     undo of 3    2 keeps "a", since 3 has "b"; so 1 keeps "c"
  ///
  /// - Parameters:
  ///   - identities: What the change does in the list, if that still has it.
  ///   - state: The list before the change.
  ///   - formerKeys: Returns the keys that items had; `nil` for an unknown one.
  /// - Complexity: O(*k* log *n*) for *k* items, times the length of the longest such row.
  func itemsWithTakenKeys(
    among identities: ChangeIdentities, in state: ListState,
    formerKeys: ([ItemID]) throws(StorageError) -> [ModelKey?]
  ) throws(StorageError) -> Set<ItemID> {
    guard isRequired else { return [] }
    var written: [ItemID] = []
    for item in identities.updatedItems where try state.contains(item) { written.append(item) }
    for item in identities.insertedItems where try !state.contains(item) { written.append(item) }
    if written.isEmpty { return [] }
    let former = zip(written, try formerKeys(written))
      .compactMap { item, key in key.map { (item: item, key: $0) } }
    let holders = try items(withKeys: former.map(\.key), in: state) ?? []
    // Those whose keys are free after the change.
    var giving = Set(identities.removedItems.map(\.id)).union(former.map(\.item))
    var taken: Set<ItemID> = []
    var isComplete = false
    while !isComplete {
      isComplete = true
      for (former, holder) in zip(former, holders) {
        guard let holder, holder != former.item, !giving.contains(holder),
          taken.insert(former.item).inserted
        else { continue }
        giving.remove(former.item)
        isComplete = false
      }
    }
    return taken
  }

  /// Returns the items with some keys in a committed list, with their stored models, in the order of the
  /// keys; `nil` for a key that no item has.
  ///
  /// - Returns: `nil` if the list had no keys at that revision, or is not committed.
  func storedItems(
    withKeys keys: [ModelKey], in state: ListState
  ) throws(StorageError) -> [KeyedItem?]? {
    guard planned.withLock({ $0.committedRevision(for: state.revision) }) == state.revision else {
      return nil
    }
    return try storage?.items(withKeys: keys, at: state.revision)
  }

  // MARK: Writing

  /// Returns the keys of the models that a change writes.
  ///
  /// - Parameter restored: The keys, if the models come back with them.
  /// - Returns: `nil` if the list has no keys.
  /// - Throws: `duplicateKey` if two items of the list after the change would have one key; `storage` with
  ///   `keyRequired` if the data source does not know the keys, and with `unencodable` if one is too long.
  /// - Complexity: O(*k* log *n*) for *k* models.
  func keys<SectionModel>(
    of changeset: Changeset<Model, SectionModel>, _ applied: ListChange,
    restored: ItemKeys? = nil
  ) throws(DataSourceError) -> ItemKeys? {
    let outline = changeset.outline
    let writesItems = !outline.updatedItems.isEmpty || !outline.insertedItems.isEmpty
    guard isRequired, writesItems else { return key == nil ? nil : ItemKeys() }
    let keys: ItemKeys
    let duplicate: DataSourceError.DuplicateKey?
    do throws(StorageError) {
      keys =
        if let restored { restored } else {
          try self.keys(
            changeset.updatedModels, changeset.insertedModels, of: applied.identities)
        }
      duplicate = try self.duplicate(in: keys, applied)
    } catch {
      throw .storage(error)
    }
    if let duplicate { throw .duplicateKey(duplicate) }
    return keys
  }

  /// Returns the keys of updated and of inserted models.
  ///
  /// The model of an item that is also removed needs no key: the removal wins, and the update has no effect.
  ///
  /// - Parameter identities: The items that have the models.
  func keys(
    _ updated: [Model], _ inserted: [Model], of identities: ChangeIdentities
  ) throws(StorageError) -> ItemKeys {
    var keys = ItemKeys()
    let removed = updated.isEmpty ? [] : Set(identities.removedItems.map(\.id))
    for (model, item) in zip(updated, identities.updatedItems) {
      let isWritten = !removed.contains(item)
      keys.updatedItems.append(isWritten ? try key(of: model).verified() : ItemKeys.unwritten)
    }
    for model in inserted { keys.insertedItems.append(try key(of: model).verified()) }
    return keys
  }

  private func duplicate(
    in keys: ItemKeys, _ applied: ListChange
  ) throws(StorageError) -> DataSourceError.DuplicateKey? {
    let written = WrittenKeys(keys, applied.identities)
    func duplicate(
      _ key: ModelKey, _ first: ItemID, _ second: ItemID
    ) throws(StorageError) -> DataSourceError.DuplicateKey {
      DataSourceError.DuplicateKey(
        key: key, first: first, second: second, firstPath: try applied.target.path(of: first),
        secondPath: try applied.target.path(of: second))
    }
    if let (key, first, second) = written.doubled { return try duplicate(key, first, second) }
    let items = try items(withKeys: written.order, in: applied.source) ?? []
    for (key, item) in zip(written.order, items) {
      guard let item, !written.touched.contains(item), let new = written.items[key] else {
        continue
      }
      return try duplicate(key, item, new)
    }
    return nil
  }

  /// Notes what a planned change writes, so that those that are planned on top of it see it.
  func plan(_ applied: ListChange, _ keys: ItemKeys?) {
    guard let keys else { return }
    let written = WrittenKeys(keys, applied.identities)
    planned.withLock { $0.append(written, at: applied.target.revision) }
  }

  /// Forgets changes that have failed.
  func discard(from revision: Revision) { planned.withLock { $0.discard(from: revision) } }

  /// Forgets changes that storage holds.
  func publish(at revision: Revision) { planned.withLock { $0.publish(at: revision) } }
}
