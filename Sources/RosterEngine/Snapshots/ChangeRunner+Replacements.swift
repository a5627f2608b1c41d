internal import RosterCore

extension ChangeRunner {
  /// Queues a change that leads from any list to sections of known lengths. It will succeed or fail
  /// exactly once.
  ///
  /// - Parameter targetTrees: The trees that must exist after the change.
  func enqueue(
    _ replacement: any QueuedChange, leadingTo itemCounts: [Int], targetTrees: [TreeReference]
  ) throws(DataSourceError) {
    if try accept(replacement, itemCounts, targetTrees) == .schedule { schedule() }
  }

  /// Queues a replacement, and works on the calling thread until it has succeeded or failed.
  ///
  /// - Parameter isResolved: Whether the change has an outcome.
  func run(
    _ replacement: any QueuedChange, leadingTo itemCounts: [Int], targetTrees: [TreeReference],
    isResolved: () -> Bool
  ) throws(DataSourceError) {
    guard !isCalledByPipeline else { throw refusal(.reentrant, of: replacement.ticket) }
    work(after: try accept(replacement, itemCounts, targetTrees), isResolved)
  }

  private func accept(
    _ replacement: any QueuedChange, _ itemCounts: [Int], _ targetTrees: [TreeReference]
  ) throws(DataSourceError) -> Queue.Action {
    try accept(replacement.ticket) { (pipeline) throws(DataSourceError) in
      try pipeline.enqueue(replacement, leadingTo: itemCounts, targetTrees: targetTrees)
    }
  }
}
