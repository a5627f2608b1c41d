internal import RosterJSON
internal import RosterLayout
internal import RosterText

/// The number of cells that a text takes.
func terminalColumns(_ text: some StringProtocol) -> Int {
  VisibleCharacters(text).reduce(0) { $0 + $1.columns }
}

/// Returns the beginning of a text, as far as it takes so many cells.
func prefix(of text: String, columns: Int) -> String {
  var width = 0
  return String(
    text.prefix { character in
      width += terminalColumns(String(character))
      return width <= columns
    })
}

/// Returns a text that takes at most so many cells: with an ellipsis at its end if it is longer.
func shortened(_ text: String, columns: Int, _ glyphs: Glyphs) -> String {
  if terminalColumns(text) <= columns { return text }
  let ellipsis = glyphs.ellipsis
  let room = columns - terminalColumns(ellipsis)
  return room < 0 ? prefix(of: text, columns: columns) : prefix(of: text, columns: room) + ellipsis
}

/// The lines of a text in some room, truncated where a view asks for it.
struct ShownText {
  private let content: TextContent

  /// Makes the content of a view, which is kept.
  static func content(of text: String, in view: TerminalView, _ glyphs: Glyphs) -> TextContent {
    let place = view.string("truncation")
    var options = TextOptions(wrapping: .wordsOrCharacters)
    options.truncation =
      place == "none"
      ? TextOptions.Truncation("", dropping: [])
      : TextOptions.Truncation(
        glyphs.ellipsis, at: place.flatMap(TextOptions.Truncation.Place.init) ?? .end)
    options.letterSpacing = length(view.number("letterSpacing"))
    options.lineSpacing = length(view.number("lineSpacing"))
    options.tabWidth = view.number("tabWidth").map { length($0) }
    options.tabStops = tabStops(view.attributes["tabStops"])
    return content(of: text, options, glyphs)
  }

  /// Makes the content of a text with options.
  static func content(of text: String, _ options: TextOptions, _ glyphs: Glyphs) -> TextContent {
    var options = options
    options.resolvesDirections = glyphs.reordersText
    options.showsControls = true
    return TextContent(text, measurer: TerminalMeasurer(), options: options)
  }

  /// A length that is no more than cells that a grid may have.
  private static func length(_ value: Double?) -> Double { min(max(0, value ?? 0), 10_000) }

  private static func tabStops(_ value: JSONValue?) -> [TextOptions.TabStop] {
    (value?.arrayValue ?? []).prefix(1000).compactMap { value in
      guard let position = value["at"]?.numberValue else { return nil }
      let decimal = value["decimal"]?.stringValue?.first
      let alignment: TextOptions.TabStop.Alignment =
        switch value["align"]?.stringValue {
        case "center": .center
        case "end": .end
        case "decimal": .decimal(decimal ?? ".")
        default: .start
        }
      return TextOptions.TabStop(at: length(position), alignment)
    }
  }

  init(_ content: TextContent) { self.content = content }

  func lines(rows: Int, columns: Int) -> [ShownLine] {
    let size = Size(width: Double(columns), height: Double(rows))
    return content.lines(in: size).map { ShownLine($0, of: content) }
  }
}

/// A part of a text that looks different.
struct TextSpan {
  let range: Range<Int>
  let value: JSONValue

  static func spans(_ value: JSONValue?) -> [TextSpan] {
    (value?.arrayValue ?? []).compactMap { value in
      guard let start = value["from"]?.intValue, let end = value["to"]?.intValue, 0 <= start,
        start < end
      else { return nil }
      return TextSpan(range: start..<end, value: value)
    }
  }
}
