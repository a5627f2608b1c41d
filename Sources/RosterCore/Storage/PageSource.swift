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

  /// The leaves of the items of one chunk of ids. Element *i* is for the item
  /// `chunk * pageSourceChunkWidth + i`; it is `LeafID.none` if that item does not exist.
  func leaves(ofItemsInChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID>

  /// Learns how far the list is, so that less is to be recovered.
  ///
  /// - Parameter state: The list as it is in storage, or was.
  func advance(to state: ListState)
}

extension PageSource {
  /// Has nothing to recover.
  package func advance(to state: ListState) {}
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
}
