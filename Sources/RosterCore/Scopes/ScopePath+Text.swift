internal import RosterJSON

extension ScopePath: LosslessStringConvertible, CustomStringConvertible {
  /// The path as text, under which storage keeps states: the keys, separated by slashes.
  ///
  /// A key is the type name; then the identifier in brackets, a number or a JSON string, if it has
  /// one; then `#` and the ordinal, if that is not 0. In type names `%`, `/`, `[`, `#` and control
  /// characters are written as `%` with two hexadecimal digits. Each path has exactly one text, and
  /// each text stands for exactly one path, byte for byte. The text of the root is empty.
  ///
  /// ```text
  /// Feed.Row["post/7"]/Feed.LikeButton#1
  /// ```
  ///
  /// - Complexity: O(*n*) for a text of length *n*.
  public var description: String {
    let keys = keys
    var bytes: [UInt8] = []
    bytes.reserveCapacity(keys.count * 24)
    for index in keys.indices {
      if index > 0 { bytes.append(UInt8(ascii: "/")) }
      keys[index].append(to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a path from its text; `nil` if ``description`` never gives that text.
  public init?(_ text: String) {
    var reader = ScopePathReader(text)
    guard let keys = reader.keys() else { return nil }
    self.init(keys)
  }
}

extension ScopePath: Codable {
  /// Reads the text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let path = ScopePath(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text.inQuotes) is no path of a scope")
    }
    self = path
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension ScopeKey {
  fileprivate func append(to bytes: inout [UInt8]) {
    var name = typeName
    name.withUTF8 { name in
      if name.contains(where: Self.mustBeEscaped) {
        Self.appendEscaped(name, to: &bytes)
      } else {
        bytes.append(contentsOf: name)
      }
    }
    switch identifier {
    case .text(let identifier):
      bytes.append(UInt8(ascii: "["))
      JSONValue.string(identifier).appendCanonical(to: &bytes)
      bytes.append(UInt8(ascii: "]"))
    case .number(let identifier): bytes.append(contentsOf: "[\(identifier)]".utf8)
    case nil: break
    }
    if ordinal != 0 { bytes.append(contentsOf: "#\(ordinal)".utf8) }
  }

  fileprivate static func mustBeEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "%"), UInt8(ascii: "/"), UInt8(ascii: "["), UInt8(ascii: "#"), 0x7F: true
    default: byte < 0x20
    }
  }

  private static func appendEscaped(
    _ name: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) {
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in name {
      if mustBeEscaped(byte) {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        bytes.append(byte)
      }
    }
  }
}

/// Reads the text of a path, key by key.
private struct ScopePathReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Returns the keys; `nil` if the text is not that of a path.
  mutating func keys() -> [ScopeKey]? {
    if bytes.isEmpty { return [] }
    var keys: [ScopeKey] = []
    repeat {
      guard let key = key() else { return nil }
      keys.append(key)
    } while take("/")
    return position == bytes.count ? keys : nil
  }

  private mutating func key() -> ScopeKey? {
    guard let typeName = typeName(), !typeName.isEmpty else { return nil }
    var identifier: ScopeIdentifier?
    if take("[") {
      identifier = readIdentifier()
      guard identifier != nil, take("]") else { return nil }
    }
    guard take("#") else { return ScopeKey(typeName: typeName, identifier: identifier) }
    guard let ordinal = number(), ordinal > 0 else { return nil }
    return ScopeKey(typeName: typeName, identifier: identifier, ordinal: ordinal)
  }

  private mutating func typeName() -> String? {
    var name: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "%") {
        guard let escaped = escapedByte() else { return nil }
        name.append(escaped)
      } else if ScopeKey.mustBeEscaped(byte) {
        break
      } else {
        name.append(byte)
        position += 1
      }
    }
    return String(validUTF8: name)
  }

  private mutating func escapedByte() -> UInt8? {
    guard position + 2 < bytes.count else { return nil }
    guard let high = hexadecimalDigit(bytes[position + 1]),
      let low = hexadecimalDigit(bytes[position + 2]), ScopeKey.mustBeEscaped(high << 4 | low)
    else { return nil }
    position += 3
    return high << 4 | low
  }

  /// Returns the value of a hexadecimal digit. Only capital letters are accepted.
  private func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private mutating func readIdentifier() -> ScopeIdentifier? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      return number().map { .number($0) }
    }
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < bytes.count else { return nil }
    position += 1
    let text = bytes[start..<position]
    guard let value = try? JSONParser().parse(text), let identifier = value.stringValue,
      value.canonicalText.utf8.elementsEqual(text)
    else { return nil }
    return .text(identifier)
  }

  /// Reads a whole number in its only accepted notation.
  private mutating func number() -> Int? {
    let start = position
    while position < bytes.count, isPartOfNumber(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Int(text), String(number) == text else { return nil }
    return number
  }

  private func isPartOfNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }
}
