import RosterConcurrency

/// An accepted modification. It gets exactly one outcome.
public final class Pending<Value: Sendable>: Sendable {
  /// Whether the outcome is known, and who waits for it. Of one type for all values, so
  /// that asking costs nothing but the lock.
  private let progress = Guarded(PendingProgress())
  /// Written once, before `progress` says that it is known, and read only after that.
  private nonisolated(unsafe) var resolved: Result<Value, DataSourceError>?

  package init() {}

  /// Whether the outcome is known.
  var isResolved: Bool { progress.withLock { $0.isResolved } }

  /// The outcome, `nil` while pending.
  public var outcome: Result<Value, DataSourceError>? { isResolved ? resolved : nil }

  /// Waits until the modification is durable and published, or has failed.
  ///
  /// An accepted modification is always carried out. A cancelled task therefore continues to wait,
  /// and gets the outcome.
  ///
  /// - Returns: What was published.
  /// - Throws: `DataSourceError`, untyped: Swift 6.3 crashes on a `catch` for one case of a typed error where
  ///   local values are in scope, which is what callers write.
  public var value: Value {
    get async throws {
      await withCheckedContinuation { continuation in whenResolved { continuation.resume() } }
      guard let outcome else { preconditionFailure("who waits is told when the outcome is known") }
      return try outcome.get()
    }
  }

  /// What was published; throws the error itself that the closure of a change has thrown.
  package var valueOrThrown: Value {
    get async throws {
      do {
        return try await value
      } catch let error as DataSourceError {
        throw error.thrownOrSelf
      }
    }
  }

  /// Calls a closure when the outcome is known: now, or on the thread that resolves this.
  func whenResolved(_ notify: @escaping @Sendable () -> Void) {
    let isResolved = progress.withLock { progress in
      if !progress.isResolved { progress.waiters.append(notify) }
      return progress.isResolved
    }
    if isResolved { notify() }
  }

  /// Returns what was published, after the calling thread has worked until the outcome is known.
  ///
  /// - Throws: `closed` if there is no outcome.
  func awaited() throws(DataSourceError) -> Value {
    guard let outcome else { throw .closed }
    return try outcome.get()
  }

  package func resolve(_ outcome: Result<Value, DataSourceError>) {
    let waiters = progress.withLock { progress in
      precondition(!progress.isResolved, "a modification gets its outcome exactly once")
      resolved = outcome
      progress.isResolved = true
      defer { progress.waiters = [] }
      return progress.waiters
    }
    for notify in waiters { notify() }
  }
}

private struct PendingProgress {
  var isResolved = false
  var waiters: [@Sendable () -> Void] = []
}
