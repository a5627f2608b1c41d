public import RosterCore

extension ListDataSource {
  /// What led from one revision to a later one, as one batch: what came and went in between is left
  /// out, and what was moved is moved.
  ///
  /// - Parameters:
  ///   - source: The earlier revision.
  ///   - target: A later one.
  /// - Throws: `compacted` if the journal does not reach back to the earlier revision; `stale` if one
  ///   of them is not there yet.
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
