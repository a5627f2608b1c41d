/// The characters for everything that is not text of a model, and the order of those that are.
struct Glyphs {
  let isUnicode: Bool
  /// Whether texts are put into the order in which they are seen.
  let reordersText: Bool

  init(_ options: TerminalOptions) {
    isUnicode = options.characters == .unicode
    reordersText = options.reordersText
  }

  var horizontal: Character { isUnicode ? "─" : "-" }
  var vertical: Character { isUnicode ? "│" : "|" }
  /// Clockwise, from the upper left.
  var corners: [Character] { isUnicode ? ["┌", "┐", "┘", "└"] : ["+", "+", "+", "+"] }
  var ellipsis: String { isUnicode ? "…" : "..." }
  var secret: Character { isUnicode ? "•" : "*" }
  var radio: String { isUnicode ? "•" : "*" }

  private static let spinner = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
  private static let plainSpinner = Array("|/-\\")

  /// The picture of a spinner at a step.
  func spinner(_ step: Int) -> Character {
    let frames = isUnicode ? Self.spinner : Self.plainSpinner
    return frames[((step % frames.count) + frames.count) % frames.count]
  }

  private static let eighths = Array(" ▏▎▍▌▋▊▉")

  /// A bar of a width, filled from the left.
  func bar(_ value: Double, columns: Int) -> String {
    let value = min(max(value, 0), 1)
    guard isUnicode else {
      guard columns > 2 else { return String(repeating: value > 0.5 ? "#" : ".", count: columns) }
      let full = Int((value * Double(columns - 2)).rounded())
      return "[" + String(repeating: "#", count: full)
        + String(repeating: ".", count: columns - 2 - full) + "]"
    }
    let eighths = Int((value * Double(columns) * 8).rounded())
    let full = eighths / 8
    let rest = full < columns ? String(Self.eighths[eighths % 8]) : ""
    return String(repeating: "█", count: full) + rest
      + String(repeating: " ", count: max(0, columns - full - 1))
  }

  /// A bar of a width in which a block wanders.
  func wanderingBar(_ step: Int, columns: Int) -> String {
    let block = max(1, columns / 4)
    let room = columns - block
    let phase = room > 0 ? ((step % (2 * room)) + 2 * room) % (2 * room) : 0
    let start = phase <= room ? phase : 2 * room - phase
    return String(repeating: isUnicode ? " " : ".", count: start)
      + String(repeating: isUnicode ? "█" : "#", count: block)
      + String(repeating: isUnicode ? " " : ".", count: room - start)
  }

  /// Whether pictures can be drawn: half blocks are pixels only in colours, and other characters are light or
  /// dark without any.
  func drawPixels(in depth: ColorDepth) -> Bool { depth != .none || !isUnicode }

  private static let ramp = Array(" .:-=+*#%@")

  /// A character that is as light as a colour.
  func shade(_ color: Components) -> Character {
    let light = (color.red * 299 + color.green * 587 + color.blue * 114) / 1000
    return Self.ramp[min(light * Self.ramp.count / 256, Self.ramp.count - 1)]
  }
}
