internal import RosterCore

extension ListStorage {
  /// The states of all scopes of items, headers and footers as they were at a revision.
  ///
  /// - Complexity: A search for each tree, however often it is named.
  func states(
    of trees: some Collection<TreeID>, at revision: Revision
  ) throws(StorageError) -> [TreeID: [ScopePath: StoredState]] {
    let items = Set(trees.lazy.compactMap(\.item)).sorted()
    let supplements = Set(trees.lazy.compactMap(\.supplement)).sorted()
    var states: [TreeID: [ScopePath: StoredState]] = [:]
    if !items.isEmpty {
      for (item, found) in zip(items, try self.states(of: items, at: revision)) {
        states[.item(item)] = found
      }
    }
    if !supplements.isEmpty {
      for (supplement, found) in zip(supplements, try self.states(of: supplements, at: revision)) {
        states[.supplement(supplement)] = found
      }
    }
    return states
  }
}
