package import RosterCore

/// The rows of pages, items and sections that a group of changes writes, taken from its last state.
///
/// It is made before the transaction begins, so that the write lock is held only for writing.
package struct PageWrites {
  /// The row of a page.
  package struct Leaf {
    /// Its place and the number of its items.
    package var entry: ListDirectory.LeafEntry
    /// The text of its items.
    package var items: String
  }

  /// Changed pages that exist in the last state.
  package private(set) var leaves: [Leaf] = []
  package private(set) var removedLeaves: [LeafID] = []
  /// Items that existed before and are not found from the leaf that is stored, and their leaf now.
  package private(set) var relocatedItems: [(item: ItemID, leaf: LeafID)] = []
  /// Changed sections that exist in the last state, and their order keys.
  package private(set) var sectionOrders: [(section: SectionID, order: Int)] = []
  /// The amount that the group adds to the digest of the order.
  package private(set) var order = OrderDigest()

  /// - Throws: `full` if the list has used up its numbers.
  package init(_ group: CommitGroup) throws(StorageError) {
    guard group.target.nextIdentifiers.isPossible else {
      throw StorageError(.full, "the list has used up the numbers of its items or sections")
    }
    guard group.target.revision < 1 << RowKey.numberBits else {
      throw StorageError(
        .full,
        "the list has used up the numbers of its revisions; copy its contents into a new list")
    }
    try readLeaves(group)
    for item in group.pages.relocatedItems.sorted() {
      let leaf = try group.target.leafHint(of: item)
      if leaf != .none { relocatedItems.append((item, leaf)) }
    }
    readSections(group)
  }

  private mutating func readLeaves(_ group: CommitGroup) throws(StorageError) {
    removedLeaves = group.pages.removedLeaves.sorted()
    for id in removedLeaves {
      if let leaf = try group.source.storedLeaf(id) { order.remove(leaf.entry, leaf.items) }
    }
    for id in group.pages.leaves.sorted() {
      guard let leaf = try group.target.storedLeaf(id) else { continue }
      if let former = try group.source.storedLeaf(id) { order.remove(former.entry, former.items) }
      order.add(leaf.entry, leaf.items)
      leaves.append(Leaf(entry: leaf.entry, items: LeafItemsCoding.encode(leaf.items)))
    }
  }

  private mutating func readSections(_ group: CommitGroup) {
    let removed = group.changes.flatMap(\.entry.record.identities.removedSections)
    for section in group.pages.sections.union(removed).sorted() {
      if let former = group.source.storedOrder(of: section) {
        order.remove(section, order: former)
      }
      guard let order = group.target.storedOrder(of: section) else { continue }
      self.order.add(section, order: order)
      sectionOrders.append((section, order))
    }
  }
}
