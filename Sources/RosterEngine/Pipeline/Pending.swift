/// An accepted modification. It gets exactly one outcome.
public final class Pending<Value: Sendable>: Sendable {
  private enum State {
    /// The tasks that wait for the outcome.
    case waiting([CheckedContinuation<Void, Never>])
    case resolved(Result<Value, DataSourceError>)
  }

  private let state = Guarded(State.waiting([]))

  init() {}

  /// Whether the outcome is known.
  var isResolved: Bool { outcome != nil }

  /// The outcome, `nil` while pending.
  public var outcome: Result<Value, DataSourceError>? {
    state.withLock { state in if case .resolved(let outcome) = state { outcome } else { nil } }
  }

  /// Waits until the modification is durable and published, or has failed.
  ///
  /// An accepted modification is always carried out. A cancelled task therefore continues to wait,
  /// and gets the outcome.
  ///
  /// - Returns: What was published.
  /// - Throws: `DataSourceError`.
  public var value: Value {
    get async throws {
      await withCheckedContinuation { continuation in
        let isResolved = state.withLock { state in
          guard case .waiting(let waiters) = state else { return true }
          state = .waiting(waiters + [continuation])
          return false
        }
        if isResolved { continuation.resume() }
      }
      guard let outcome else { preconditionFailure("who waits is told when the outcome is known") }
      return try outcome.get()
    }
  }

  func resolve(_ outcome: Result<Value, DataSourceError>) {
    let waiters = state.withLock { state in
      guard case .waiting(let waiters) = state else {
        preconditionFailure("a modification gets its outcome exactly once")
      }
      state = .resolved(outcome)
      return waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
