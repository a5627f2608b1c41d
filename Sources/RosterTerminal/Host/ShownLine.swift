internal import RosterLayout
internal import RosterText

/// A line of a text as it is drawn, from left to right: its parts, each with where it comes from.
struct ShownLine {
  struct Part {
    let text: String
    /// The text of the view that the part shows, as offsets in UTF-8; empty for an ellipsis.
    let source: Range<Int>
  }

  var parts: [Part]
  /// Whether the line begins at the right.
  var isRightToLeft = false

  var columns: Int { parts.reduce(0) { $0 + terminalColumns($1.text) } }
}

extension ShownLine {
  /// Makes a line of a text, with its ending.
  init(_ line: TextLine, of content: TextContent) {
    let whole = content.string(of: line)
    let shown = String(whole.dropLast(line.ending.count))
    var parts = [Part(text: shown, source: content.offsets(line.visibleRange))]
    if !line.ending.isEmpty { parts.append(Part(text: line.ending, source: 0..<0)) }
    let range = content.offsets(line.range)
    self.init(parts, of: content, paragraph: range.lowerBound, lineEnd: range.upperBound)
  }

  /// Makes a line of parts in the order of the text, which the line puts into the order in which
  /// they are seen (UAX #9, L1 and L2).
  ///
  /// - Parameters:
  ///   - parts: The parts. One without a source has the direction of the paragraph.
  ///   - content: The text.
  ///   - offset: A place in the paragraph of the line.
  ///   - lineEnd: The end of the line in the text.
  init(_ parts: [Part], of content: TextContent, paragraph offset: Int, lineEnd: Int) {
    guard let directions = content.directions else {
      self.init(parts: parts)
      return
    }
    let base = directions.paragraphLevel(at: offset)
    var pieces: [(part: Part, level: UInt8)] = []
    var column = 0
    for part in parts {
      guard !part.source.isEmpty else {
        pieces.append((part, base))
        continue
      }
      let runs = directions.runs(in: part.source, lineEnd: lineEnd)
      for (piece, level) in Self.characters(part, of: content, runs) {
        // Tab stops count in the order of the text.
        let text = piece.text == "\t" ? Self.tab(at: column) : piece.text
        column += terminalColumns(text)
        pieces.append((Part(text: text, source: piece.source), level))
      }
    }
    let order = TextDirections.visualOrder(pieces, level: \.level)
    self.init(parts: order.map(\.part), isRightToLeft: base & 1 == 1)
  }

  /// Returns the characters of a part with their levels, mirrored where they run from right to left
  /// (L4). Each one is a piece of its own: next to each other in another order, some would be one.
  private static func characters(
    _ part: Part, of content: TextContent, _ runs: [TextDirections.Run]
  ) -> [(Part, level: UInt8)] {
    var found: [(Part, level: UInt8)] = []
    var run = 0
    var shown = part.text[...]
    var offset = part.source.lowerBound
    let utf8 = content.text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: offset)
    let end = utf8.index(start, offsetBy: part.source.count)
    for character in content.text[start..<end] {
      let source = offset..<offset + character.utf8.count
      offset = source.upperBound
      // Soft hyphens are in the text, and not in what is drawn of it.
      if character == "\u{AD}", shown.first != character { continue }
      guard let own = shown.popFirst() else { break }
      while run < runs.count - 1, runs[run].range.upperBound <= source.lowerBound { run += 1 }
      let text = runs[run].isRightToLeft ? TextDirections.mirrored(own) : own
      found.append((Part(text: String(text), source: source), runs[run].level))
    }
    return found
  }

  private static func tab(at column: Int) -> String {
    let count = TerminalMeasurer().tabColumns
    return String(repeating: " ", count: count - column % count)
  }
}

/// Returns a text of one line in the order in which its characters are seen.
func visual(_ text: String, _ glyphs: Glyphs) -> String {
  guard glyphs.reordersText, TextDirections(text) != nil else { return text }
  var options = TextOptions(wrapping: .never)
  options.showsControls = true
  let content = TextContent(text, measurer: TerminalMeasurer(), options: options)
  let part = ShownLine.Part(text: text, source: 0..<text.utf8.count)
  return ShownLine([part], of: content, paragraph: 0, lineEnd: text.utf8.count)
    .parts.map(\.text).joined()
}
