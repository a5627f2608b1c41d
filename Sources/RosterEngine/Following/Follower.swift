internal import RosterCore

/// Reads commits of other writers for the work queue, without the types of the list.
struct Follower: Sendable {
  /// Returns commits of other writers after a state, in order; empty if there are none. If there
  /// are many, returns only the first ones.
  var revisions: @Sendable (_ after: ListState) throws(StorageError) -> [FollowedRevision]
}

/// A revision of another writer.
struct FollowedRevision {
  var target: ListState
  /// The trees whose model was changed or removed, or of which a state was written.
  var touched: [TreeID]
  /// Publishes the revision to subscribers and readers.
  var publish: () -> Void
}

/// The revisions of other writers that were applied together.
struct Followed {
  /// The revision before.
  var base: Revision
  /// The revision after.
  var current: Revision
  /// The trees whose model was changed or removed, or of which a state was written.
  var touched: Set<TreeID> = []
  /// Why it stopped early; `nil` if it did not.
  var failure: StorageError?

  var conflict: WriteConflict { WriteConflict(base: base, current: current) }

  /// Returns the error for a modification that could not be committed because other writers
  /// committed first.
  func failure(after error: StorageError) -> DataSourceError {
    if let failure { return .storage(failure) }
    return current > base ? .conflict(conflict) : .storage(error)
  }
}
