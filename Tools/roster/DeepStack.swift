import Dispatch
import Foundation

/// A thread with a stack for deep recursion.
enum DeepStack {
  /// The maximum nesting of arrays and objects in input that is read there.
  static let nestingMax = 100_000
  /// Only the used part of it takes up memory.
  private static let byteCount = 1 << 30

  /// Runs something on such a thread and waits for it.
  static func run(_ body: @escaping @Sendable () throws -> Void) throws {
    // The thread writes it before it signals; the caller reads it after waiting for the signal.
    nonisolated(unsafe) var result = Result<Void, any Error>.success(())
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      result = Result { try body() }
      isDone.signal()
    }
    thread.stackSize = byteCount
    thread.start()
    isDone.wait()
    try result.get()
  }
}
