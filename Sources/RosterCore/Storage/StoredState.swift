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

/// Where a state belongs: to a scope of an item.
public struct StateAddress: Hashable, Sendable {
  /// The item.
  public var item: ItemID
  /// The scope within the item's components.
  public var scope: ScopePath

  /// Makes an address of its parts.
  public init(item: ItemID, scope: ScopePath) {
    self.item = item
    self.scope = scope
  }
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
