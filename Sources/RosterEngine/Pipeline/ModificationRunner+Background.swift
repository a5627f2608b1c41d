internal import DequeModule
internal import RosterConcurrency
package import RosterCore

/// Outputs that are made between modifications: what a published batch has left for later, or what
/// has entered the working range. They make no revision.
package protocol BackgroundWork: AnyObject, Sendable {
  /// How urgent they are.
  var qos: DataSourceQoS { get }

  /// The number of outputs to make.
  var count: Int { get }

  /// Makes some of them. Called on several threads at once, with ranges that do not overlap.
  func make(_ range: Range<Int>)

  /// Shows them to subscribers and readers, once all are made; on the work queue.
  func publish(in state: ListState)
}

/// Maintains a working range for the work queue, without the types of the list.
package struct RangeMaintenance: Sendable {
  package var range: any OutputRange
  /// Returns the next trees to build, `nil` if there is nothing to build. Its argument is the last
  /// published list.
  package var next: @Sendable (ListState) -> (any BackgroundWork)?

  package init(
    range: any OutputRange, next: @escaping @Sendable (ListState) -> (any BackgroundWork)?
  ) {
    self.range = range
    self.next = next
  }
}

extension ModificationRunner {
  /// Makes and publishes outputs; on the work queue.
  private func process(_ work: any BackgroundWork) {
    generation(for: 0) { count in
      count = work.count
      generate(count: count) { work.make($0) }
    }
    work.publish(in: committer.withLock { $0.state })
  }

  // MARK: Remainders

  /// Schedules outputs that a published batch has left for later, ahead of everything that waits;
  /// on the work queue.
  package func add(_ remainders: [any BackgroundWork]) {
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
    process(remainder)
    levels.withLock { $0.remove(remainder.qos) }
    return true
  }

  /// Makes all outputs that were left for later, before work that builds on them; on the work
  /// queue.
  func finishRemainders() { while workOnRemainder() {} }

  // MARK: Working range

  /// Schedules a turn for the working range.
  package func scheduleRangeWork() { scheduleOnce() }

  /// Notes that the list has changed; on the work queue.
  func rangeMayHaveChanged() {
    guard let range = rangeMaintenance.withLock({ $0 }), range.range.becomeDue() else { return }
    scheduleRangeWork()
  }

  /// Builds the next trees of the working range; on the work queue.
  ///
  /// - Returns: Whether there were any.
  func workOnRange() -> Bool {
    guard let range = rangeMaintenance.withLock({ $0 }), !pipeline.withLock({ $0.isClosed }),
      let part = range.next(committer.withLock { $0.state })
    else { return false }
    process(part)
    scheduleRangeWork()
    return true
  }
}
