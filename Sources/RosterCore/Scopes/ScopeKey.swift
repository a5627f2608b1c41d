/// Tells a scope from the others of its parent: a component's type, its identifier, and how many
/// with the same two stand before it.
public struct ScopeKey: Hashable, Sendable {
  /// The name of the component's type.
  public let typeName: String
  /// What the component calls itself, `nil` if nothing.
  public let identifier: ScopeIdentifier?
  /// The number of earlier scopes of the parent with the same type name and identifier.
  public let ordinal: Int

  /// Makes a key of its parts.
  public init(typeName: String, identifier: ScopeIdentifier? = nil, ordinal: Int = 0) {
    self.typeName = typeName
    self.identifier = identifier
    self.ordinal = ordinal
  }
}

/// What a component calls itself among its siblings, so that it keeps its state when they move.
public enum ScopeIdentifier: Hashable, Sendable {
  case text(String)
  case number(Int)
}

extension ScopeIdentifier: ExpressibleByStringLiteral {
  /// An identifier that is a text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension ScopeIdentifier: ExpressibleByIntegerLiteral {
  /// An identifier that is a number.
  public init(integerLiteral value: Int) { self = .number(value) }
}
