internal import RosterJSON
internal import RosterLayout
package import RosterText

/// The number of cells that a text takes.
package func terminalColumns(_ text: some StringProtocol) -> Int {
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
///
/// A long text is drawn in many parts: when it is scrolled, or printed. So the lines of the last room are kept, and of
/// these only the visible ones are made ready to be drawn.
package final class ShownText {
  let content: TextContent
  private var last: (room: Size, lines: [TextLine])?

  /// Makes the text of a view.
  convenience init(_ text: String, in view: TerminalView, _ glyphs: Glyphs) {
    let place = view.string("truncation")
    var options = TextOptions(wrapping: .wordsOrCharacters)
    options.truncation =
      place == "none"
      ? TextOptions.Truncation("", dropping: [])
      : TextOptions.Truncation(
        glyphs.ellipsis, at: place.flatMap(TextOptions.Truncation.Place.init) ?? .end)
    options.letterSpacing = Self.length(view.number("letterSpacing"))
    options.lineSpacing = Self.length(view.number("lineSpacing"))
    options.tabWidth = view.number("tabWidth").map { Self.length($0) }
    options.tabStops = Self.tabStops(view.attributes["tabStops"])
    self.init(text, options, glyphs)
  }

  /// Makes a text with options.
  convenience init(_ text: String, _ options: TextOptions, _ glyphs: Glyphs) {
    var options = options
    options.resolvesDirections = glyphs.reordersText
    options.showsControls = true
    self.init(TextContent(text, measurer: TerminalMeasurer(), options: options))
  }

  package init(_ content: TextContent) { self.content = content }

  /// Returns the lines of some room as they are drawn, those that are in some of its rows.
  package func lines(rows: Int, columns: Int, visible: Range<Int>) -> [ShownLine] {
    let visible = visible.clamped(to: 0..<max(0, rows))
    return textLines(rows: rows, columns: columns)
      .drop { ShownLine.row(of: $0) < visible.lowerBound }
      .prefix { ShownLine.row(of: $0) < visible.upperBound }
      .map { ShownLine($0, of: content) }
  }

  /// Returns the lines of some room.
  func textLines(rows: Int, columns: Int) -> [TextLine] {
    let room = Size(width: Double(columns), height: Double(rows))
    if let last, last.room == room { return last.lines }
    let lines = content.lines(in: room)
    last = (room, lines)
    return lines
  }

  /// A length that is no more than cells that a grid may have.
  private static func length(_ value: Double?) -> Double {
    min(max(0, value ?? 0), Double(CellSize.sideMax))
  }

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
