/// A JSON value.
///
/// Two values are equal if they are the same JSON: strings and keys are compared code point by code
/// point, so `"é"` and `"e\u{301}"` differ, although Swift compares these strings as equal.
///
/// There is no `nil` literal for `.null`, because an optional `JSONValue` would then have two
/// similar empty values.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)

  /// A number: the one that the shortest text of the `Double` says. Infinities and NaN have no JSON
  /// form; their canonical text is `null`. NaN equals NaN, so that a value always equals itself.
  case number(Double)

  /// A number that no `Double` stands for: an integer beyond 2⁵³, or a number with more digits than a
  /// `Double` keeps.
  case decimal(Decimal)
  case string(String)
  case array([JSONValue])

  case object(JSONObject)

  /// Hashes the value.
  ///
  /// Canonically equivalent strings have the same hash. That is coarser than `==` and so agrees with
  /// it.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .number(let value):
      hasher.combine(2)
      hasher.combine(value.isNaN ? .nan : value)
    case .string(let text):
      hasher.combine(3)
      hasher.combine(text)
    case .decimal(let value):
      hasher.combine(6)
      hasher.combine(value)
    case .array(let elements):
      hasher.combine(4)
      hasher.combine(elements)
    case .object(let members):
      hasher.combine(5)
      hasher.combine(members)
    }
  }

  /// Returns whether both values are the same JSON.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the smaller value.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right || left.isNaN && right.isNaN
    case (.decimal(let left), .decimal(let right)): left == right
    case (.string(let left), .string(let right)): hasSameText(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.null, _), (.bool, _), (.number, _), (.decimal, _), (.string, _), (.array, _),
      (.object, _):
      false
    }
  }

  /// Returns whether two strings have the same code points.
  static func hasSameText(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
  }
}
