extension JSONValue {
  /// An integer, exactly.
  @inlinable
  public static func integer(_ value: some FixedWidthInteger) -> JSONValue {
    guard let short = Int(exactly: value), short.magnitude <= 1 << 53 else {
      return longInteger(value.description)
    }
    return .number(Double(short))
  }

  /// The member with this key, or `nil` if there is none or the value is not an object.
  public subscript(key: String) -> JSONValue? {
    objectValue?[key]
  }

  /// The Boolean, or `nil` if the value is something else.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, or the `Double` that is closest to it; `nil` if the value is something else.
  public var numberValue: Double? {
    switch self {
    case .number(let value): value
    case .decimal(let value): value.closestDouble
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The number if it is an integer from −2⁵³ to 2⁵³, and otherwise `nil`.
  ///
  /// These are the integers that every reader of JSON takes. For longer ones, see ``integer(as:)``.
  public var intValue: Int? {
    guard case .number(let value) = self, value.magnitude <= 0x1p53 else { return nil }
    // `Int(exactly:)` would need the C mathematics library in a program without Foundation.
    let whole = Int(value)
    return Double(whole) == value ? whole : nil
  }

  /// Returns the number if it is an integer that the type has, and otherwise `nil`.
  ///
  ///     let number = JSONValue.integer(Int64.max).integer(as: Int64.self)  // Int64.max
  public func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
    if let short = intValue { return Integer(exactly: short) }
    switch self {
    case .number(let value) where value.isFinite:
      return Integer(CanonicalNumber(value.description.utf8).exactText)
    case .decimal(let value): return Integer(value.description)
    case .null, .bool, .number, .string, .array, .object: return nil
    }
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
