public import RosterCore

extension ListDataSource {
  /// Returns one batch that leads from a revision to a later one. Items that were both inserted and
  /// removed in between are left out; moved items are moves.
  ///
  /// - Parameters:
  ///   - source: The earlier revision.
  ///   - target: The later revision.
  /// - Throws: `compacted` if the journal does not reach back to the earlier revision; `stale` if
  ///   the later one is not published yet.
  /// - Complexity: O(*k* log *n*) for *k* changes between the revisions and the current one.
  public func batch(
    from source: Revision, to target: Revision
  ) throws(StorageError) -> Batch {
    precondition(source < target, "a batch leads from a revision to a later one")
    let last = snapshot.revision
    guard target <= last else {
      throw StorageError(.stale, "there is no revision \(target); the list is at \(last)")
    }
    return try reader.mergedBatch(from: snapshot(at: source).state, to: snapshot(at: target).state)
  }
}
