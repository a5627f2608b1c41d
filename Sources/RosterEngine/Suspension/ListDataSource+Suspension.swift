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
  ///       …                                // tell the user, make room, forget what was queued
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
