/// A changeset that was accepted: its outcome is known exactly once.
public final class PendingChange<Value: Sendable>: Sendable {
  private enum State {
    case waiting([CheckedContinuation<Result<Value, DataSourceError>, Never>])
    case resolved(Result<Value, DataSourceError>)
  }

  private let state = Guarded(State.waiting([]))

  init() {}

  /// What came of it, `nil` as long as it is pending.
  public var outcome: Result<Value, DataSourceError>? {
    state.withLock {
      if case .resolved(let result) = $0 { result } else { nil }
    }
  }

  /// Waits until the changeset is durable and published, or has failed.
  ///
  /// - Returns: What was published.
  /// - Throws: `DataSourceError`.
  public var value: Value {
    get async throws {
      try await withCheckedContinuation { continuation in
        let resolved: Result<Value, DataSourceError>? = state.withLock {
          switch $0 {
          case .resolved(let result): return result
          case .waiting(let others):
            $0 = .waiting(others + [continuation])
            return nil
          }
        }
        if let resolved { continuation.resume(returning: resolved) }
      }.get()
    }
  }

  func resolve(_ result: Result<Value, DataSourceError>) {
    let waiters: [CheckedContinuation<Result<Value, DataSourceError>, Never>] = state.withLock {
      guard case .waiting(let waiters) = $0 else {
        preconditionFailure("a change is applied or fails exactly once")
      }
      $0 = .resolved(result)
      return waiters
    }
    for waiter in waiters { waiter.resume(returning: result) }
  }
}
