internal import RosterCore

/// The committed state, and what is known of it.
///
/// Used by the work queue only; it stands behind a lock so that the compiler knows it, too.
struct Committer {
  /// The list as it is in storage.
  private(set) var state: ListState
  private let storage: any ListStorage
  /// Why nothing can be committed any more.
  private var isBroken: StorageError?
  /// Whether a commit failed and storage could not be asked what became of it.
  private var isInDoubt = false

  init(state: ListState, storage: any ListStorage) {
    self.state = state
    self.storage = storage
  }

  /// Commits a group.
  ///
  /// When a commit fails, the storage is asked what is true, since the error may have come after
  /// the changes were safe.
  ///
  /// - Returns: Why the group is not in storage, `nil` if it is.
  mutating func commit(_ group: CommitGroup) -> StorageError? {
    if let isBroken { return isBroken }
    do throws(StorageError) {
      if isInDoubt, try !agrees(with: state.revision) { return isBroken }
      try storage.commit(group)
    } catch {
      guard let isCommitted = isCommitted(group, despite: error) else { return error }
      if !isCommitted { return error }
    }
    state = group.target
    return nil
  }

  /// Whether a group is in storage although its commit failed; `nil` if nobody knows.
  private mutating func isCommitted(_ group: CommitGroup, despite error: StorageError) -> Bool? {
    isInDoubt = true
    guard let stored = try? storage.load().revision else { return nil }
    isInDoubt = false
    if stored == group.target.revision, error.code != .stale { return true }
    if stored != state.revision { breakOff(stored) }
    return false
  }

  /// Whether storage is where this list is; if not, nothing can be committed any more.
  private mutating func agrees(with revision: Revision) throws(StorageError) -> Bool {
    let stored = try storage.load().revision
    isInDoubt = false
    if stored != revision { breakOff(stored) }
    return stored == revision
  }

  private mutating func breakOff(_ stored: Revision) {
    isBroken = StorageError(
      .stale,
      "the list in storage is at revision \(stored), this one at \(state.revision): another writer "
        + "has changed it; open it again")
  }
}
