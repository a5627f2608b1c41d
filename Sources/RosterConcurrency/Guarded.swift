#if canImport(Darwin)
  public import Darwin
#elseif canImport(Musl)
  public import Musl
#else
  public import Glibc
#endif

/// A value behind a lock. Copies share the value.
///
/// Value and lock are one allocation, because every modification has some of them. The lock is a
/// pthread mutex instead of `Synchronization.Mutex`: macOS has that since 15 and iOS since 18, and on
/// Linux the thread sanitizer does not see its futex and reports races that do not exist.
///
/// Unchecked because only `withLock` accesses the value.
///
/// Wrap a closure in a structure to keep it here. If the value itself is a closure, Swift wraps it
/// for generic use at each access and stores it back wrapped. Its calls then become slower and
/// slower, and in the end overflow the stack.
@usableFromInline
package struct Guarded<Value>: @unchecked Sendable {
  @usableFromInline let buffer: GuardedBuffer<Value>

  @inlinable
  package init(_ value: Value) { buffer = .make(value) }

  // Inlined because most values are generic: a call would ask the runtime for their types.
  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try buffer.withUnsafeMutablePointers { (value, lock) throws(Failure) -> Result in
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }
}

/// A value and its lock, which is the one element of the buffer.
@usableFromInline
final class GuardedBuffer<Value>: ManagedBuffer<Value, pthread_mutex_t> {
  @inlinable
  static func make(_ value: Value) -> GuardedBuffer<Value> {
    let buffer = create(minimumCapacity: 1) { buffer in
      buffer.withUnsafeMutablePointerToElements { lock in
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
      }
      return value
    }
    return unsafeDowncast(buffer, to: GuardedBuffer<Value>.self)
  }

  deinit {
    withUnsafeMutablePointerToElements { lock in
      pthread_mutex_destroy(lock)
      lock.deinitialize(count: 1)
    }
  }
}
