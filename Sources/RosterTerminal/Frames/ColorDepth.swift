/// How many colours a terminal has.
package enum ColorDepth: CaseIterable, Hashable, Sendable {
  /// Only the colours for text and for what is behind it, and the other attributes.
  case none
  /// The first 16 colours of the palette.
  case palette16
  case palette256
  /// Every colour by its components.
  case trueColor

  /// Returns the depth that an environment tells.
  ///
  /// `NO_COLOR` with any value comes first (no-color.org), then `COLORTERM`, then the name of the
  /// terminal. A terminal without a name counts as one without colours.
  package init(environment: [String: String]) {
    let term = environment["TERM", default: ""]
    let colorTerm = environment["COLORTERM", default: ""]
    if !environment["NO_COLOR", default: ""].isEmpty || Self.isMonochrome(term) {
      self = .none
    } else if ["truecolor", "24bit"].contains(colorTerm) || Self.isTrueColor(term) {
      self = .trueColor
    } else {
      self = term.contains("256color") ? .palette256 : .palette16
    }
  }

  private static func isMonochrome(_ term: String) -> Bool {
    ["", "dumb", "unknown", "vt52"].contains(term) || term.hasSuffix("-m")
      || term.hasSuffix("-mono") || ["vt1", "vt2"].contains { term.hasPrefix($0) }
  }

  /// Whether a terminal of this name has always had all colours.
  private static func isTrueColor(_ term: String) -> Bool {
    let names = ["alacritty", "foot", "wezterm", "xterm-ghostty", "xterm-kitty", "iterm2"]
    return term.hasSuffix("-direct") || names.contains { term.hasPrefix($0) }
  }

  /// Returns a style that the terminal can show, with the nearest colours.
  ///
  /// Of 16 colours, two shades of one hue are hardly told apart: on the one, text has its standard colour instead of the
  /// other, as a bright blue sign on the blue of a chosen row.
  package func nearest(to style: CellStyle) -> CellStyle {
    let background = nearest(to: style.background)
    var foreground = nearest(to: style.foreground)
    if self == .palette16, case .palette(let front) = foreground,
      case .palette(let ground) = background, (1...6).contains(front % 8), front % 8 == ground % 8
    {
      foreground = .standard
    }
    return CellStyle(foreground: foreground, background: background, style.attributes)
  }

  /// Returns the nearest colour that the terminal can show.
  ///
  /// The first 16 colours are the user's own: they stay as they are, and only 16 colours are
  /// available before any other is replaced by one of them.
  package func nearest(to color: CellColor) -> CellColor {
    switch (self, color) {
    case (_, .standard), (.none, _): .standard
    case (.trueColor, _), (.palette256, .palette), (.palette16, .palette(0..<16)): color
    case (.palette256, .rgb(let red, let green, let blue)):
      .palette(Palette.nearest256(to: Components(red, green, blue)))
    case (.palette16, .rgb(let red, let green, let blue)):
      .palette(Palette.nearest16(to: Components(red, green, blue)))
    case (.palette16, .palette(let index)):
      .palette(Palette.nearest16(to: Palette.components(of: index)))
    }
  }
}

/// A colour as a point, whose distance to others can be measured.
struct Components: Hashable {
  let red: Int
  let green: Int
  let blue: Int

  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    (self.red, self.green, self.blue) = (Int(red), Int(green), Int(blue))
  }

  func squaredDistance(to other: Components) -> Int {
    let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
    return red * red + green * green + blue * blue
  }
}

/// The palette of 256 colours, as xterm has it.
enum Palette {
  private static let first16 = [
    Components(0, 0, 0), Components(205, 0, 0), Components(0, 205, 0), Components(205, 205, 0),
    Components(0, 0, 238), Components(205, 0, 205), Components(0, 205, 205),
    Components(229, 229, 229), Components(127, 127, 127), Components(255, 0, 0),
    Components(0, 255, 0), Components(255, 255, 0), Components(92, 92, 255),
    Components(255, 0, 255), Components(0, 255, 255), Components(255, 255, 255),
  ]
  /// The values that a component of the cube has.
  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

  static func components(of index: UInt8) -> Components {
    switch index {
    case 0..<16: return first16[Int(index)]
    case 16..<232:
      let place = Int(index) - 16
      return Components(levels[place / 36], levels[place / 6 % 6], levels[place % 6])
    default:
      let level = 8 + 10 * (index - 232)
      return Components(level, level, level)
    }
  }

  static func nearest16(to color: Components) -> UInt8 {
    nearest(to: color, among: 0..<16)
  }

  /// Returns the nearest colour of the cube or the greys, which no user changes.
  static func nearest256(to color: Components) -> UInt8 {
    let cube =
      16 + 36 * nearestLevel(to: color.red) + 6 * nearestLevel(to: color.green)
      + nearestLevel(to: color.blue)
    let mean = (color.red + color.green + color.blue) / 3
    let grey = min(max((mean - 3) / 10, 0), 23)
    let greys = UInt8(232 + max(0, grey - 1))...UInt8(232 + min(23, grey + 1))
    return nearest(to: color, among: [UInt8(cube)] + greys)
  }

  private static func nearestLevel(to value: Int) -> Int {
    levels.indices.min { abs(Int(levels[$0]) - value) < abs(Int(levels[$1]) - value) } ?? 0
  }

  private static func nearest(
    to color: Components, among indexes: some Sequence<UInt8>
  ) -> UInt8 {
    var best: (index: UInt8, distance: Int) = (0, .max)
    for index in indexes {
      let distance = components(of: index).squaredDistance(to: color)
      if distance < best.distance { best = (index, distance) }
    }
    return best.index
  }
}
