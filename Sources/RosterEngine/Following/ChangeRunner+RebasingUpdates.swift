internal import RosterCore

/// Items with new states, made before others have come first.
struct RebasedUpdates {
  /// Those that are as right as before, ascending by path.
  var items: [UpdatedItem] = []
  /// Why the others are not.
  var conflicts: [ItemID: DataSourceError] = [:]
}

extension ChangeRunner {
  /// Puts items with new states on top of what others have committed meanwhile.
  ///
  /// An update is run once and no more. If nobody has touched its item, what it has made is as right
  /// as before; if somebody has, it was made of a state or a model that is gone, and fails.
  ///
  /// - Throws: If it cannot be read where the items stand.
  func rebase(_ updates: inout RebasedUpdates, onto followed: Followed) throws(StorageError) {
    let state = committer.withLock { $0.state }
    var items: [UpdatedItem] = []
    var conflicts: [ItemID: DataSourceError] = [:]
    for var item in updates.items {
      if followed.touched.contains(.item(item.id)) {
        conflicts[item.id] = .conflict(followed.conflict)
        continue
      }
      guard let path = try state.path(of: item.id) else {
        conflicts[item.id] = .noSuchItem(.id(item.id))
        continue
      }
      item.path = path
      items.append(item)
    }
    updates.items = items.sorted { $0.path < $1.path }
    updates.conflicts.merge(conflicts) { first, _ in first }
    observation?.note(
      .rebased(
        RebasedWork(
          conflict: followed.conflict, keptCount: items.count, conflictCount: conflicts.count)))
  }
}
