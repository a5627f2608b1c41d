internal import RosterCore

extension ChangeRunner {
  /// Queues a change that was verified ahead, which will succeed or fail exactly once.
  ///
  /// - Parameters:
  ///   - targetTrees: The trees that must exist after the change.
  ///   - outdatedBase: Returns why the change does not fit the list, given the number of pending
  ///     changes and updates. Called under the lock, so that nothing comes in between.
  func enqueue(
    _ change: any QueuedChange, verified proof: VerifiedOutline, targetTrees: [TreeReference],
    outdatedBase: (Int) -> OutdatedBase?
  ) throws(DataSourceError) {
    if try accept(change, proof, targetTrees, outdatedBase) == .schedule { schedule() }
  }

  /// Queues a change that was verified ahead, and works on the calling thread until it has
  /// succeeded or failed.
  ///
  /// - Parameter isResolved: Whether the change has an outcome.
  func run(
    _ change: any QueuedChange, verified proof: VerifiedOutline, targetTrees: [TreeReference],
    outdatedBase: (Int) -> OutdatedBase?, isResolved: () -> Bool
  ) throws(DataSourceError) {
    guard !isCalledByPipeline else { throw refusal(.reentrant, of: change.ticket) }
    work(after: try accept(change, proof, targetTrees, outdatedBase), isResolved)
  }

  private func accept(
    _ change: any QueuedChange, _ proof: VerifiedOutline, _ targetTrees: [TreeReference],
    _ outdatedBase: (Int) -> OutdatedBase?
  ) throws(DataSourceError) -> Queue.Action {
    try accept(change.ticket) { (pipeline) throws(DataSourceError) in
      try pipeline.requireOpen()
      if let base = outdatedBase(pipeline.pendingCount) { throw .notCurrent(base) }
      return try pipeline.enqueue(change, verified: proof, targetTrees: targetTrees)
    }
  }
}
