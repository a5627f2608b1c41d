import Foundation

/// Values that several threads note, in the order in which they come.
///
/// Its mutable state is `recorded` and `waits`, which `lock` guards.
package final class Recorder<Value: Sendable>: @unchecked Sendable {
  /// A test that waits until the values are as it says.
  private struct Wait {
    let isOver: @Sendable ([Value]) -> Bool
    let end: AsyncStream<Never>.Continuation
  }

  private let lock = NSLock()
  private var recorded: [Value] = []
  private var waits: [Wait] = []

  package init() {}

  package func record(_ value: Value) {
    let ended = lock.withLock {
      recorded.append(value)
      let first = waits.partition { $0.isOver(recorded) }
      defer { waits.removeSubrange(first...) }
      return Array(waits[first...])
    }
    for wait in ended { wait.end.finish() }
  }

  package func removeAll() {
    let values = lock.withLock {
      defer { recorded = [] }
      return recorded
    }
    // Whatever is freed is freed outside the lock.
    withExtendedLifetime(values) {}
  }

  package var values: [Value] { lock.withLock { recorded } }

  /// Waits until a value is recorded after which all of them satisfy a condition; returns at once if
  /// they do already.
  ///
  /// The wait also ends when its task is cancelled.
  ///
  /// - Parameter isMet: The condition, which is asked under the lock.
  package func wait(until isMet: @escaping @Sendable ([Value]) -> Bool) async {
    let (stream, end) = AsyncStream<Never>.makeStream()
    let mustWait = lock.withLock {
      if isMet(recorded) { return false }
      waits.append(Wait(isOver: isMet, end: end))
      return true
    }
    guard mustWait else { return }
    for await _ in stream {}
  }
}
