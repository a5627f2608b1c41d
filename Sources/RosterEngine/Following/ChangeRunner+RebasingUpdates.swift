internal import RosterCore

/// Trees with new states, made before others have come first.
struct RebasedUpdates {
  /// Those that are as right as before, ascending by place.
  var trees: [UpdatedTree] = []
  /// Why the others are not.
  var conflicts: [TreeID: DataSourceError] = [:]
}

extension ChangeRunner {
  /// Puts trees with new states on top of what others have committed meanwhile.
  ///
  /// An update is run once and no more. If nobody has touched its tree, what it has made is as right
  /// as before; if somebody has, it was made of a state or a model that is gone, and fails.
  ///
  /// - Throws: If it cannot be read where the trees stand.
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
