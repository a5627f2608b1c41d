/// How views are drawn in a terminal.
public struct TerminalOptions: Hashable, Sendable {
  /// The characters for everything that is not text of a model.
  public enum Characters: Hashable, Sendable {
    /// Lines, blocks and other pictures of Unicode.
    case unicode
    /// Only characters that every terminal and every font has.
    case ascii
  }

  /// The colours that names such as `accent` stand for.
  public enum Theme: Hashable, Sendable, CaseIterable {
    /// For terminals with a dark background.
    case dark
    /// For terminals with a light background.
    case light
    /// Colours that differ as much as possible, on any background.
    case highContrast
  }

  /// The characters for lines, bars, marks and pictures.
  public var characters: Characters
  /// The colours of names.
  public var theme: Theme
  /// Whether rows of a list take the focus, and not only the controls in them.
  public var selectsRows: Bool
  /// Whether text that runs from right to left is put into the order in which it is seen (UAX #9).
  ///
  /// Most terminals show characters in the order in which they are sent. Some put them into order by
  /// themselves, such as mlterm, Konsole and those of VTE (GNOME Terminal) unless that is switched
  /// off; for them this is `false`, and everything is sent in the order of the text.
  public var reordersText: Bool
  /// The keys that end the program, as in ``TerminalEvent/key(_:)``.
  public var quitKeys: Set<String>

  /// How many seconds the user pauses before the program hears what was typed into a field; 0 for each letter.
  ///
  /// The field shows each letter at once, and the program hears of the text before it hears of anything else that the
  /// user does. A draft that is kept with a list is one revision for each pause then. If the process is killed, what
  /// was typed since the last one is lost.
  public var typingPause = 0.0

  /// Makes options.
  public init(
    characters: Characters = .unicode, theme: Theme = .dark, selectsRows: Bool = false,
    reordersText: Bool = true, quitKeys: Set<String> = ["q", "ctrl-c"]
  ) {
    self.characters = characters
    self.theme = theme
    self.selectsRows = selectsRows
    self.reordersText = reordersText
    self.quitKeys = quitKeys
  }
}

/// The colours of names, as one terminal can show them.
struct ColorNames {
  let theme: TerminalOptions.Theme
  let depth: ColorDepth

  private static let names16 = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// Returns the colour of a value of a view; `nil` if it stands for none.
  func color(_ value: String?) -> CellColor? {
    guard let value, !value.isEmpty else { return nil }
    if value.hasPrefix("#") { return Self.hexadecimal(value.dropFirst()) }
    if let color = named(value) { return color }
    if let index = Self.names16.firstIndex(of: value) { return .palette(UInt8(index)) }
    if value == "gray" || value == "grey" { return .palette(8) }
    guard value.hasPrefix("bright") else { return nil }
    let name = value.dropFirst(6).lowercased()
    return Self.names16.firstIndex(of: name).map { .palette(UInt8($0) + 8) }
  }

  /// Of a terminal with 16 colours these are the user's own, which fit together.
  private func named(_ name: String) -> CellColor? {
    if name == "text" || name == "background" { return .standard }
    guard let entry = Self.entries[name] else { return nil }
    if theme == .highContrast { return .palette(entry.contrast) }
    let (rgb, index) = theme == .dark ? entry.dark : entry.light
    if depth == .palette16 { return .palette(index) }
    return .rgb(
      red: UInt8(rgb >> 16 & 0xFF), green: UInt8(rgb >> 8 & 0xFF), blue: UInt8(rgb & 0xFF))
  }

  private struct Entry {
    let dark: (UInt32, UInt8)
    let light: (UInt32, UInt8)
    let contrast: UInt8
  }

  private static let entries: [String: Entry] = [
    "accent": Entry(dark: (0x6CB6FF, 12), light: (0x0550AE, 4), contrast: 14),
    "secondaryText": Entry(dark: (0x9AA4AF, 7), light: (0x59636E, 8), contrast: 7),
    "surface": Entry(dark: (0x262C36, 0), light: (0xEFF1F4, 15), contrast: 0),
    "separator": Entry(dark: (0x545D68, 8), light: (0xAFB8C1, 7), contrast: 15),
    "error": Entry(dark: (0xFF7B72, 9), light: (0xCF222E, 1), contrast: 9),
    "success": Entry(dark: (0x57C568, 10), light: (0x1A7F37, 2), contrast: 10),
    "warning": Entry(dark: (0xE3B341, 11), light: (0x9A6700, 3), contrast: 11),
    "selection": Entry(dark: (0x1F4B7A, 4), light: (0xB6DCFF, 14), contrast: 4),
  ]

  private static func hexadecimal(_ digits: Substring) -> CellColor? {
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    return .rgb(
      red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }
}
