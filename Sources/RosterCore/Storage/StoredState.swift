/// The state of a scope as storage keeps it.
public struct StoredState: Hashable, Sendable {
  /// The version of the state's type with which it was written.
  public var typeVersion: Int
  /// The state; canonical JSON text if a component wrote it.
  public var value: StoredValue

  /// Makes a state of its parts.
  public init(typeVersion: Int = 1, value: StoredValue) {
    self.typeVersion = typeVersion
    self.value = value
  }
}

/// The scope that a state belongs to: one of an item, or of a header or footer.
package struct StateAddress: Hashable, Sendable {
  /// The item, header or footer that has the scope.
  package var tree: TreeID
  /// The scope within the components.
  package var scope: ScopePath

  /// Makes an address of its parts.
  package init(tree: TreeID, scope: ScopePath) {
    self.tree = tree
    self.scope = scope
  }

  /// Makes the address of a scope of an item.
  package init(item: ItemID, scope: ScopePath) { self.init(tree: .item(item), scope: scope) }

  /// Makes the address of a scope of a header or footer.
  package init(supplement: SupplementID, scope: ScopePath) {
    self.init(tree: .supplement(supplement), scope: scope)
  }

  /// The item, `nil` if the scope belongs to a header or footer.
  package var item: ItemID? { tree.item }

  /// The header or footer, `nil` if the scope belongs to an item.
  package var supplement: SupplementID? { tree.supplement }
}

/// A state that a change wrote or removed.
package struct StateChange: Hashable, Sendable {
  /// The scope of the state.
  package var address: StateAddress
  /// The new state, `nil` if the scope is gone and its state is removed.
  package var state: StoredState?

  /// Makes a change of its parts.
  package init(_ address: StateAddress, _ state: StoredState?) {
    self.address = address
    self.state = state
  }
}

/// A model as storage keeps it.
public enum StoredValue: Hashable, Sendable {
  /// No model: a section without one.
  case null
  /// Text, for models that a person with a SQL shell may want to read.
  case text(String)
  case blob([UInt8])
}

/// Turns models into what storage keeps, and back.
///
/// Several threads use a codec at once. A codec must be able to read what it has written for as
/// long as the files exist.
public protocol ModelCodec<Model>: Sendable {
  associatedtype Model: Sendable

  /// - Throws: Any error; the changeset that holds the model then fails and changes nothing.
  func encode(_ model: Model) throws -> StoredValue

  /// - Throws: Any error; reading the item then fails, and the stored value stays as it is.
  func decode(_ value: StoredValue) throws -> Model
}
