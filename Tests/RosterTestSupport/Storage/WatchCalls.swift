internal import Foundation

/// The calls of a watch.
///
/// Unchecked because of its variable, which the condition guards.
package final class WatchCalls: @unchecked Sendable {
  private let condition = NSCondition()
  private var isCalled = false

  /// Makes the calls of a watch that was not called yet.
  package init() {}

  /// Notes a call.
  package func note() {
    condition.withLock {
      isCalled = true
      condition.broadcast()
    }
  }

  /// Waits for a call after which something holds.
  ///
  /// - Returns: Whether it came within a time that is long enough for everything.
  package func wait(_ holds: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    while true {
      let isInTime = condition.withLock {
        while !isCalled { if !condition.wait(until: end) { return false } }
        isCalled = false
        return true
      }
      if !isInTime { return false }
      if holds() { return true }
    }
  }
}
