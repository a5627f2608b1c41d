public import RosterCore

/// A state that a batch wrote or removed.
public struct ChangedState: Hashable, Sendable {
  /// The item, header or footer whose components have the scope.
  public let tree: TreeID
  /// The place of the tree in the target of the batch.
  public let targetPlace: TreePlace
  /// The scope within the components.
  public let scope: ScopePath
  /// The state after the batch, `nil` if the scope no longer has one.
  public let state: StoredState?

  /// Where the state is stored.
  package var address: StateAddress { StateAddress(tree: tree, scope: scope) }

  package var change: StateChange { StateChange(address, state) }
}

extension [ChangedState] {
  /// The addresses of the states, in order.
  var addresses: [StateAddress] { map(\.address) }

  /// The states after the batch, in order.
  var states: [StoredState?] { map(\.state) }

  /// Returns the states ascending by place. States of the same tree keep their order.
  func sortedByPlace() -> [ChangedState] {
    // The standard library's sort is stable in practice, but this is not guaranteed.
    enumerated().sorted {
      ($0.element.targetPlace, $0.offset) < ($1.element.targetPlace, $1.offset)
    }
    .map(\.element)
  }

  /// Returns the trees that have any of these states, each once, except `touched`.
  package func trees(besides touched: Set<TreeID>) -> [PlacedTree] {
    var seen = touched
    return filter { seen.insert($0.tree).inserted }.map {
      PlacedTree(id: $0.tree, place: $0.targetPlace)
    }
  }

  /// Returns these states and those of other trees, ascending by place.
  package func merged(with others: [ChangedState]) -> [ChangedState] {
    if others.isEmpty { return self }
    return isEmpty ? others : (self + others).sortedByPlace()
  }

  /// Adds a state, unless its tree is gone.
  mutating func add(
    _ state: StoredState?, at address: StateAddress, in target: ListState
  ) throws(StorageError) {
    guard let place = try target.place(of: address.tree) else { return }
    append(
      ChangedState(tree: address.tree, targetPlace: place, scope: address.scope, state: state))
  }
}

extension [StateChange] {
  /// Returns these changes followed by later ones; of several to the same scope the last counts.
  package func followed(by later: [StateChange]) -> [StateChange] {
    if isEmpty { return later }
    if later.isEmpty { return self }
    let overridden = Set(later.lazy.map(\.address))
    return filter { !overridden.contains($0.address) } + later
  }

  /// Returns these changes of a tree's states in the form that a batch has them.
  package func changedStates(at place: TreePlace) -> [ChangedState] {
    map {
      ChangedState(
        tree: $0.address.tree, targetPlace: place, scope: $0.address.scope, state: $0.state)
    }
  }
}
