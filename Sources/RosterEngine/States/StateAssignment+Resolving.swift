internal import RosterCore

extension [StateAssignment] {
  /// What the assignments write, ascending by place; of those to the same scope the last one counts.
  ///
  /// - Parameter target: The list after the changeset that they go with.
  /// - Throws: `noSuchItem`, `noSuchSupplement`; or `storage` if a page cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* assignments.
  func resolved(in target: ListState) throws(DataSourceError) -> [ChangedState] {
    var states: [ChangedState] = []
    var indexes: [StateAddress: Int] = [:]
    for assignment in self {
      let (tree, place) = try assignment.tree.resolved(in: target)
      let state = ChangedState(
        tree: tree, targetPlace: place, scope: assignment.scope, state: assignment.state)
      let index = indexes[state.address, default: states.count]
      if index < states.count {
        states[index] = state
      } else {
        indexes[state.address] = index
        states.append(state)
      }
    }
    return states.sortedByPlace()
  }
}

extension TreeReference {
  /// Which tree is meant, and where it stands.
  ///
  /// - Throws: `noSuchItem`, `noSuchSupplement`; or `storage` if a page cannot be read.
  func resolved(in state: ListState) throws(DataSourceError) -> (id: TreeID, place: TreePlace) {
    switch self {
    case .item(let item):
      let (id, path) = try item.resolved(in: state)
      return (.item(id), .item(path))
    case .supplement(let supplement):
      guard let section = supplement.section.resolved(in: state) else {
        throw .noSuchSupplement(supplement)
      }
      return (
        .supplement(SupplementID(supplement.kind, of: section.id)),
        .supplement(supplement.kind, ofSection: section.index)
      )
    }
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
