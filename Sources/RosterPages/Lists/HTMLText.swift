extension String {
  /// The text as it stands in HTML, between tags and in attributes with quotation marks: nothing of it is
  /// markup. Control characters, which HTML cannot hold, become replacement characters, and those that are not
  /// seen their names.
  package var htmlEscaped: String {
    var escaped = ""
    escaped.unicodeScalars.reserveCapacity(unicodeScalars.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      case _ where scalar.properties.generalCategory == .control: escaped += "\u{FFFD}"
      case _ where scalar.isUnseen:
        escaped += "⟨U+" + String(scalar.value, radix: 16, uppercase: true).paddedToFour + "⟩"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The text as a component of a path.
  package var percentEncoded: String {
    var encoded = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return encoded
  }

  /// Whether the text can be a component of a path of a site: a ``RequestTarget`` takes it.
  ///
  ///     "to do"     yes
  ///     "100%25"    no: it looks encoded, and servers read it in different ways
  package var isPathComponent: Bool {
    RequestTarget("/" + percentEncoded)?.path == [self]
  }
}

extension String {
  fileprivate var paddedToFour: String { String(repeating: "0", count: max(0, 4 - count)) + self }
}

extension Unicode.Scalar {
  /// Whether the character changes the direction of what follows, or is not seen at all. The joiners of emoji
  /// and of scripts that need them are none. Scripts of pages know the same ones (`texts.js`).
  fileprivate var isUnseen: Bool {
    switch value {
    case 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180E, 0x200B, 0x200E...0x200F,
      0x2028...0x202E, 0x2060...0x206F, 0x2800, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB,
      0xE0001...0xE007F:
      true
    default: false
    }
  }
}
