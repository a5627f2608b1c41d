import Foundation

/// Values that several threads note, in the order in which they come.
///
/// Its mutable state is `recorded`, which `lock` guards.
package final class Recorder<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var recorded: [Value] = []

  package init() {}

  package func record(_ value: Value) { lock.withLock { recorded.append(value) } }

  package func removeAll() {
    let values = lock.withLock {
      defer { recorded = [] }
      return recorded
    }
    // Whatever is freed is freed outside the lock.
    withExtendedLifetime(values) {}
  }

  package var values: [Value] { lock.withLock { recorded } }
}
