import RosterJSON

/// Finds the starts and ends of the values in a JSON text, so that a large text need never be in
/// memory as values.
///
/// It checks only the brackets, commas and colons between the values. A value itself is checked
/// when it is parsed.
struct JSONSpans {
  /// Why and where a text is not JSON.
  struct Malformed: Error {
    var offset: Int
    var message: String
  }

  private let bytes: [UInt8]
  private var position: Int

  /// - Parameter offset: The start in `bytes`.
  private init(_ bytes: [UInt8], at offset: Int = 0) {
    self.bytes = bytes
    position = offset
  }

  /// Returns the members of the object in `bytes`.
  static func members(of bytes: [UInt8]) throws(Malformed) -> [(key: String, value: Range<Int>)] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw Malformed(
        offset: 0, message: "the text starts with a byte order mark (U+FEFF); save it without one")
    }
    var spans = JSONSpans(bytes)
    var members: [(key: String, value: Range<Int>)] = []
    try spans.forEachElement(from: "{", to: "}") { spans throws(Malformed) in
      let key = try spans.value()
      guard case .string(let name) = try JSONSpans.parse(bytes, key) else {
        throw Malformed(offset: key.lowerBound, message: "expected an object key")
      }
      guard spans.take(":") else { throw spans.malformed("expected ':' after an object key") }
      members.append((name, try spans.value()))
    }
    spans.skipWhiteSpace()
    if spans.position < bytes.count { throw spans.malformed("expected nothing after the value") }
    return members
  }

  /// The elements of the array at `range`.
  static func elements(of bytes: [UInt8], at range: Range<Int>) throws(Malformed) -> [Range<Int>] {
    var spans = JSONSpans(bytes, at: range.lowerBound)
    var elements: [Range<Int>] = []
    try spans.forEachElement(from: "[", to: "]") { spans throws(Malformed) in
      elements.append(try spans.value())
    }
    return elements
  }

  /// The value at `range`.
  static func parse(_ bytes: [UInt8], _ range: Range<Int>) throws(Malformed) -> JSONValue {
    do throws(JSONParseError) {
      return try JSONParser().parse(bytes[range])
    } catch {
      throw Malformed(offset: range.lowerBound + error.offset, message: error.messageWithPath)
    }
  }
}

extension JSONSpans {
  private mutating func forEachElement(
    from opening: Unicode.Scalar, to closing: Unicode.Scalar,
    _ body: (inout JSONSpans) throws(Malformed) -> Void
  ) throws(Malformed) {
    guard take(opening) else { throw malformed("expected '\(opening)'") }
    if take(closing) { return }
    while true {
      try body(&self)
      if take(closing) { return }
      guard take(",") else { throw malformed("expected ',' or '\(closing)'") }
    }
  }

  /// Skips a value and returns its range.
  private mutating func value() throws(Malformed) -> Range<Int> {
    skipWhiteSpace()
    let start = position
    var depth = 0
    repeat {
      switch current {
      case UInt8(ascii: "\""): try skipString()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        position += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { throw malformed("expected a value") }
        depth -= 1
        position += 1
      case nil: throw malformed(depth == 0 ? "expected a value" : "the text ends in a value")
      default: skipPlain(isInside: depth > 0)
      }
    } while depth > 0
    if position == start { throw malformed("expected a value") }
    return start..<position
  }

  private mutating func skipString() throws(Malformed) {
    position += 1
    while let byte = current {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return }
    }
    throw malformed("the string has no closing quote")
  }

  /// Skips numbers and words; inside an array or object, also the characters between them.
  private mutating func skipPlain(isInside: Bool) {
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
        UInt8(ascii: "}"):
        return
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
        if !isInside { return }
        position += 1
      default: position += 1
      }
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipWhiteSpace()
    guard current == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  private mutating func skipWhiteSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  /// The byte at `position`, `nil` at the end.
  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func malformed(_ message: String) -> Malformed {
    Malformed(offset: min(position, bytes.count), message: message)
  }
}
