/// Strings as RFC 8785 writes and orders them.
enum CanonicalString {
  static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { source in
      var runStart = 0
      for index in source.indices where mustEscape(source[index]) {
        bytes.append(contentsOf: source[runStart..<index])
        appendEscape(of: source[index], to: &bytes)
        runStart = index + 1
      }
      bytes.append(contentsOf: source[runStart...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns whether `left` comes before `right` in the order of UTF-16 code units.
  ///
  /// This is the order of UTF-8 bytes with one exception: code points above U+FFFF, whose first
  /// byte is F0 or more, are surrogates in UTF-16. They come before U+E000 to U+FFFF, whose first
  /// byte is EE or EF.
  static func precedes(_ left: String, _ right: String) -> Bool {
    var leftBytes = left.utf8.makeIterator()
    var rightBytes = right.utf8.makeIterator()
    while let rightByte = rightBytes.next() {
      guard let leftByte = leftBytes.next() else { return true }
      if leftByte == rightByte { continue }
      if leftByte >= 0xEE, rightByte >= 0xEE, (leftByte >= 0xF0) != (rightByte >= 0xF0) {
        return leftByte >= 0xF0
      }
      return leftByte < rightByte
    }
    return false
  }

  private static func mustEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    default:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(hexDigit(byte >> 4))
      bytes.append(hexDigit(byte & 0xF))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
