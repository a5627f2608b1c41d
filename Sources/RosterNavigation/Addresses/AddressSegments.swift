internal import RosterJSON

/// The segments of an address, between text and meaning.
///
///     /photos/12/~/share      a modal begins at "~"
///     /@settings/photos       "@" names the tab, if the first page does not
///
/// A segment that is empty, "." or ".." would not survive a browser: it is written "~0", "~1" and
/// "~2". In all others "~" is encoded, so that nothing is ambiguous.
enum AddressSegment: Hashable {
  case tab(String)
  case modal
  case text(String)

  /// The number of bytes beyond which an address is not read.
  static let byteCountMax = 8_192
  private static let special = ["", ".", ".."]

  /// Reads the segments of an address. A query and a fragment are ignored, and so are empty
  /// segments.
  static func read(_ address: String) throws(AddressError) -> [AddressSegment] {
    guard address.utf8.count <= byteCountMax else { throw .tooLong }
    var segments: [AddressSegment] = []
    let path = address.prefix { $0 != "?" && $0 != "#" }
    for text in path.split(separator: "/") {
      guard let segment = AddressSegment(text) else { throw .malformed(segment: segments.count) }
      segments.append(segment)
    }
    return segments
  }

  private init?(_ text: Substring) {
    if text == "~" {
      self = .modal
    } else if text.first == "~" {
      guard let index = ["~0", "~1", "~2"].firstIndex(of: text) else { return nil }
      self = .text(Self.special[index])
    } else if text.first == "@" {
      guard let name = Self.decoded(text.dropFirst()) else { return nil }
      self = .tab(name)
    } else {
      guard let text = Self.decoded(text) else { return nil }
      self = .text(text)
    }
  }

  /// The segment as it stands in an address.
  var encoded: String {
    switch self {
    case .tab(let name): "@" + Self.encoded(name)
    case .modal: "~"
    case .text(let text):
      if let index = Self.special.firstIndex(of: text) { "~\(index)" } else { Self.encoded(text) }
    }
  }

  private static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F:  // digits, letters, - . _
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = Substring(rest.prefix(2))
      guard digits.count == 2, digits.allSatisfy(\.isHexDigit), let code = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validUTF8: bytes)
  }
}
