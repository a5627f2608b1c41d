/// Tells a scope from the others of its parent: a component's type, its identifier, and how many
/// with the same two stand before it.
public struct ScopeKey: Hashable, Sendable {
  /// The name of the component's type.
  public let typeName: String
  /// What the component calls itself, `nil` if nothing.
  public let identifier: ScopeIdentifier?
  /// The number of earlier scopes of the parent with the same type name and identifier.
  public let ordinal: Int

  /// Makes a key of its parts: a name that is not empty, and an ordinal from 0.
  public init(typeName: String, identifier: ScopeIdentifier? = nil, ordinal: Int = 0) {
    precondition(!typeName.isEmpty, "the name of a component's type is not empty")
    precondition(ordinal >= 0, "an ordinal is a number of scopes")
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

extension ScopeKey {
  // `hash(into:)` is synthesized, here and for identifiers. It takes canonically equivalent strings
  // for equal, which is coarser than this and therefore agrees with it.

  /// Whether both have the same parts; names and texts are compared code point by code point, as
  /// storage compares them.
  public static func == (left: Self, right: Self) -> Bool {
    left.ordinal == right.ordinal && left.identifier == right.identifier
      && left.typeName.hasSameCodePoints(as: right.typeName)
  }
}

extension ScopeIdentifier {
  /// Whether both are the same number, or the same text code point by code point.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.hasSameCodePoints(as: right)
    case (.number(let left), .number(let right)): left == right
    case (.text, _), (.number, _): false
    }
  }
}

extension String {
  /// Whether both texts are the same also for those who know nothing of canonical equivalence.
  fileprivate func hasSameCodePoints(as other: String) -> Bool {
    self == other && utf8.elementsEqual(other.utf8)
  }
}

extension ScopeIdentifier: ExpressibleByStringLiteral {
  /// An identifier that is a text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension ScopeIdentifier: ExpressibleByIntegerLiteral {
  /// An identifier that is a number.
  public init(integerLiteral value: Int) { self = .number(value) }
}
