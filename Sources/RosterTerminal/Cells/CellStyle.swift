/// How a cell looks.
package struct CellStyle: Hashable, Sendable {
  package var foreground: CellColor
  package var background: CellColor
  package var attributes: Attributes

  /// The look of text that a program prints without asking for one.
  package static let plain = CellStyle()

  package init(
    foreground: CellColor = .standard, background: CellColor = .standard,
    _ attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// What a style has besides its colours.
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let italic = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
    package static let reverse = Attributes(rawValue: 16)
    package static let strikethrough = Attributes(rawValue: 32)
  }
}

/// A colour of a cell.
package enum CellColor: Hashable, Sendable {
  /// What the user has chosen for text, or for what is behind it.
  case standard
  /// A colour of the palette of 256: 0 to 15 are those that the user has chosen, 16 to 231 a cube
  /// of six shades a component, and 232 to 255 greys.
  case palette(UInt8)
  /// A colour by its components.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}
