/// A JSON value.
///
/// Two values are equal if they are the same JSON: strings and keys are compared code point by code
/// point, so that `"é"` and `"e\u{301}"` differ although Swift's `String` holds them to be equal.
///
/// There is no `nil` literal for `.null`, because an optional `JSONValue` would then have two kinds
/// of nothing that look alike.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)

  /// A number. Infinities and not-a-number have no JSON; their canonical text is `null`.
  case number(Double)
  case string(String)
  case array([JSONValue])

  /// An object. Keys that differ only in their Unicode normalization are one key.
  case object([String: JSONValue])

  // `hash(into:)` is synthesized. It takes canonically equivalent strings for equal, which is
  // coarser than this and therefore agrees with it.

  /// Whether both values are the same JSON.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the smaller value.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): hasSameText(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): hasSameMembers(left, right)
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
    }
  }

  private static func hasSameText(_ left: String, _ right: String) -> Bool {
    left == right && left.utf8.elementsEqual(right.utf8)
  }

  private static func hasSameMembers(
    _ left: [String: JSONValue], _ right: [String: JSONValue]
  ) -> Bool {
    guard left.count == right.count else { return false }
    return left.allSatisfy { key, value in
      guard let index = right.index(forKey: key) else { return false }
      return hasSameText(key, right[index].key) && value == right[index].value
    }
  }
}
