internal import RosterLayout
internal import RosterText

/// A line of a text as it is drawn, from left to right: its parts, each with where it comes from.
package struct ShownLine {
  struct Part {
    let text: String
    /// The text of the view that the part shows, as offsets in UTF-8; empty for an ellipsis.
    let source: Range<Int>
  }

  var parts: [Part]
  /// Whether the line begins at the right.
  var isRightToLeft = false
  /// The row of the line, from the top of the text.
  package private(set) var row = 0

  var columns: Int { parts.reduce(0) { $0 + terminalColumns($1.text) } }
}

extension ShownLine {
  /// Makes a line of a text, with its ending.
  init(_ line: TextLine, of content: TextContent) {
    if content.directions == nil, content.options.letterSpacing == 0,
      !content.text[line.visibleRange].utf8.contains(0x09)
    {
      self.init(parts: Self.wholeParts(line, of: content))
    } else {
      self.init(
        content.pieces(of: line), of: content,
        paragraph: content.offsets(line.range).lowerBound)
    }
    row = Self.row(of: line)
  }

  /// Returns the row of a line, from the top of the text. No line is above the one before it.
  static func row(of line: TextLine) -> Int {
    // The baseline is the lower edge of a row.
    max(0, Int(cells: line.baseline) - 1)
  }

  /// Makes a line of characters in the order of the text, which the line puts into the order in
  /// which they are seen (UAX #9, L1 and L2). Each one is a part of its own: next to each other in
  /// another order, some would be one.
  ///
  /// - Parameters:
  ///   - pieces: The characters.
  ///   - content: The text.
  ///   - offset: A place in the paragraph of the line.
  init(_ pieces: [TextContent.Piece], of content: TextContent, paragraph offset: Int) {
    let base = content.directions?.paragraphLevel(at: offset) ?? 0
    let order = TextDirections.visualOrder(pieces, level: \.level)
    self.init(parts: order.map(Self.part), isRightToLeft: base & 1 == 1)
  }

  private static func wholeParts(_ line: TextLine, of content: TextContent) -> [Part] {
    [line.visibleRange, nil, line.tailRange].compactMap { range in
      guard let range else {
        return line.ending.isEmpty ? nil : Part(text: line.ending, source: 0..<0)
      }
      let text = content.text[range].filter { $0 != "\u{AD}" }
      return text.isEmpty ? nil : Part(text: text, source: content.offsets(range))
    }
  }

  /// Returns a character with the empty cells behind it, mirrored where it runs from right to left
  /// (L4).
  private static func part(_ piece: TextContent.Piece) -> Part {
    let isReversed = piece.level & 1 == 1 && !piece.source.isEmpty
    var text = ""
    for (character, advance) in zip(piece.text, piece.advances) {
      let own = character == "\t" ? 0 : terminalColumns(String(character))
      let free = String(repeating: " ", count: max(0, Int(cells: advance) - own))
      let shown = isReversed ? TextDirections.mirrored(character) : character
      if character == "\t" {
        text += free
      } else {
        text += isReversed ? free + String(shown) : String(shown) + free
      }
    }
    return Part(text: text, source: piece.source)
  }
}

extension Int {
  /// The nearest whole number of cells, as many as a grid may have.
  fileprivate init(cells: Double) { self = Int(Swift.min(Swift.max(0, cells), 1e6).rounded()) }
}

/// Returns a text of one line in the order in which its characters are seen.
func visual(_ text: String, _ glyphs: Glyphs) -> String {
  guard glyphs.reordersText, TextDirections(text) != nil else { return text }
  var options = TextOptions(wrapping: .never)
  options.showsControls = true
  let content = TextContent(text, measurer: TerminalMeasurer(), options: options)
  let pieces = content.pieces(in: 0..<content.text.utf8.count, lineEnd: content.text.utf8.count)
  return ShownLine(pieces, of: content, paragraph: 0).parts.map(\.text).joined()
}
