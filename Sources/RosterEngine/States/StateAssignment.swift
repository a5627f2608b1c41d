public import RosterCore

/// A state to write together with a changeset, as given.
///
/// Undo, replay and tests write states this way. Code that knows the component updates it instead.
public struct StateAssignment: Hashable, Sendable {
  /// The tree whose state it is, in the target of the changeset.
  public var tree: TreeReference
  /// The scope within the components.
  public var scope: ScopePath
  /// The new state; `nil` removes the state of the scope.
  public var state: StoredState?

  /// Makes an assignment of its parts.
  public init(tree: TreeReference, scope: ScopePath, state: StoredState?) {
    self.tree = tree
    self.scope = scope
    self.state = state
  }

  /// Makes an assignment to a scope of an item.
  public init(item: ItemReference, scope: ScopePath, state: StoredState?) {
    self.init(tree: .item(item), scope: scope, state: state)
  }

  /// Makes an assignment to a scope of a header or footer.
  public init(supplement: SupplementReference, scope: ScopePath, state: StoredState?) {
    self.init(tree: .supplement(supplement), scope: scope, state: state)
  }
}

extension [StateAssignment] {
  /// The trees that are named by place, which must exist.
  var places: [TreeReference] { map(\.tree).filter(\.goesByPlace) }

  /// Returns what the assignments write, ascending by place. Of several assignments to the same
  /// scope the last counts.
  ///
  /// - Parameter target: The list after the changeset that they belong to.
  /// - Throws: `noSuchItem`, `noSuchSupplement`; or `storage` if a page cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* assignments.
  func resolved(in target: ListState) throws(DataSourceError) -> [ChangedState] {
    var states: [ChangedState] = []
    var indexes: [StateAddress: Int] = [:]
    for assignment in self {
      let tree = try assignment.tree.resolved(in: target)
      let state = ChangedState(
        tree: tree.id, targetPlace: tree.place, scope: assignment.scope, state: assignment.state)
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
