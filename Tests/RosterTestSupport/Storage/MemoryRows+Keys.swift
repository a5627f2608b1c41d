internal import RosterCore
internal import RosterRows

/// The keys of items, found by looking at all of them.
extension MemoryRows {
  mutating func writeKeys(_ change: StoredChange) {
    let identities = change.entry.record.identities
    let revision = change.entry.revision
    let removal = TreeRemoval(identities)
    for item in removal.items { itemKeys[item]?.write(nil, at: revision) }
    guard let keys = change.keys else { return }
    for (item, key) in zip(identities.updatedItems, keys.updatedItems)
    where !removal.items.contains(item) { itemKeys[item]?.write(key, at: revision) }
    for (item, key) in zip(identities.insertedItems, keys.insertedItems) {
      itemKeys[item, default: ValueHistory()].write(key, at: revision)
    }
  }

  func items(
    withKeys keys: [ModelKey], at revision: Revision
  ) throws(StorageError) -> [KeyedItem?]? {
    guard let first = keysRevision, revision >= first else { return nil }
    let items = keys.map { key -> KeyedItem? in
      guard let id = itemKeys.filter({ $0.value.value(at: revision) == key }).keys.min(),
        let model = self.items[id]?.value(at: revision)
      else { return nil }
      return KeyedItem(id: id, model: model)
    }
    if items.contains(where: { $0 == nil }) { try requireKept(revision) }
    return items
  }

  func keys(of items: [ItemID], at revision: Revision) -> [ModelKey?] {
    items.map { itemKeys[$0]?.value(at: revision) }
  }

  mutating func addKeys(
    _ key: (ItemID, StoredValue) throws(StorageError) -> ModelKey
  ) throws(StorageError) {
    guard keysRevision == nil else { return }
    var owners: [ModelKey: ItemID] = [:]
    for (item, history) in items.sorted(by: { $0.key < $1.key }) {
      guard let model = history.current else { continue }
      let key = try key(item, model)
      if let other = owners.updateValue(item, forKey: key) {
        throw .duplicateKey(key, other, item, in: "a list in memory")
      }
      itemKeys[item, default: ValueHistory()].write(key, at: revision)
    }
    keysRevision = revision
  }

  mutating func removeUnusedKeys() {
    let hasItems = items.values.contains { $0.current != nil }
    if keysRevision == revision, !hasItems { keysRevision = nil }
  }
}
