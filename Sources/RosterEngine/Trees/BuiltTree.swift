internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// The tree of an item, header or footer, and what of its states storage does not have yet.
struct BuiltTree: Sendable {
  /// `nil` if a section has no such header or footer.
  var tree: ErasedTree?
  /// What began or ended in a build for which nothing was committed; it goes with the next change of
  /// the tree.
  var unwritten: [StateChange] = []

  /// How large it is, if it was laid out.
  var size: Size? { tree?.layout?.size }

  /// The states of all scopes, as storage keeps them.
  var states: [ScopePath: StoredState] {
    var states: [ScopePath: StoredState] = [:]
    for scope in tree?.scopes ?? [] { states[scope.path] = scope.state }
    return states
  }
}

/// A tree after a modification.
struct UpdatedTree: Sendable {
  var id: TreeID
  var place: TreePlace
  var built: BuiltTree
  /// What is to be stored; nothing if no state is another.
  var changes: [StateChange] = []
  /// How large it was, if it was laid out.
  var formerSize: Size?
  /// Whether there is anything to tell: it was built or laid out again, or is gone.
  var hasChanged = true

  /// How large it is, if it is of another size than before.
  var resized: ChangedSize? { ChangedSize(id, at: place, from: formerSize, to: built.size) }

  var measured: MeasuredTree {
    MeasuredTree(place: place, isThere: built.tree != nil, size: built.size)
  }

  /// The same, of which there is something to tell.
  var shown: UpdatedTree {
    var tree = self
    tree.hasChanged = true
    return tree
  }

  /// The same after the commit of its batch: its changes of state go with the next change of the tree.
  func deferred(at place: TreePlace) -> UpdatedTree {
    var tree = self
    tree.place = place
    if !changes.isEmpty { tree.built.unwritten = changes }
    tree.changes = []
    return tree
  }
}

extension [UpdatedTree] {
  /// What of their states is to be written, in their order.
  var states: [ChangedState] { flatMap { $0.changes.changedStates(at: $0.place) } }

  /// Those that are new or have another size.
  var sizes: [ChangedSize] { compactMap(\.resized) }

  /// Those of which there is anything to tell, as a batch has them.
  func generated<Message>() -> [GeneratedOutput<ComponentTree<Message>>] {
    lazy.filter(\.hasChanged).map { tree in
      GeneratedOutput(
        tree: tree.id, targetPlace: tree.place,
        output: tree.built.tree.map { ComponentTree($0) }, size: tree.built.size)
    }
  }

  func sortedByPlace() -> [UpdatedTree] {
    count < 2 ? self : sorted { $0.place < $1.place }
  }
}

extension [ScopeStateChange] {
  /// The changes of state as those of a tree.
  func stateChanges(of tree: TreeID) -> [StateChange] {
    map { StateChange(StateAddress(tree: tree, scope: $0.scope), $0.state) }
  }
}

extension [ScopePath: StoredState] {
  /// What is to be stored if none of these states is there any more.
  func removals(of tree: TreeID) -> [StateChange] {
    keys.sorted { $0.description < $1.description }.map {
      StateChange(StateAddress(tree: tree, scope: $0), nil)
    }
  }
}
