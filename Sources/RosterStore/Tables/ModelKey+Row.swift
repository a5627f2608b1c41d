package import RosterCore

extension ModelKey {
  /// Makes the key of a row; `nil` if it is null or a real number.
  ///
  /// A blob of 16 bytes is the key that its UUID is, and so is a text that is one in small letters; any other blob is
  /// the text of its literal: `x'0a1b'`.
  package init?(_ value: RecordValue) {
    switch value {
    case .integer(let number): self = .integer(number)
    case .text(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      // However the application writes a UUID, it is one key.
      self = .text(text.isUUID ? text.uppercased() : text)
    case .blob(let bytes):
      if bytes.count == 16 {
        let digits = bytes.hexadecimalDigits.uppercased()
        var parts: [Substring] = []
        var rest = digits[...]
        for count in String.digitCountsOfUUID {
          parts.append(rest.prefix(count))
          rest = rest.dropFirst(count)
        }
        self = .text(parts.joined(separator: "-"))
      } else {
        self = .text("x'\(bytes.hexadecimalDigits)'")
      }
    case .null, .real: return nil
    }
  }
}

extension Sequence<UInt8> {
  /// Two digits for each byte, in small letters.
  var hexadecimalDigits: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

extension String {
  /// How many digits of a UUID stand between its hyphens.
  fileprivate static var digitCountsOfUUID: [Int] { [8, 4, 4, 4, 12] }

  /// Whether this is the text of a UUID, in capitals or small letters.
  fileprivate var isUUID: Bool {
    guard utf8.count == 36 else { return false }
    let parts = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == Self.digitCountsOfUUID
      && parts.joined().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }
}
