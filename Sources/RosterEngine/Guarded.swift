internal import Foundation

/// A value behind a lock.
///
/// Unchecked because the value is a variable: it is reached only inside `withLock`. The lock is a
/// pthread mutex and not `Synchronization.Mutex`, whose futex the thread sanitizer does not see on
/// Linux, so that it reports races that are none.
///
/// A closure is kept as a part of a structure. By itself it would be wrapped to pass as a generic
/// value whenever somebody looks at it, and stored back like that: its calls would take ever longer,
/// and in the end more stack than there is.
package final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  // Inlined, since most values are generic, which a call would have to ask the runtime about.
  @inline(__always)
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
