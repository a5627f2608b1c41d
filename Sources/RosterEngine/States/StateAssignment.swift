public import RosterCore

/// A state that is written together with a changeset, as it is.
///
/// Undo, replay and tests write states this way; whoever knows the component updates them instead.
public struct StateAssignment: Hashable, Sendable {
  /// The item, in the target of the changeset.
  public var item: ItemReference
  /// The scope within the item's components.
  public var scope: ScopePath
  /// The new state, `nil` to forget what the scope has.
  public var state: StoredState?

  /// Makes an assignment of its parts.
  public init(item: ItemReference, scope: ScopePath, state: StoredState?) {
    self.item = item
    self.scope = scope
    self.state = state
  }
}
