public import RosterJSON

/// A colour of a style: one of the palette, one of a terminal's sixteen, or given by its parts.
public enum StyleColor: Hashable, Sendable {
  /// A colour by its purpose; the palette of the style sheet says which one it is.
  case named(ColorName)
  /// One of the sixteen colours of a terminal. A host without them has colours like theirs.
  case terminal(TerminalColorName)
  /// Red, green and blue.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)

  /// Makes a colour of 24 bits.
  ///
  ///     let orange = StyleColor(0xff8800)
  public init(_ rgb: UInt32) {
    self = .rgb(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// What can be chosen, and what is pressed.
  public static let accent = StyleColor.named(.accent)
  /// Text.
  public static let text = StyleColor.named(.text)
  /// Text of less importance.
  public static let secondaryText = StyleColor.named(.secondaryText)
  /// The area behind everything.
  public static let background = StyleColor.named(.background)
  /// An area that stands out of the background.
  public static let surface = StyleColor.named(.surface)
  /// Lines between areas.
  public static let separator = StyleColor.named(.separator)
  /// What has failed.
  public static let error = StyleColor.named(.error)
  /// What has succeeded.
  public static let success = StyleColor.named(.success)
  /// What may fail.
  public static let warning = StyleColor.named(.warning)
  /// The area behind what is selected.
  public static let selection = StyleColor.named(.selection)
}

/// The purpose of a colour.
public enum ColorName: String, CaseIterable, Codable, Sendable {
  case accent
  case text
  case secondaryText
  case background
  case surface
  case separator
  case error
  case success
  case warning
  case selection
}

/// The sixteen colours of a terminal.
public enum TerminalColorName: String, CaseIterable, Codable, Sendable {
  case black
  case red
  case green
  case yellow
  case blue
  case magenta
  case cyan
  case white
  case brightBlack
  case brightRed
  case brightGreen
  case brightYellow
  case brightBlue
  case brightMagenta
  case brightCyan
  case brightWhite
}

extension StyleColor: RawRepresentable, Codable {
  /// Reads what an attribute of a view says: `#rrggbb`, or a name; `nil` for anything else.
  public init?(rawValue: String) {
    if let name = ColorName(rawValue: rawValue) {
      self = .named(name)
    } else if let name = TerminalColorName(rawValue: rawValue) {
      self = .terminal(name)
    } else {
      let digits = rawValue.utf8.dropFirst()
      // `UInt32` also reads a sign.
      guard rawValue.utf8.first == UInt8(ascii: "#"), digits.count == 6,
        digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
        let rgb = UInt32(rawValue.dropFirst(), radix: 16)
      else { return nil }
      self.init(rgb)
    }
  }

  /// The colour in an attribute of a view.
  public var rawValue: String {
    switch self {
    case .named(let name): return name.rawValue
    case .terminal(let name): return name.rawValue
    case .rgb(let red, let green, let blue):
      let parts = [red, green, blue].map { part in
        let digits = String(part, radix: 16)
        return digits.count == 2 ? digits : "0" + digits
      }
      return "#" + parts.joined()
    }
  }

  /// The colour as the value of an attribute.
  public var json: JSONValue { .string(rawValue) }
}
