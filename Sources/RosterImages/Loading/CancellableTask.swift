internal import RosterConcurrency

/// A task that may be cancelled before it has begun.
final class CancellableTask: Sendable {
  private enum State {
    case waits
    case runs(Task<Void, Never>)
    case cancelled
  }

  private let state = Guarded(State.waits)

  /// Keeps the task, or cancels it.
  func begin(_ task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      if case .cancelled = state { return true }
      state = .runs(task)
      return false
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let task: Task<Void, Never>? = state.withLock { state in
      defer { state = .cancelled }
      if case .runs(let task) = state { return task }
      return nil
    }
    task?.cancel()
  }
}
