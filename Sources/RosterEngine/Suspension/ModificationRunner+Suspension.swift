internal import RosterCore

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
  /// The storage error that suspends the list, `nil` if there is none.
  ///
  /// A value that cannot be encoded or decoded concerns only its item, and a revision that is no
  /// longer kept was removed on purpose. Neither affects what waits.
  var storageFailure: StorageError? {
    guard case .storage(let error) = self else { return nil }
    switch error.code {
    case .undecodable, .unencodable, .compacted: return nil
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
