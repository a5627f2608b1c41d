internal import RosterComponents
internal import RosterCore
internal import RosterEngine
internal import RosterLayout

/// The tree of an item, header or footer, and its states that are not in storage yet.
struct BuiltTree: Sendable {
  /// The tree; `nil` if the section has no such header or footer.
  var tree: ErasedTree?
  /// States that began or ended in a build without a commit. They are stored with the next change
  /// of the tree.
  var unwritten: [StateChange] = []

  /// The size, if the tree was laid out.
  var size: Size? { tree?.layout?.size }

  func measured(at place: TreePlace) -> MeasuredTree {
    MeasuredTree(place: place, isThere: tree != nil, size: size)
  }

  /// The states of all scopes, in their stored form.
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
  /// The state changes to store; empty if no state changed.
  var changes: [StateChange] = []
  /// The size before, if the tree was laid out.
  var formerSize: Size?
  /// Whether a batch must report the tree: it was built or laid out again, or was removed.
  var hasChanged = true

  /// The change of size, if the size differs from the former one.
  var resized: ChangedSize? { ChangedSize(id, at: place, from: formerSize, to: built.size) }

  var measured: MeasuredTree { built.measured(at: place) }

  /// Returns the same tree at a new place, for publishing after the commit of its batch. Its state
  /// changes are stored with the next change of the tree.
  func deferred(at place: TreePlace) -> UpdatedTree {
    var tree = self
    tree.place = place
    if !changes.isEmpty { tree.built.unwritten = changes }
    tree.changes = []
    // An earlier batch announced the tree, so a later one reports it in any case.
    tree.hasChanged = true
    return tree
  }
}

extension [UpdatedTree] {
  /// The state changes to store, in the order of the trees.
  var states: [ChangedState] { flatMap { $0.changes.changedStates(at: $0.place) } }

  /// The sizes that are new or have changed.
  var sizes: [ChangedSize] { compactMap(\.resized) }

  /// Returns the changed trees as outputs of a batch.
  func generated<Message>() -> [GeneratedOutput<ComponentTree<Message>>] {
    // A loop, since the type of what closures return would be asked for again and again.
    var outputs: [GeneratedOutput<ComponentTree<Message>>] = []
    for tree in self where tree.hasChanged {
      outputs.append(
        GeneratedOutput(
          tree: tree.id, targetPlace: tree.place,
          output: tree.built.tree.map { ComponentTree($0) }, size: tree.built.size))
    }
    return outputs
  }

  func sortedByPlace() -> [UpdatedTree] {
    count < 2 ? self : sorted { $0.place < $1.place }
  }
}

extension [ScopeStateChange] {
  /// Returns these changes as state changes of a tree.
  func stateChanges(of tree: TreeID) -> [StateChange] {
    map { StateChange(StateAddress(tree: tree, scope: $0.scope), $0.state) }
  }
}

extension [ScopePath: StoredState] {
  /// Returns the changes that remove all of these states from storage.
  func removals(of tree: TreeID) -> [StateChange] {
    keys.sorted { $0.description < $1.description }.map {
      StateChange(StateAddress(tree: tree, scope: $0), nil)
    }
  }
}

/// The conditions under which the trees of a list are built and laid out.
struct TreeConditions: Equatable, Sendable {
  /// The environment at the root of every tree.
  var environment: ComponentEnvironment
  /// The layout constraints of every tree; `nil` if trees are not laid out.
  var constraints: LayoutConstraints?
}
