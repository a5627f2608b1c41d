/// An accepted modification. It gets exactly one outcome.
public final class Pending<Value: Sendable>: Sendable {
  private let result = Guarded<Result<Value, DataSourceError>?>(nil)
  /// The tasks that wait for the outcome; `nil` once it is known.
  private let waiters = Guarded<[CheckedContinuation<Void, Never>]?>([])

  init() {}

  /// Whether the outcome is known.
  var isResolved: Bool { waiters.withLock { $0 == nil } }

  /// The outcome, `nil` while pending.
  public var outcome: Result<Value, DataSourceError>? { result.withLock { $0 } }

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
    // The outcome comes first, so that resumed tasks find it.
    result.withLock { $0 = outcome }
    let waiting = waiters.withLock { waiters in
      defer { waiters = nil }
      return waiters
    }
    guard let waiting else { preconditionFailure("a change is applied or fails exactly once") }
    for waiter in waiting { waiter.resume() }
  }
}
