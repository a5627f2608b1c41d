internal import Dispatch
internal import RosterConcurrency

/// A lock that threads get in the order in which they ask for it. A thread that writes without pause does not keep other
/// threads from writing.
///
/// It changes neither the thread nor the queue: a closure that has the lock may use connections that are bound to the
/// queue of its caller.
final class TurnLock: Sendable {
  private struct Turns {
    var isTaken = false
    /// The thread that has the lock; `nil` while it is handed on.
    var holder: ThreadIdentity?
    /// Those that wait, the first one first.
    var waiting: [DispatchSemaphore] = []
  }

  private let turns = Guarded(Turns())

  /// How many threads wait.
  var waitingCount: Int { turns.withLock { $0.waiting.count } }

  /// Calls a closure while no other has the lock.
  ///
  /// - Precondition: The calling thread does not have it: it would wait for itself.
  func withLock<Value>(_ body: () throws -> Value) rethrows -> Value {
    lock()
    defer { unlock() }
    return try body()
  }

  private func lock() {
    let caller = CurrentThread.identity
    let turn: DispatchSemaphore? = turns.withLock { turns in
      guard turns.isTaken else {
        (turns.isTaken, turns.holder) = (true, caller)
        return nil
      }
      precondition(
        turns.holder != caller, "the connection that writes is in use here")
      let turn = DispatchSemaphore(value: 0)
      turns.waiting.append(turn)
      return turn
    }
    guard let turn else { return }
    turn.wait()
    turns.withLock { $0.holder = caller }
  }

  private func unlock() {
    turns.withLock { turns in
      turns.holder = nil
      // It stays taken while it is handed on, so that no other thread gets it in between.
      if turns.waiting.isEmpty {
        turns.isTaken = false
      } else {
        turns.waiting.removeFirst().signal()
      }
    }
  }
}
