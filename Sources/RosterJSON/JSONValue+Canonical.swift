extension JSONValue {
  /// The value in the canonical form of RFC 8785: keys sorted by UTF-16 code units, no white space,
  /// numbers as ECMAScript writes them, and only the necessary characters escaped. A number that ECMAScript
  /// would round has all of its digits.
  ///
  /// Equal values have the same text. Infinities and not-a-number are written as `null`.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the size of the value.
  public var canonicalText: String {
    var bytes: [UInt8] = []
    appendCanonical(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the UTF-8 of `canonicalText`.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the size of the value.
  public func appendCanonical(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(true): bytes.append(contentsOf: "true".utf8)
    case .bool(false): bytes.append(contentsOf: "false".utf8)
    case .number(let value): CanonicalNumber.append(value, to: &bytes)
    case .decimal(let value): bytes.append(contentsOf: value.description.utf8)
    case .string(let value): CanonicalString.append(value, to: &bytes)
    case .array(let elements): Self.append(elements, to: &bytes)
    case .object(let members): Self.append(members, to: &bytes)
    }
  }

  private static func append(_ elements: [JSONValue], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      element.appendCanonical(to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func append(_ members: JSONObject, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for (key, value) in members.sorted(by: { CanonicalString.precedes($0.key, $1.key) }) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      CanonicalString.append(key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      value.appendCanonical(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension JSONValue: CustomStringConvertible {
  /// The ``canonicalText``: messages show people JSON.
  public var description: String { canonicalText }
}

extension JSONObject: CustomStringConvertible {
  /// The canonical text of the object.
  public var description: String { JSONValue.object(self).canonicalText }
}
