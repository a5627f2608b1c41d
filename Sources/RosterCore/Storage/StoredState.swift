/// The state of a scope as storage keeps it.
public struct StoredState: Hashable, Sendable {
  /// The version of the state's type that wrote it.
  public var typeVersion: Int
  /// The state; canonical JSON text, if a component wrote it.
  public var value: StoredValue

  /// Makes a state of its parts.
  public init(typeVersion: Int = 1, value: StoredValue) {
    self.typeVersion = typeVersion
    self.value = value
  }
}

/// Where a state belongs: to a scope of an item, or of a header or footer.
public struct StateAddress: Hashable, Sendable {
  /// Whose components have the scope.
  public var tree: TreeID
  /// The scope within the components.
  public var scope: ScopePath

  /// Makes an address of its parts.
  public init(tree: TreeID, scope: ScopePath) {
    self.tree = tree
    self.scope = scope
  }

  /// Makes the address of a scope of an item.
  public init(item: ItemID, scope: ScopePath) { self.init(tree: .item(item), scope: scope) }

  /// Makes the address of a scope of a header or footer.
  public init(supplement: SupplementID, scope: ScopePath) {
    self.init(tree: .supplement(supplement), scope: scope)
  }

  /// The item, `nil` if the scope is one of a header or footer.
  public var item: ItemID? { tree.item }

  /// The header or footer, `nil` if the scope is one of an item.
  public var supplement: SupplementID? { tree.supplement }
}

/// A state that a change wrote or forgot.
public struct StateChange: Hashable, Sendable {
  /// Where the state belongs.
  public var address: StateAddress
  /// The new state, `nil` if the scope is gone and its state forgotten.
  public var state: StoredState?

  /// Makes a change of its parts.
  public init(_ address: StateAddress, _ state: StoredState?) {
    self.address = address
    self.state = state
  }
}
