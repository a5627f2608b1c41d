internal import RosterConcurrency
public import RosterCore

/// Why a list accepts no changes: storage failed one, and nothing that was queued without knowledge
/// of the failure may be applied.
///
/// Storage that was only busy is no such failure: it has written nothing, and the list goes on.
///
/// Everything that was pending has failed as well, and new changes are refused until a caller
/// resumes the list (``ListDataSource/resume(after:)``). So the list has no gaps: it holds what was
/// queued up to the failure, and nothing after it. Readers and subscribers are unaffected.
public struct WriteSuspension: Sendable {
  /// The number of the suspension, from 1. A list may be suspended again after it was resumed.
  public let number: Int
  /// The revision that the failed modification would have made. The list is at the one before.
  public let revision: Revision
  /// The origin of the failed modification.
  public let origin: String?
  /// How storage failed.
  public let cause: StorageError
}

extension WriteSuspension: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String { description(until: "the list is resumed") }

  /// What happened, and what to do about it, where a list is resumed in another way.
  ///
  /// - Parameter remedy: What has to happen.
  package func description(until remedy: String) -> String {
    "the change to revision \(revision)" + (origin.map { " (origin \($0))" } ?? "")
      + " failed in storage, and nothing is applied until \(remedy): \(cause)"
  }
}

extension ListDataSource {
  /// Why the list accepts no changes, `nil` if it does.
  ///
  /// It is set before any caller learns the outcome of the modification that storage failed.
  public var suspension: WriteSuspension? { runner.pipeline.withLock { $0.suspension } }

  /// Accepts changes again after a storage failure. The caller confirms that it knows that what was
  /// pending is lost.
  ///
  ///     do {
  ///       try await list.apply(changeset)
  ///     } catch DataSourceError.storage, DataSourceError.suspended {
  ///       guard let suspension = list.suspension else { return }
  ///       tellUser(suspension.cause)  // and make room, forget what was queued
  ///       list.resume(after: suspension)
  ///     }
  ///
  /// Has no effect on a suspension that has ended already. So of several callers that saw the same
  /// suspension the first resumes, and none resumes after a later failure that it has not seen. The
  /// caller that resumes acts for all: what other callers queue from then on is verified against
  /// the current list, so they must have learned of the failure before. They learn of it from their
  /// own outcomes, from ``suspension``, or as listeners (``PipelineEvent/suspended(_:)``).
  ///
  /// - Parameter suspension: The ``suspension`` of this list that the caller has seen, or that of a
  ///   ``DataSourceError/suspended(_:)``.
  /// - Returns: Whether this call has resumed the list; `false` if the suspension has ended
  ///   already.
  @discardableResult
  public func resume(after suspension: WriteSuspension) -> Bool {
    runner.resume(after: suspension)
  }
}

/// A modification that failed in storage.
struct StorageFailure {
  var cause: StorageError
  /// The origin of the modification.
  var origin: String?

  /// - Returns: `nil` if storage did not cause the error.
  init?(_ error: DataSourceError?, of annotation: ChangeAnnotation) {
    guard let cause = error?.storageFailure else { return nil }
    self.cause = cause
    origin = annotation.origin
  }
}

extension DataSourceError {
  /// Whether storage has failed, so that the list takes nothing more until it is resumed. Any other error
  /// concerns only what was refused, also that storage was `busy`.
  public var isStorageFailure: Bool {
    if case .suspended = self { true } else { storageFailure != nil }
  }

  /// The storage error that suspends the list, `nil` if there is none.
  ///
  /// A value that cannot be encoded or decoded, or a key that is not known, concerns only its item; a
  /// revision that is no longer kept was removed on purpose; and storage that is busy has changed nothing
  /// and may soon be free. None of these affects what waits, unless it was verified on top of what failed.
  package var storageFailure: StorageError? {
    guard case .storage(let error) = self else { return nil }
    switch error.code {
    case .undecodable, .newerModel, .unencodable, .keyRequired, .compacted, .busy: return nil
    default: return error
    }
  }
}

extension ModificationRunner {
  /// Suspends the list until it is resumed. Called on the work queue once nothing more of the group
  /// will be committed.
  ///
  /// - Returns: The suspension, and what waited, which has no outcome yet.
  func suspend(
    after failure: StorageFailure
  ) -> (suspension: WriteSuspension, refused: [any Modification]) {
    let state = committer.withLock { $0.state }
    return pipeline.withLock { pipeline in
      let suspended = pipeline.storageFailed(failure, leaving: state)
      observation?.note(.suspended(suspended.suspension))
      return suspended
    }
  }

  /// Resumes the list, unless the suspension has ended already.
  func resume(after suspension: WriteSuspension) -> Bool {
    pipeline.withLock { pipeline in
      guard pipeline.resume(after: suspension) else { return false }
      observation?.note(.resumed(suspension))
      return true
    }
  }
}
