internal import RosterCore

extension ListDataSource {
  /// Reads a list; whole if others write it as well.
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

  /// Has what others commit be taken over from now on, if they do.
  func followOthers() {
    guard configuration.isShared, let journal else { return }
    runner.follower.withLock { $0 = ListFollower(self, journal) }
    let watch = journal.watch { [weak runner] in runner?.wake() }
    self.watch.withLock { $0 = watch }
    // Something may have been committed since the list was read.
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
