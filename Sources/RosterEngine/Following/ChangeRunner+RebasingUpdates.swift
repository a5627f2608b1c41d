internal import RosterCore

extension ChangeRunner {
  /// Items with new states, on top of what others have committed meanwhile.
  ///
  /// An update is run once and no more. If nobody has touched its item, what it has made is as right
  /// as before; if somebody has, it was made of a state or a model that is gone, and fails.
  func rebase(
    _ items: [UpdatedItem], onto followed: Followed
  ) -> (items: [UpdatedItem], conflicts: [ItemID: DataSourceError]) {
    let state = committer.withLock { $0.state }
    var rebased: [UpdatedItem] = []
    var conflicts: [ItemID: DataSourceError] = [:]
    for var item in items {
      if followed.touched.contains(.item(item.id)) {
        conflicts[item.id] = .conflict(followed.conflict)
        continue
      }
      do throws(StorageError) {
        guard let path = try state.path(of: item.id) else {
          conflicts[item.id] = .noSuchItem(.id(item.id))
          continue
        }
        item.path = path
        rebased.append(item)
      } catch {
        conflicts[item.id] = .storage(error)
      }
    }
    return (rebased.sorted { $0.path < $1.path }, conflicts)
  }
}
