/// The source from which a list reads the pages that it has not read yet.
///
/// A source belongs to one opened list. It answers as of the revision at which the list was opened,
/// also after later commits, so that every snapshot stays unchanged. Three rules make that possible
/// without a read transaction: a list reads a page before it commits a change to that page, a source
/// remembers what it has read, and it recovers what other writers have changed before it was read
/// (``PageRecovery``).
package protocol PageSource: Sendable {
  /// The items of a leaf page, in order.
  ///
  /// - Throws: A storage error, also if the leaf does not exist.
  func items(inLeaf leaf: LeafID) throws(StorageError) -> ContiguousArray<ItemID>

  /// The leaves from which the items of one chunk of ids are found. Element *i* is for the item
  /// `chunk * pageSourceChunkWidth + i`; it is `LeafID.none` if that item does not exist.
  ///
  /// An item is in the leaf that is named, or was in it before the leaf gave items to leaves behind it.
  func leaves(ofItemsInChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID>

  /// The leaf that holds an item, found in the leaves themselves; `none` if there is none.
  ///
  /// - Complexity: O(*n*) for the first item; then O(log *n*).
  func leaf(holding item: ItemID) throws(StorageError) -> LeafID

  /// Learns how far the list is, so that less is to be recovered.
  ///
  /// - Parameter state: The list as it is in storage, or was.
  func advance(to state: ListState)

  /// Notes that a state of the list is being committed.
  ///
  /// It is called before the commit can be seen, while no other writer can commit a revision in between.
  func willCommit(_ revision: Revision)

  /// Notes that a commit changed nothing.
  ///
  /// - Parameter revision: The revision at which the list still is.
  func didNotCommit(backTo revision: Revision)
}

extension PageSource {
  /// Reads no pages that another writer could have changed.
  package func willCommit(_ revision: Revision) {}

  /// As ``willCommit(_:)``.
  package func didNotCommit(backTo revision: Revision) {}

  /// Has nothing to recover.
  package func advance(to state: ListState) {}
}

/// The leaves that hold items, as the leaves themselves say.
package struct HoldingLeaves: Sendable {
  private var leaves = IdentifierMap<LeafID>(vacant: .none)

  /// Makes the leaves of no item.
  package init() {}

  /// Adds the items of a leaf.
  package mutating func add(_ items: ContiguousArray<ItemID>, in leaf: LeafID) {
    for item in items { _ = leaves.insert(leaf, at: item.rawValue) }
  }

  /// The leaf that holds an item; `none` if there is none.
  package subscript(item: ItemID) -> LeafID { leaves[item.rawValue] ?? .none }
}

/// The number of item ids in a chunk of `PageSource.leaves(ofItemsInChunk:)`.
package let pageSourceChunkWidth = IdentifierMap<LeafID>.width

/// The source of a list that began empty, which has no pages to read.
package struct NoPages: PageSource {
  package init() {}

  package func items(inLeaf leaf: LeafID) throws(StorageError) -> ContiguousArray<ItemID> {
    throw StorageError(.corrupt, "\(leaf) is not in memory, and the list has no storage")
  }

  package func leaves(
    ofItemsInChunk chunk: Int
  ) throws(StorageError) -> ContiguousArray<LeafID> {
    ContiguousArray(repeating: .none, count: pageSourceChunkWidth)
  }

  package func leaf(holding item: ItemID) throws(StorageError) -> LeafID { .none }
}
