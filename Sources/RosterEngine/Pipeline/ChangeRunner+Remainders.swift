internal import DequeModule
internal import RosterCore

extension ChangeRunner {
  /// Schedules outputs that a published batch has left for later, ahead of everything that waits;
  /// on the work queue.
  func add(_ remainders: [any QueuedRemainder]) {
    self.remainders.withLock { $0.append(contentsOf: remainders) }
    for remainder in remainders {
      _ = levels.withLock { $0.add(remainder.qos) }
      scheduleOnce()
    }
  }

  /// Makes the next part of the outputs that were left for later; on the work queue.
  ///
  /// - Returns: Whether any were left.
  func workOnRemainder() -> Bool {
    guard let remainder = remainders.withLock({ $0.popFirst() }) else { return false }
    generation(for: 0) { count in
      count = remainder.count
      generate(count: count) { remainder.make($0) }
    }
    remainder.publish(in: committer.withLock { $0.state })
    levels.withLock { $0.remove(remainder.qos) }
    return true
  }

  /// Makes all outputs that were left for later, before work that builds on them; on the work
  /// queue.
  func finishRemainders() { while workOnRemainder() {} }
}
