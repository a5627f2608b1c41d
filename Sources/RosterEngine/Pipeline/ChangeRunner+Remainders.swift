internal import DequeModule
internal import RosterCore

extension ChangeRunner {
  /// Has outputs made that a published batch has left for later, before anything that waits; on the
  /// work queue.
  func add(_ remainders: [any QueuedRemainder]) {
    self.remainders.withLock { $0.append(contentsOf: remainders) }
    for _ in remainders { scheduleOnce() }
  }

  /// Makes the next of the outputs that were left for later; on the work queue.
  ///
  /// - Returns: Whether there were any.
  func workOnRemainder() -> Bool {
    guard let remainder = remainders.withLock({ $0.popFirst() }) else { return false }
    generate(count: remainder.count) { remainder.make($0) }
    remainder.publish(in: committer.withLock { $0.state })
    return true
  }

  /// Makes all outputs that were left for later, before anything is done that goes on from them; on
  /// the work queue.
  func finishRemainders() { while workOnRemainder() {} }
}
