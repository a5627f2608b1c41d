extension JSONScanner {
  mutating func parseString() throws(JSONParseError) -> String {
    let start = position + 1
    var end = start
    var union: UInt8 = 0
    var hasEscape = false
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      let byte = bytes[end]
      guard byte >= 0x20 else {
        throw failure("a control character in a string must be escaped", at: end)
      }
      if byte == UInt8(ascii: "\\") {
        hasEscape = true
        end += 1
      }
      union |= byte
      end += 1
    }
    guard end < bytes.count else {
      throw failure("the string has no closing quote", at: bytes.count)
    }
    position = end + 1
    let content = UnsafeBufferPointer(rebasing: bytes[start..<end])
    if union >= 0x80, let offset = content.firstInvalidUTF8Offset {
      throw failure("these bytes are not UTF-8", at: start + offset)
    }
    return hasEscape
      ? try unescape(start..<end) : String(decoding: content, as: UTF8.self)
  }

  private func unescape(_ range: Range<Int>) throws(JSONParseError) -> String {
    // The initializer does not forward typed errors.
    var problem: JSONParseError?
    let text = String(unsafeUninitializedCapacity: range.count) { output in
      do throws(JSONParseError) {
        return try unescape(range, into: output)
      } catch {
        problem = error
        return 0
      }
    }
    if let problem { throw problem }
    return text
  }

  /// Returns the number of bytes written, which never exceeds the number of bytes read.
  private func unescape(
    _ range: Range<Int>, into output: UnsafeMutableBufferPointer<UInt8>
  ) throws(JSONParseError) -> Int {
    var source = range.lowerBound
    var count = 0
    while source < range.upperBound {
      if bytes[source] != UInt8(ascii: "\\") {
        output[count] = bytes[source]
        count += 1
        source += 1
      } else if let byte = simpleEscape(at: source + 1) {
        output[count] = byte
        count += 1
        source += 2
      } else {
        let (scalar, length) = try unicodeEscape(at: source, in: range)
        for byte in String(scalar).utf8 {
          output[count] = byte
          count += 1
        }
        source += length
      }
    }
    return count
  }

  /// Returns the character of a short escape with this letter, or `nil` if there is none.
  private func simpleEscape(at offset: Int) -> UInt8? {
    switch bytes[offset] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes[offset]
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "r"): 0x0D
    default: nil
    }
  }

  private func unicodeEscape(
    at offset: Int, in range: Range<Int>
  ) throws(JSONParseError) -> (scalar: Unicode.Scalar, length: Int) {
    let unit = try codeUnit(at: offset, in: range)
    if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
    let lowOffset = offset + 6
    // The bytes of an escape that starts before the end lie before the closing quote.
    if unit < 0xDC00, lowOffset < range.upperBound, bytes[lowOffset] == UInt8(ascii: "\\"),
      bytes[lowOffset + 1] == UInt8(ascii: "u")
    {
      let low = try codeUnit(at: lowOffset, in: range)
      if 0xDC00...0xDFFF ~= low,
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return (scalar, 12)
      }
    }
    throw failure("this surrogate lacks its other half", at: offset)
  }

  /// Reads `\uXXXX`.
  private func codeUnit(at offset: Int, in range: Range<Int>) throws(JSONParseError) -> UInt32 {
    guard bytes[offset + 1] == UInt8(ascii: "u") else {
      throw failure("there is no such escape", at: offset)
    }
    guard offset + 6 <= range.upperBound else {
      throw failure("expected four hexadecimal digits after '\\u'", at: offset)
    }
    var unit: UInt32 = 0
    for byte in bytes[(offset + 2)..<(offset + 6)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("expected four hexadecimal digits after '\\u'", at: offset)
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
