public import RosterCore

extension ListDataSource {
  /// Waits until the list has reached a revision.
  ///
  /// So a reader of a replica sees what was written elsewhere: the writer tells it the revision of its
  /// batch, and the reader waits for that.
  ///
  /// - Returns: The list at that revision, or at a later one.
  /// - Throws: What ends the batches of the list; `DataSourceError.closed` if it is closed before.
  public func snapshot(reaching revision: Revision) async throws -> Snapshot {
    let current = snapshot
    if current.revision >= revision { return current }
    for try await batch in try batches(after: current.revision, delivery: .merged)
    where batch.target.revision >= revision {
      return batch.target
    }
    try Task.checkCancellation()
    throw DataSourceError.closed
  }
}
