internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// The tree of an item, and what of its states storage does not have yet.
struct BuiltItem: Sendable {
  var tree: ErasedTree
  /// What began or was forgotten in a build for which nothing was committed; it goes with the next
  /// change of the item.
  var unwritten: [StateChange] = []

  /// How large the item is, if it was laid out.
  var size: Size? { tree.layout?.size }

  /// The states of all scopes, as storage keeps them.
  var states: [ScopePath: StoredState] {
    var states: [ScopePath: StoredState] = [:]
    for scope in tree.scopes { states[scope.path] = scope.state }
    return states
  }
}

extension TreeBuild<any Sendable> {
  /// The changes of state as those of an item.
  func stateChanges(of item: ItemID) -> [StateChange] { stateChanges.stateChanges(of: .item(item)) }

  /// The changes of state as those of a header or footer.
  func stateChanges(of supplement: SupplementID) -> [StateChange] {
    stateChanges.stateChanges(of: .supplement(supplement))
  }
}

extension [ScopeStateChange] {
  /// The changes of state as those of a tree.
  func stateChanges(of tree: TreeID) -> [StateChange] {
    map { StateChange(StateAddress(tree: tree, scope: $0.scope), $0.state) }
  }
}
