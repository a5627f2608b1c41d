internal import RosterCore

/// The rows of order that a group of changes leads to, read from its last state.
///
/// Made before the transaction begins, so that the write lock is held for writing only.
struct PageWrites {
  struct Leaf {
    var entry: ListDirectory.LeafEntry
    var items: String
  }

  /// Pages that are there in the end.
  private(set) var leaves: [Leaf] = []
  private(set) var removedLeaves: [LeafID] = []
  /// Items that were there before, and their leaf now.
  private(set) var relocatedItems: [(item: ItemID, leaf: LeafID)] = []
  /// Sections that are there in the end, and their order keys.
  private(set) var sectionOrders: [(section: SectionID, order: Int)] = []

  init(_ group: CommitGroup) throws(StorageError) {
    for id in group.pages.leaves.sorted() {
      guard let leaf = try group.target.storedLeaf(id) else { continue }
      leaves.append(Leaf(entry: leaf.entry, items: LeafItemsCoding.encode(leaf.items)))
    }
    removedLeaves = group.pages.removedLeaves.sorted()
    for item in group.pages.relocatedItems.sorted() {
      let leaf = try group.target.leaf(of: item)
      if leaf != .none { relocatedItems.append((item, leaf)) }
    }
    for section in group.pages.sections.sorted() {
      if let order = group.target.storedOrder(of: section) {
        sectionOrders.append((section, order))
      }
    }
  }
}
