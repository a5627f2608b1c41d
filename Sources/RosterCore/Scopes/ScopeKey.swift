/// Tells a scope from the other scopes of its parent: by its component's type, its identifier, and
/// the number of earlier ones with the same type and identifier.
///
/// Keys are equal if their bytes are equal, as in a database. A name with a composed letter and the
/// same name with a decomposed one are two names, although Swift compares such strings as equal.
public struct ScopeKey: Sendable {
  /// The name of the component's type, which is not empty.
  public let typeName: String
  /// The component's name among its siblings, `nil` if it has none.
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
  /// Returns whether both keys have the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.ordinal == right.ordinal && left.identifier == right.identifier
      && haveSameBytes(left.typeName, right.typeName)
  }

  /// Hashes all parts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(typeName)
    hasher.combine(identifier)
    hasher.combine(ordinal)
  }
}

/// The name of a component among its siblings. The component keeps its state under it when they
/// move.
///
/// Texts are equal if their bytes are equal.
public enum ScopeIdentifier: Sendable {
  case text(String)
  case number(Int)
}

extension ScopeIdentifier: Hashable {
  /// Returns whether both have the same bytes. A number never equals a text.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): haveSameBytes(left, right)
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

extension ScopeIdentifier: ExpressibleByStringLiteral {
  /// Makes an identifier that is a text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension ScopeIdentifier: ExpressibleByIntegerLiteral {
  /// Makes an identifier that is a number.
  public init(integerLiteral value: Int) { self = .number(value) }
}

/// Returns whether two texts have the same bytes.
private func haveSameBytes(_ left: String, _ right: String) -> Bool {
  var (left, right) = (left, right)
  return left.withUTF8 { left in
    right.withUTF8 { right in left.count == right.count && left.elementsEqual(right) }
  }
}
