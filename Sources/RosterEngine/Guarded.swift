internal import Foundation

/// A value behind a lock.
///
/// Unchecked because the value is a variable, which only `withLock` accesses. The lock is a pthread
/// mutex instead of `Synchronization.Mutex`: on Linux the thread sanitizer does not see the futex
/// of that and reports races that do not exist.
///
/// Wrap a closure in a structure to keep it here. If the value itself is a closure, Swift wraps it
/// for generic use at each access and stores it back wrapped. Its calls then become slower and
/// slower, and in the end overflow the stack.
package final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  // Inlined because most values are generic: a call would ask the runtime for their types.
  @inline(__always)
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
