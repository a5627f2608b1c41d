internal import RosterCore

extension [StateAssignment] {
  /// What the assignments write, ascending by path; of those to the same scope the last one counts.
  ///
  /// - Parameter target: The list after the changeset that they go with.
  /// - Throws: `noSuchItem`; or `storage` if a page cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* assignments.
  func resolved(in target: ListState) throws(DataSourceError) -> [ChangedState] {
    var states: [ChangedState] = []
    var indexes: [StateAddress: Int] = [:]
    for assignment in self {
      let (id, path) = try assignment.item.resolved(in: target)
      let state = ChangedState(
        id: id, targetPath: path, scope: assignment.scope, state: assignment.state)
      if let index = indexes[state.address] {
        states[index] = state
      } else {
        indexes[state.address] = states.count
        states.append(state)
      }
    }
    return states.sortedByPath()
  }
}

extension ItemReference {
  /// Who is meant, and where it stands.
  ///
  /// - Throws: `noSuchItem`; or `storage` if a page cannot be read.
  func resolved(in state: ListState) throws(DataSourceError) -> (id: ItemID, path: ItemPath) {
    do throws(StorageError) {
      switch self {
      case .id(let id):
        if let path = try state.path(of: id) { return (id, path) }
      case .path(let path):
        if let id = try state.itemID(at: path) { return (id, path) }
      }
    } catch {
      throw .storage(error)
    }
    throw .noSuchItem(self)
  }
}

extension [ChangedState] {
  /// Ascending by path; those of an item stay in their order.
  func sortedByPath() -> [ChangedState] {
    // The standard library's sort is stable in fact, but does not promise it.
    enumerated().sorted { ($0.element.targetPath, $0.offset) < ($1.element.targetPath, $1.offset) }
      .map(\.element)
  }
}
