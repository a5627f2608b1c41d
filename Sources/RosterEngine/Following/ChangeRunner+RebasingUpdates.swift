internal import RosterCore

/// Trees with new states that were made before other writers committed.
struct RebasedUpdates {
  /// The trees that are still valid, ascending by place.
  var trees: [UpdatedTree] = []
  /// Why the others are not valid.
  var conflicts: [TreeID: DataSourceError] = [:]
}

extension ChangeRunner {
  /// Moves trees with new states on top of commits of other writers.
  ///
  /// An update runs only once. Its tree is still valid if no commit touched it. Otherwise the
  /// update was made from a state or model that is gone, and fails.
  ///
  /// - Throws: If the places of the trees cannot be read.
  func rebase(_ updates: inout RebasedUpdates, onto followed: Followed) throws(StorageError) {
    let state = committer.withLock { $0.state }
    var trees: [UpdatedTree] = []
    var conflicts: [TreeID: DataSourceError] = [:]
    for var tree in updates.trees {
      if followed.touched.contains(tree.id) {
        conflicts[tree.id] = .conflict(followed.conflict)
        continue
      }
      guard let place = try state.place(of: tree.id) else {
        conflicts[tree.id] = TreeReference(tree.id).absence
        continue
      }
      tree.place = place
      trees.append(tree)
    }
    updates.trees = trees.sortedByPlace()
    updates.conflicts.merge(conflicts) { first, _ in first }
    observation?.note(
      .rebased(
        RebasedWork(
          conflict: followed.conflict, keptCount: trees.count, conflictCount: conflicts.count)))
  }
}
