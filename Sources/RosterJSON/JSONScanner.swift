/// A position in a text that is being parsed. Every `parse…` method moves it behind the parsed
/// text.
struct JSONScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  let depthMax: Int
  var position = 0
  private var depth = 0
  /// The number of values that may come.
  private var remainingValueCount: Int

  init(bytes: UnsafeBufferPointer<UInt8>, depthMax: Int, valueCountMax: Int) {
    self.bytes = bytes
    self.depthMax = depthMax
    remainingValueCount = valueCountMax
  }

  mutating func parseDocument() throws(JSONParseError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw failure("the text starts with a byte order mark (U+FEFF); save it without one")
    }
    let value = try parseValue()
    skipWhiteSpace()
    guard position == bytes.count else { throw failure("expected nothing after the value") }
    return value
  }

  private mutating func parseValue() throws(JSONParseError) -> JSONValue {
    skipWhiteSpace()
    guard remainingValueCount > 0 else { throw failure("more values than the reader takes") }
    remainingValueCount -= 1
    switch current {
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try parseNumber()
    case UInt8(ascii: "["): return .array(try parseArray())
    case UInt8(ascii: "{"): return .object(try parseObject())
    case UInt8(ascii: "t"): return try parseWord("true", as: .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", as: .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", as: .null)
    default: throw failure("expected a value")
    }
  }

  private mutating func parseArray() throws(JSONParseError) -> [JSONValue] {
    try enter()
    defer { depth -= 1 }
    var elements: [JSONValue] = []
    skipWhiteSpace()
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      do throws(JSONParseError) {
        elements.append(try parseValue())
      } catch {
        throw error.inElement(elements.count)
      }
      skipWhiteSpace()
      if take(UInt8(ascii: "]")) { return elements }
      guard take(UInt8(ascii: ",")) else { throw failure("expected ',' or ']' in an array") }
    }
  }

  private mutating func parseObject() throws(JSONParseError) -> JSONObject {
    try enter()
    defer { depth -= 1 }
    var members = JSONObject()
    skipWhiteSpace()
    if take(UInt8(ascii: "}")) { return members }
    while true {
      skipWhiteSpace()
      guard current == UInt8(ascii: "\"") else { throw failure("expected an object key") }
      let keyOffset = position
      let key = try parseString()
      skipWhiteSpace()
      guard take(UInt8(ascii: ":")) else { throw failure("expected ':' after an object key") }
      let value: JSONValue
      do throws(JSONParseError) {
        value = try parseValue()
      } catch {
        throw error.inMember(key)
      }
      if members.updateValue(value, forKey: key) != nil {
        throw failure("this object has the same key twice", at: keyOffset)
      }
      skipWhiteSpace()
      if take(UInt8(ascii: "}")) { return members }
      guard take(UInt8(ascii: ",")) else { throw failure("expected ',' or '}' in an object") }
    }
  }

  private mutating func parseWord(
    _ word: StaticString, as value: JSONValue
  ) throws(JSONParseError) -> JSONValue {
    let isThere = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    guard isThere else { throw failure("expected a value") }
    position += word.utf8CodeUnitCount
    return value
  }

  /// Skips the opening bracket of an array or an object.
  private mutating func enter() throws(JSONParseError) {
    guard depth < depthMax else { throw failure("more than \(depthMax) levels of nesting") }
    depth += 1
    position += 1
  }
}

extension JSONScanner {
  /// The byte at `position`; zero at the end, which no text may contain outside a string.
  var current: UInt8 {
    position < bytes.count ? bytes[position] : 0
  }

  /// Skips `byte` if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  mutating func skipWhiteSpace() {
    while true {
      switch current {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// Returns an error for this position, or for `offset`.
  func failure(_ message: String, at offset: Int? = nil) -> JSONParseError {
    JSONParseError(message, at: offset ?? position, in: bytes)
  }
}
