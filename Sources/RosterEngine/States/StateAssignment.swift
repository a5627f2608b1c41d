public import RosterCore

/// A state that is written together with a changeset, as it is.
///
/// Undo, replay and tests write states this way; whoever knows the component updates them instead.
public struct StateAssignment: Hashable, Sendable {
  /// Whose state it is, in the target of the changeset.
  public var tree: TreeReference
  /// The scope within the components.
  public var scope: ScopePath
  /// The new state, `nil` to forget what the scope has.
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
