internal import RosterCore

/// A modification that storage has failed.
struct StorageFailure {
  var cause: StorageError
  /// The origin of the modification.
  var origin: String?

  /// - Returns: `nil` if storage is not to blame for the error.
  init?(_ error: DataSourceError?, of annotation: ChangeAnnotation) {
    guard let cause = error?.storageFailure else { return nil }
    self.cause = cause
    origin = annotation.origin
  }
}

extension DataSourceError {
  /// How storage has failed; `nil` if it has not.
  ///
  /// A value that does not encode or decode concerns its item, and a revision that is no longer kept
  /// was removed on purpose: neither says anything about what waits.
  var storageFailure: StorageError? {
    guard case .storage(let error) = self else { return nil }
    switch error.code {
    case .undecodable, .unencodable, .compacted: return nil
    default: return error
    }
  }
}

extension ChangeRunner {
  /// Takes nothing more until the list is resumed; on the work queue, when nothing more of the group
  /// that was taken will be committed.
  ///
  /// - Returns: Gives what waited, and `unfinished` before it, the outcome.
  func suspend(
    after failure: StorageFailure, unfinished: [Queue.Modification]
  ) -> () -> Void {
    let state = committer.withLock { $0.state }
    let (suspension, refused) = pipeline.withLock { pipeline in
      let suspended = pipeline.storageFailed(failure, leaving: state)
      observation?.note(.suspended(suspended.suspension))
      return suspended
    }
    return {
      for modification in unfinished + refused { modification.fail(.suspended(suspension)) }
    }
  }

  /// Takes changes again, unless the suspension has ended already.
  func resume(after suspension: WriteSuspension) -> Bool {
    pipeline.withLock { pipeline in
      guard pipeline.resume(after: suspension) else { return false }
      observation?.note(.resumed(suspension))
      return true
    }
  }
}

extension Pipeline.Modification where Change == any QueuedChange, Update == QueuedModification {
  /// The modification has failed: gives its caller the outcome.
  func fail(_ error: DataSourceError) {
    switch self {
    case .change(let change): change.fail(error)
    case .update(let update): update.fail(error)
    }
  }
}
