/// A changeset that was accepted: its outcome is known exactly once.
public final class PendingChange<Value: Sendable>: Sendable {
  private let result = Guarded<Result<Value, DataSourceError>?>(nil)
  /// Who waits for the outcome; `nil` as soon as it is known.
  private let waiters = Guarded<[CheckedContinuation<Void, Never>]?>([])

  init() {}

  /// Whether its outcome is known.
  var isResolved: Bool { waiters.withLock { $0 == nil } }

  /// What came of it, `nil` as long as it is pending.
  public var outcome: Result<Value, DataSourceError>? { result.withLock { $0 } }

  /// Waits until the changeset is durable and published, or has failed.
  ///
  /// What was accepted is done: whoever waits in a task that is cancelled waits on, and has the outcome.
  ///
  /// - Returns: What was published.
  /// - Throws: `DataSourceError`.
  public var value: Value {
    get async throws {
      await withCheckedContinuation { continuation in
        let isResolved = waiters.withLock { waiters in
          waiters?.append(continuation)
          return waiters == nil
        }
        if isResolved { continuation.resume() }
      }
      guard let outcome else { preconditionFailure("who waits is told when the outcome is known") }
      return try outcome.get()
    }
  }

  func resolve(_ outcome: Result<Value, DataSourceError>) {
    // First the outcome, so that whoever is told finds it.
    result.withLock { $0 = outcome }
    let waiting = waiters.withLock { waiters in
      defer { waiters = nil }
      return waiters
    }
    guard let waiting else { preconditionFailure("a change is applied or fails exactly once") }
    for waiter in waiting { waiter.resume() }
  }
}
