public import RosterCore

extension ListSnapshot {
  /// Where an item of this snapshot is in another one of the same list.
  ///
  /// See `ListState.anchor(of:in:)`; batches are asked by `ChangeBatch.anchor(of:)`.
  ///
  /// - Returns: `nil` if the item is in neither.
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
  /// Where an item was at a revision, and is at another or now: for a renderer that was away.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - source: The revision that the renderer shows.
  ///   - target: The revision that it is going to show; the last one if `nil`.
  /// - Returns: `nil` if the item is in neither.
  /// - Throws: `compacted` if the journal does not reach back that far; `stale` for a revision that is
  ///   not there yet.
  /// - Complexity: O(*k* log *n*) for *k* changes since the earlier revision; for an item that is
  ///   gone also O(*d* log *n*), where the nearest survivor was *d* items away.
  public func anchor(
    of item: ItemID, from source: Revision, to target: Revision? = nil
  ) throws(StorageError) -> ItemAnchor? {
    let later = try target.map { (target) throws(StorageError) in try snapshot(at: target) }
    return try snapshot(at: source).anchor(of: item, in: later ?? snapshot)
  }
}
