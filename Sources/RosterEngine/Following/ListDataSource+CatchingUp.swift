package import RosterCore

extension ListDataSource {
  /// Applies what other writers have committed so far, if the list is shared, and returns once that and what it has itself
  /// committed is published.
  ///
  /// Without it, commits of other writers arrive a moment later. Not to be called on the work queue.
  ///
  /// - Throws: `StorageError` if the commits cannot be read.
  package func catchUp() throws(StorageError) {
    var failure: StorageError?
    runner.executor.workAndWait(unless: { false }) { failure = runner.follow().failure }
    if let failure { throw failure }
  }
}
