extension ListDataSource {
  /// Why the list takes no changes, `nil` if it does.
  ///
  /// It is there before any caller has the outcome of the modification that storage has failed.
  public var suspension: WriteSuspension? { runner.pipeline.withLock { $0.suspension } }

  /// Takes changes again after storage has failed: the caller knows that what was pending is lost.
  ///
  ///     do {
  ///       try await list.apply(changeset)
  ///     } catch DataSourceError.storage, DataSourceError.suspended {
  ///       guard let suspension = list.suspension else { return }
  ///       …                                // tell the user, make room, forget what was queued
  ///       list.resume(after: suspension)
  ///     }
  ///
  /// A suspension that has ended already is left alone, so of several callers that have seen the same
  /// one the first resumes, and none resumes after a later failure that it has not seen. The one that
  /// resumes speaks for all: what others queue from then on is verified against the list as it is now,
  /// so they must have learned of the failure before. They learn it from their own outcomes, from
  /// ``suspension``, or as listeners (``PipelineEvent/suspended(_:)``).
  ///
  /// - Parameter suspension: What the caller knows: the ``suspension`` of this list, or that of a
  ///   ``DataSourceError/suspended(_:)``.
  /// - Returns: Whether this has resumed the list: not if the suspension has ended already.
  @discardableResult
  public func resume(after suspension: WriteSuspension) -> Bool {
    runner.resume(after: suspension)
  }
}
