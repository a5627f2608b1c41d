internal import RosterCore

extension ChangeRunner {
  /// Schedules a turn for the working range.
  func scheduleRangeWork() { scheduleOnce() }

  /// Notes that the list has changed; on the work queue.
  func rangeMayHaveChanged() {
    guard let work = rangeWork.withLock({ $0 }), work.becomeDue() else { return }
    scheduleRangeWork()
  }

  /// Builds the next trees of the working range; on the work queue.
  ///
  /// - Returns: Whether there were any.
  func workOnRange() -> Bool {
    guard let work = rangeWork.withLock({ $0 }), !pipeline.withLock({ $0.isClosed }),
      let part = work.next(on: committer.withLock { $0.state })
    else { return false }
    generation(for: 0) { count in
      count = part.count
      generate(count: count) { part.make($0) }
    }
    part.publish(in: committer.withLock { $0.state })
    scheduleRangeWork()
    return true
  }
}
