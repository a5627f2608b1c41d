public import RosterCore

extension ListSnapshot {
  /// Returns where an item stands in this snapshot and in another one of the same list.
  ///
  /// See `ListState.anchor(of:in:)`. For a batch, use `ChangeBatch.anchor(of:)`.
  ///
  /// - Returns: `nil` if the item is in neither snapshot.
  /// - Throws: `StorageError`.
  /// - Complexity: O(log *n*); for an item that is gone O(*d* log *n*), where the nearest survivor
  ///   was *d* items away.
  public func anchor(
    of item: ItemID, in other: ListSnapshot
  ) throws(StorageError) -> ItemAnchor? {
    try state.anchor(of: item, in: other.state)
  }
}

extension ListDataSource {
  /// Returns where an item stood at one revision and stands at another: for a renderer that missed
  /// batches.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - source: The revision that the renderer shows.
  ///   - target: The revision that the renderer shows next; the last one if `nil`.
  /// - Returns: `nil` if the item is in neither revision.
  /// - Throws: `compacted` if the journal does not reach back that far; `stale` for a revision that
  ///   the list has not reached.
  /// - Complexity: O(*k* log *n*) for *k* changes since the earlier revision; for an item that is
  ///   gone also O(*d* log *n*), where the nearest survivor was *d* items away.
  public func anchor(
    of item: ItemID, from source: Revision, to target: Revision? = nil
  ) throws(StorageError) -> ItemAnchor? {
    let later = try target.map { (target) throws(StorageError) in try snapshot(at: target) }
    return try snapshot(at: source).anchor(of: item, in: later ?? snapshot)
  }
}
