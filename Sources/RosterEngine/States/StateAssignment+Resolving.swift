internal import RosterCore

extension [StateAssignment] {
  /// What the assignments write, ascending by path; of those to the same scope the last one counts.
  ///
  /// - Parameter target: The list after the changeset that they go with.
  /// - Throws: `noSuchItem`, `noSuchSupplement`; or `storage` if a page cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* assignments.
  func resolved(in target: ListState) throws(DataSourceError) -> ChangedStates {
    var items = StateRow<ChangedState>()
    var supplements = StateRow<ChangedSupplementState>()
    for assignment in self {
      switch assignment.tree {
      case .item(let item):
        let (id, path) = try item.resolved(in: target)
        let state = ChangedState(
          id: id, targetPath: path, scope: assignment.scope, state: assignment.state)
        items.set(state, at: state.address)
      case .supplement(let supplement):
        guard let section = supplement.section.resolved(in: target) else {
          throw .noSuchSupplement(supplement)
        }
        let state = ChangedSupplementState(
          id: SupplementID(supplement.kind, of: section.id), targetSection: section.index,
          scope: assignment.scope, state: assignment.state)
        supplements.set(state, at: state.address)
      }
    }
    return ChangedStates(
      items: items.states.sortedByPath(), supplements: supplements.states.sortedBySection())
  }
}

/// States in a row; of those at one address the last one counts, in the place of the first.
private struct StateRow<State> {
  private(set) var states: [State] = []
  private var indexes: [StateAddress: Int] = [:]

  mutating func set(_ state: State, at address: StateAddress) {
    if let index = indexes[address] {
      states[index] = state
    } else {
      indexes[address] = states.count
      states.append(state)
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

extension [ChangedState] {
  /// Ascending by path; those of an item stay in their order.
  func sortedByPath() -> [ChangedState] {
    // The standard library's sort is stable in fact, but does not promise it.
    enumerated().sorted { ($0.element.targetPath, $0.offset) < ($1.element.targetPath, $1.offset) }
      .map(\.element)
  }
}
