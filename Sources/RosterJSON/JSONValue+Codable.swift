extension JSONValue: Codable {
  /// Decodes any value.
  ///
  /// Integers of up to 128 bits are exact; before macOS 15 and iOS 18, those of up to 64. Of other
  /// numbers a decoder gives the closest `Double`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the decoder's format contains a value that JSON
  ///   does not have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = Self.longInteger(closestTo: value, in: container) ?? .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else if let value = try? container.decode(JSONObject.self) {
      self = .object(value)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "This is not a JSON value.")
    }
  }

  /// Decodes an integer that a `Double` may have rounded.
  private static func longInteger(
    closestTo rounded: Double, in container: any SingleValueDecodingContainer
  ) -> JSONValue? {
    guard rounded.magnitude >= 0x1p53 else { return nil }
    if let value = try? container.decode(Int64.self) { return .integer(value) }
    if let value = try? container.decode(UInt64.self) { return .integer(value) }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      if let value = try? container.decode(Int128.self) { return .integer(value) }
      if let value = try? container.decode(UInt128.self) { return .integer(value) }
    }
    return nil
  }

  /// Encodes the value as the encoder's own null, Boolean, number, string, array or dictionary.
  ///
  /// - Throws: `EncodingError` for a number that is neither a `Double` nor an integer of up to 128 bits,
  ///   or 64 bits before macOS 15 and iOS 18: an encoder would round it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .decimal: try encodeInteger(in: &container)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  private func encodeInteger(in container: inout any SingleValueEncodingContainer) throws {
    if let value = integer(as: Int64.self) { return try container.encode(value) }
    if let value = integer(as: UInt64.self) { return try container.encode(value) }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      if let value = integer(as: Int128.self) { return try container.encode(value) }
      if let value = integer(as: UInt128.self) { return try container.encode(value) }
    }
    throw EncodingError.invalidValue(
      self,
      .init(
        codingPath: container.codingPath,
        debugDescription: "the number has more digits than an encoder keeps"))
  }
}
