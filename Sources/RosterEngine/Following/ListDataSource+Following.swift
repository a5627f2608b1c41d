internal import RosterCore

extension ListDataSource {
  /// Reads a list; with all its pages if other writers also write it.
  static func load(
    _ storage: any ListStorage, isShared: Bool
  ) throws(StorageError) -> ListState {
    guard isShared else { return try storage.load() }
    guard let journal = storage as? any JournalStorage else {
      throw StorageError(
        .failed, "the storage of this list cannot be shared: it tells of no changes")
    }
    return try journal.loadWhole()
  }

  /// Starts applying commits of other writers, if the list is shared.
  func followOthers() {
    guard configuration.isShared, let journal else { return }
    let follower = ListFollower(self, journal)
    runner.follower.withLock {
      $0 = Follower { (state) throws(StorageError) in try follower.revisions(after: state) }
    }
    let watch = runner.executor.watch(journal) { [weak runner] in runner?.wake() }
    self.watch.withLock { $0 = watch }
    // Other writers may have committed since the list was read.
    runner.wake()
  }

  func stopFollowing() {
    runner.follower.withLock { $0 = nil }
    watch.withLock { watch in
      watch?.cancel()
      watch = nil
    }
  }
}
