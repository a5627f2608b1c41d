/// The source from which a list reads the pages that it has not read yet.
///
/// A source belongs to one opened list. It answers as of the revision at which the list was opened,
/// also after later commits, so that every snapshot stays unchanged. Two rules make that possible
/// without a read transaction: a list reads a page before it commits a change to that page, and a
/// source remembers what it has read.
package protocol PageSource: Sendable {
  /// The items of a leaf page, in order.
  ///
  /// - Throws: A storage error, also if the leaf does not exist.
  func items(inLeaf leaf: LeafID) throws(StorageError) -> ContiguousArray<ItemID>

  /// The leaves of the items of one chunk of ids. Element *i* is for the item
  /// `chunk * pageSourceChunkWidth + i`; it is `LeafID.none` if that item does not exist.
  func leaves(ofItemsInChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID>
}

/// The number of item ids in a chunk of `PageSource.leaves(ofItemsInChunk:)`.
package let pageSourceChunkWidth = IdentifierMap<LeafID>.width

/// The source of a list that began empty, which has no pages to read.
struct NoPages: PageSource {
  func items(inLeaf leaf: LeafID) throws(StorageError) -> ContiguousArray<ItemID> {
    throw StorageError(.corrupt, "\(leaf) is not in memory, and the list has no storage")
  }

  func leaves(ofItemsInChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID> {
    ContiguousArray(repeating: .none, count: pageSourceChunkWidth)
  }
}
