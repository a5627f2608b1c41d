internal import RosterCore

/// What others have committed, as the pipeline sees it: without the types of the list.
protocol Follower: AnyObject, Sendable {
  /// What others have committed after a state, in order; nothing if they have not, and not
  /// everything if it is much.
  func revisions(after state: ListState) throws(StorageError) -> [FollowedRevision]
}

/// A revision of another writer.
struct FollowedRevision {
  var target: ListState
  /// Whose model it changed or removed, or of which it wrote a state.
  var touched: [TreeID]
  /// Shows it to everybody.
  var publish: () -> Void
}

/// What a data source has taken over from others in one go.
struct Followed {
  /// The revision before.
  var base: Revision
  /// The revision after.
  var current: Revision
  /// Whose model was changed or removed, or of which a state was written.
  var touched: Set<TreeID> = []
  /// Why it could not go on.
  var failure: StorageError?

  var conflict: WriteConflict { WriteConflict(base: base, current: current) }

  /// What a modification fails with that could not be committed, since others came first.
  func failure(after error: StorageError) -> DataSourceError {
    if let failure { return .storage(failure) }
    return current > base ? .conflict(conflict) : .storage(error)
  }
}
