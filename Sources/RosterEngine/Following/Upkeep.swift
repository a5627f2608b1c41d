internal import RosterConcurrency
internal import RosterCore

/// Has a list that shows something else follow it: at most one change that does so waits, and what became of the last one
/// is known.
package final class Upkeep: Sendable {
  private struct Progress {
    /// Whether a change that follows waits.
    var isQueued = false
    var attemptCount = 0
    /// The last attempt that has ended, and why it failed.
    var lastEnded = 0
    var failure: (any Error)?
    var lastFailure = ContinuousClock.now
    /// How long nothing is tried after the last failure, except because of what is known to have changed.
    var delay = Duration.zero
  }

  /// The list has everything already, so that no revision is made.
  package struct NothingNew: Error {
    /// Makes the error.
    package init() {}
  }

  /// In a structure, because a closure that is guarded itself is wrapped anew at each access.
  private struct Listener {
    var listen: @Sendable () -> Void = {}
  }

  private let progress = Guarded(Progress())
  private let listener = Guarded(Listener())

  /// Makes the upkeep of a list that was not tried yet.
  package init() {}

  /// Why the list could not be brought up to date the last time; `nil` if it could.
  package var failure: (any Error)? { progress.withLock { $0.failure } }

  /// Has a closure called when the list cannot be brought up to date, each time that is tried, and when it can again; on any
  /// thread.
  package func setFailureListener(_ listen: @escaping @Sendable () -> Void) {
    listener.withLock { $0.listen = listen }
  }

  /// Whether it is time to try, if nothing is known to have changed: after a failure less and less often.
  package var isDue: Bool { progress.withLock { $0.lastFailure + $0.delay <= .now } }

  /// Forgets how long to wait after the last failure.
  package func retrySoon() { progress.withLock { $0.delay = .zero } }

  /// Is called when the turn of a change has come: what changes from now on queues another one.
  package func begins() { progress.withLock { $0.isQueued = false } }

  /// Queues a change that follows when its turn comes, unless one waits.
  ///
  /// - Parameters:
  ///   - retry: Is called after the change has failed, to queue it again after a delay, unless something else has brought
  ///     the list up to date; the delay is longer after each failure.
  ///   - enqueue: Queues the change, which calls ``begins()``.
  package func queue<Outcome>(
    retry: (@Sendable (Duration) -> Void)? = nil, _ enqueue: () throws -> Pending<Outcome>
  ) {
    let isFirst = progress.withLock { progress in
      defer { progress.isQueued = true }
      return !progress.isQueued
    }
    guard isFirst else { return }
    let attempt = begin()
    do {
      let pending = try enqueue()
      pending.whenResolved { [weak self, weak pending] in
        switch pending?.outcome {
        case .failure(let error): self?.end(attempt, error, retry)
        case .success, nil: self?.end(attempt, nil)
        }
      }
    } catch {
      end(attempt, error, retry)
    }
  }

  private func end(
    _ attempt: Int, _ error: any Error, _ retry: (@Sendable (Duration) -> Void)?
  ) {
    guard end(attempt, error) != nil else { return }
    retry?(progress.withLock { $0.delay })
  }

  /// Carries out a change that follows, and waits for it.
  package func bringUpToDate(_ change: () async throws -> Void) async throws {
    let attempt = begin()
    do {
      try await change()
      end(attempt, nil)
    } catch {
      if let failure = end(attempt, error) { throw failure }
    }
  }

  /// Carries out a change that follows, on the calling thread.
  package func bringUpToDateNow(_ change: () throws -> Void) throws {
    let attempt = begin()
    do {
      try change()
      end(attempt, nil)
    } catch {
      if let failure = end(attempt, error) { throw failure }
    }
  }

  /// Notes that a change which had other things to do as well has brought the list up to date.
  ///
  /// - Parameter attempt: What ``begin()`` returned when the change looked at what the list shows. What is committed
  ///   behind that is for later attempts, which may end first.
  package func hasFollowed(_ attempt: Int) { end(attempt, nil) }

  /// Returns the number of an attempt that begins now.
  package func begin() -> Int {
    progress.withLock { progress in
      progress.attemptCount += 1
      return progress.attemptCount
    }
  }

  /// Notes how an attempt has ended, unless a later one has.
  ///
  /// - Returns: Why the list is not up to date; `nil` if it is.
  @discardableResult
  private func end(_ attempt: Int, _ error: (any Error)?) -> (any Error)? {
    var failure = error
    if case DataSourceError.thrown(let thrown)? = error { failure = thrown }
    if failure is NothingNew { failure = nil }
    let isWorthTelling = progress.withLock { [failure] progress in
      // Nothing of it was called if it could not be queued.
      if failure != nil { progress.isQueued = false }
      guard attempt > progress.lastEnded else { return false }
      defer { progress.failure = failure }
      progress.lastEnded = attempt
      progress.lastFailure = .now
      progress.delay =
        failure == nil ? .zero : min(max(progress.delay * 2, .milliseconds(100)), .seconds(30))
      return progress.failure != nil || failure != nil
    }
    if isWorthTelling { listener.withLock { $0.listen }() }
    return failure
  }
}

extension ListDataSource {
  /// Queues a change that brings the list up to date with what it shows.
  ///
  /// - Parameter body: As in ``change(_:qos:_:)``. It may give the draft the annotation of the change.
  package func enqueueUpkeep(
    _ body: @escaping @Sendable (inout Draft) throws -> Void
  ) throws(DataSourceError) -> Pending<Batch> {
    try submit(upkeep(.queued(.default), body))
  }

  /// Carries out a change that brings the list up to date with what it shows, on the calling thread.
  package func keepUpSynchronously(
    _ body: @escaping @Sendable (inout Draft) throws -> Void
  ) throws(DataSourceError) {
    _ = try runner.submitAndWait(upkeep(.synchronous, body))
  }

  /// Calls a closure after a delay, by the clock that the list has.
  package func call(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
    runner.executor.call(after: delay, body)
  }

  /// Runs a closure on the journal queue later, between what subscribers read there.
  package func readInBackground(_ body: @escaping @Sendable () -> Void) {
    runner.executor.readJournal(body)
  }

  private func upkeep(
    _ mode: ModificationMode, _ body: @escaping @Sendable (inout Draft) throws -> Void
  ) -> some Modification<Batch> {
    DraftModification(ChangeAnnotation(), mode, self, keepsUp: true) { _, draft in try body(&draft)
    }
  }
}
