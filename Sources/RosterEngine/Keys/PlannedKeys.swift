internal import RosterCore

/// The keys that changes write which storage does not hold yet: those that are planned to be committed
/// together see each other.
struct PlannedKeys {
  private struct Step {
    var revision: Revision
    var keys: WrittenKeys
  }

  /// The changes, revision by revision.
  private var steps: [Step] = []

  /// Adds a change; those that were planned from its revision on before it have failed.
  mutating func append(_ keys: WrittenKeys, at revision: Revision) {
    discard(from: revision)
    steps.append(Step(revision: revision, keys: keys))
  }

  /// Forgets the changes from a revision on.
  mutating func discard(from revision: Revision) { steps.removeAll { $0.revision >= revision } }

  /// Forgets the changes up to a revision, which storage holds.
  mutating func publish(at revision: Revision) { steps.removeAll { $0.revision <= revision } }

  /// Returns the last revision up to a given one that storage holds.
  func committedRevision(for revision: Revision) -> Revision {
    min(revision, steps.first.map { $0.revision - 1 } ?? revision)
  }

  /// Returns the item with a key at a revision; `nil` if no item has it.
  ///
  /// - Parameter stored: The item that had it at `committedRevision(for:)`.
  func item(withKey key: ModelKey, _ stored: ItemID?, at revision: Revision) -> ItemID? {
    var found = stored
    for step in steps where step.revision <= revision {
      if let item = step.keys.items[key] {
        found = item
      } else if let item = found, step.keys.touched.contains(item) {
        found = nil
      }
    }
    return found
  }
}

/// The keys that a change gives to items, and the items that lose theirs.
struct WrittenKeys: Sendable {
  /// The keys, in the order of the updated and then the inserted items.
  private(set) var order: [ModelKey] = []
  /// The items that have the keys after the change.
  private(set) var items: [ModelKey: ItemID] = [:]
  /// The items that are removed, or have another model.
  private(set) var touched: Set<ItemID>
  /// The first key that two of the items would have, with both; `nil` if there is none.
  private(set) var doubled: (key: ModelKey, first: ItemID, second: ItemID)?

  init(_ keys: ItemKeys, _ identities: ChangeIdentities) {
    let removed = Set(identities.removedItems.map(\.id))
    touched = removed
    add(keys.updatedItems, of: identities.updatedItems, without: removed)
    add(keys.insertedItems, of: identities.insertedItems, without: [])
  }

  private mutating func add(
    _ keys: [ModelKey], of items: [ItemID], without removed: Set<ItemID>
  ) {
    for (key, item) in zip(keys, items) where !removed.contains(item) {
      touched.insert(item)
      if let other = self.items.updateValue(item, forKey: key) {
        doubled = doubled ?? (key, other, item)
      } else {
        order.append(key)
      }
    }
  }
}
