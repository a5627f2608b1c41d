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
  enum Truncation: String {
    case end, middle, start, none
  }

  private let content: TextContent
  private let truncation: Truncation
  private let glyphs: Glyphs

  /// Makes the content of a view, which is kept.
  static func content(_ text: String, _ truncation: Truncation, _ glyphs: Glyphs) -> TextContent {
    let end: TextOptions.Truncation
    switch truncation {
    case .none: end = TextOptions.Truncation("", dropping: [])
    case .end where !glyphs.isUnicode: end = TextOptions.Truncation(glyphs.ellipsis)
    case .end, .middle, .start: end = .ellipsis
    }
    var options = TextOptions(wrapping: .wordsOrCharacters, truncation: end)
    options.resolvesDirections = glyphs.reordersText
    options.showsControls = true
    return TextContent(text, measurer: TerminalMeasurer(), options: options)
  }

  init(_ content: TextContent, _ truncation: Truncation, _ glyphs: Glyphs) {
    (self.content, self.truncation, self.glyphs) = (content, truncation, glyphs)
  }

  func lines(rows: Int, columns: Int) -> [ShownLine] {
    let size = Size(width: Double(columns), height: Double(rows))
    return content.lines(in: size).map { line in
      if line.isTruncated, truncation == .middle || truncation == .start {
        return cut(from: line.range.lowerBound, columns: columns)
      }
      return ShownLine(line, of: content)
    }
  }

  /// The rest of the text in one line, of which the middle or the beginning is left out.
  private func cut(from index: String.Index, columns: Int) -> ShownLine {
    let rest = content.text[index...]
    let start = content.offsets(index..<index).lowerBound
    // Each newline and tab is one space here, as long as itself in UTF-8 apart from a few.
    let characters = rest.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    let widths = characters.map { terminalColumns(String($0)) }
    let room = max(0, columns - terminalColumns(glyphs.ellipsis))
    var (head, headWidth) = (0, 0)
    if truncation == .middle {
      while head < characters.count, headWidth + widths[head] <= (room + 1) / 2 {
        headWidth += widths[head]
        head += 1
      }
    }
    var (tail, tailWidth) = (characters.count, 0)
    while tail > head, headWidth + tailWidth + widths[tail - 1] <= room {
      tailWidth += widths[tail - 1]
      tail -= 1
    }
    let headEnd = rest.index(rest.startIndex, offsetBy: head)
    let tailStart = rest.index(rest.startIndex, offsetBy: tail)
    let headCount = rest.utf8.distance(from: rest.startIndex, to: headEnd)
    let tailCount = rest.utf8.distance(from: rest.startIndex, to: tailStart)
    let parts = [
      ShownLine.Part(text: String(characters[..<head]), source: start..<start + headCount),
      ShownLine.Part(text: prefix(of: glyphs.ellipsis, columns: columns), source: 0..<0),
      ShownLine.Part(
        text: String(characters[tail...]),
        source: start + tailCount..<start + rest.utf8.count),
    ]
    return ShownLine(
      parts, of: content, paragraph: start, lineEnd: start + rest.utf8.count)
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
