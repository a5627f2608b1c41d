import Dispatch
import Foundation

/// A thread with room for functions that call themselves very often.
enum DeepStack {
  /// How many arrays and objects may stand in one another in what is read there.
  static let nestingMax = 100_000
  /// Only what is used of it takes up memory.
  private static let byteCount = 1 << 30

  /// Runs something on such a thread and waits for it.
  static func run(_ body: @escaping @Sendable () throws -> Void) throws {
    // Written by the thread before it signals, read after that was waited for.
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
