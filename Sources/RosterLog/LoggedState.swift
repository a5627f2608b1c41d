public import RosterCore

/// What a log says of the state of a scope: what becomes of it, or what it must be.
public struct LoggedState: Sendable, Hashable {
  /// The item that has the scope: where it stands after the changeset of the same entry.
  public var item: ItemPath

  /// The scope within the item.
  public var scope: ScopePath

  /// The state, `nil` if it is forgotten, or if there must be none.
  public var state: JSONState?

  /// Makes it.
  public init(item: ItemPath, scope: ScopePath, _ state: JSONState?) {
    self.item = item
    self.scope = scope
    self.state = state
  }
}
