extension JSONValue {
  /// An integer as a JSON number, exact up to 2⁵³.
  package static func integer(_ value: Int) -> JSONValue { .number(Double(value)) }

  /// The member with this key, or `nil` if there is none or the value is not an object.
  public subscript(key: String) -> JSONValue? {
    objectValue?[key]
  }

  /// The Boolean, or `nil` if the value is something else.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, or `nil` if the value is something else.
  public var numberValue: Double? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The number if it is an integer from −2⁵³ to 2⁵³, and otherwise `nil`.
  ///
  /// Beyond that, a `Double` does not determine which integer was written.
  public var intValue: Int? {
    guard case .number(let value) = self, value.magnitude <= 0x1p53 else { return nil }
    // `Int(exactly:)` would need the C mathematics library in a program without Foundation.
    let whole = Int(value)
    return Double(whole) == value ? whole : nil
  }

  /// The string, or `nil` if the value is something else.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements, or `nil` if the value is not an array.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members, or `nil` if the value is not an object.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }
}
