/// Tells a scope from the others of its parent: a component's type, its identifier, and how many
/// with the same two stand before it.
///
/// Keys are equal if they are the same bytes, as in a database: a name with a composed letter and
/// the same with a decomposed one are two names, although Swift takes such strings for equal.
public struct ScopeKey: Sendable {
  /// The name of the component's type, which is not empty.
  public let typeName: String
  /// What the component calls itself, `nil` if nothing.
  public let identifier: ScopeIdentifier?
  /// The number of earlier scopes of the parent with the same type name and identifier.
  public let ordinal: Int

  /// Makes a key of its parts.
  ///
  /// - Precondition: The type name is not empty, and the ordinal is not negative: such a key would
  ///   have no text.
  public init(typeName: String, identifier: ScopeIdentifier? = nil, ordinal: Int = 0) {
    precondition(!typeName.isEmpty, "the type name of a scope must not be empty")
    precondition(ordinal >= 0, "the ordinal of a scope must not be negative")
    self.typeName = typeName
    self.identifier = identifier
    self.ordinal = ordinal
  }
}

extension ScopeKey: Hashable {
  /// Whether both are the same, byte for byte.
  public static func == (left: Self, right: Self) -> Bool {
    left.ordinal == right.ordinal && left.identifier == right.identifier
      && left.typeName.hasSameBytes(as: right.typeName)
  }

  /// Hashes all parts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(typeName)
    hasher.combine(identifier)
    hasher.combine(ordinal)
  }
}

/// What a component calls itself among its siblings, so that it keeps its state when they move.
///
/// Texts are equal if they are the same bytes.
public enum ScopeIdentifier: Sendable {
  case text(String)
  case number(Int)
}

extension ScopeIdentifier: Hashable {
  /// Whether both are the same, byte for byte; a number is never a text.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.number(let left), .number(let right)): left == right
    case (.text, .number), (.number, .text): false
    }
  }

  /// Hashes the text or the number.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text): hasher.combine(text)
    case .number(let number): hasher.combine(number)
    }
  }
}

extension String {
  /// Whether both are the same text in the same bytes.
  fileprivate func hasSameBytes(as other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in left.count == right.count && left.elementsEqual(right) }
    }
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
