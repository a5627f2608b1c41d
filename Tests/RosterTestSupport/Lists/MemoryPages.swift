package import RosterCore

/// A storage of the order of one list that writes only what page changes name, as a database does.
///
/// A list that is opened from it reads pages when it needs them, so a page that a change forgot to
/// name shows as a list that differs.
package struct MemoryPages: Sendable {
  private var revision: Revision = 0
  private var nextIdentifiers = NextIdentifiers()
  private var pageSizes = PageSizes.standard
  private var leaves: [LeafID: Leaf] = [:]
  private var places: [ItemID: LeafID] = [:]
  private var sections: [SectionID: Int] = [:]

  private struct Leaf: Sendable {
    var entry: ListDirectory.LeafEntry
    var items: ContiguousArray<ItemID>
  }

  /// Makes the storage of an empty list.
  package init() {}

  /// Writes a change.
  ///
  /// - Throws: If a page of the change cannot be read.
  package mutating func write(_ change: ListChange) throws(StorageError) {
    try write(change.target, change.pages, [change.identities])
  }

  /// Writes changes that are committed together.
  ///
  /// - Throws: If a page of the changes cannot be read.
  package mutating func write(_ group: CommitGroup) throws(StorageError) {
    try write(group.target, group.pages, group.changes.map(\.entry.record.identities))
  }

  private mutating func write(
    _ target: ListState, _ changes: PageChanges, _ identities: [ChangeIdentities]
  ) throws(StorageError) {
    revision = target.revision
    nextIdentifiers = target.nextIdentifiers
    pageSizes = target.pageSizes
    for id in changes.removedLeaves { leaves[id] = nil }
    for id in changes.leaves {
      guard let leaf = try target.storedLeaf(id) else { continue }
      leaves[id] = Leaf(entry: leaf.entry, items: leaf.items)
    }
    for removed in identities.flatMap(\.removedItems) { places[removed.id] = nil }
    for item in identities.flatMap(\.insertedItems) + Array(changes.relocatedItems) {
      let leaf = try target.leafHint(of: item)
      places[item] = leaf == .none ? nil : leaf
    }
    for id in identities.flatMap(\.removedSections) { sections[id] = nil }
    for id in changes.sections {
      if let order = target.storedOrder(of: id) { sections[id] = order }
    }
  }

  package var directory: ListDirectory {
    ListDirectory(
      revision: revision, nextIdentifiers: nextIdentifiers, pageSizes: pageSizes,
      sections: sections.map { .init(id: $0.key, order: $0.value) }
        .sorted { $0.order < $1.order },
      leaves: leaves.values.map(\.entry).sorted { $0.order < $1.order })
  }

  /// Opens the list as it was written last; nothing of it is in memory.
  ///
  /// - Throws: If the directory contradicts itself.
  package func open() throws(StorageError) -> ListState {
    try ListState(directory, pages: self)
  }

  /// The number of items in all pages.
  package var itemCount: Int { places.count }
}

extension MemoryPages: PageSource {
  package func items(inLeaf leaf: LeafID) throws(StorageError) -> ContiguousArray<ItemID> {
    guard let leaf = leaves[leaf] else {
      throw StorageError(.corrupt, "\(leaf) is not in storage")
    }
    return leaf.items
  }

  package func leaves(ofItemsInChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID> {
    let first = chunk * pageSourceChunkWidth
    return ContiguousArray(
      (first..<first + pageSourceChunkWidth).map { places[ItemID(rawValue: $0)] ?? .none })
  }

  package func leaf(holding item: ItemID) throws(StorageError) -> LeafID {
    leaves.first { $0.value.items.contains(item) }?.key ?? .none
  }
}
