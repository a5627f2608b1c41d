extension TextContent {
  /// A character of a line as it is drawn, or what is drawn at the end of a line.
  package struct Piece {
    package var text: String
    /// The width of each character of ``text``, with letter spacing; that of a tab is the way to
    /// where it ends.
    package var advances: [Double]
    /// Where it is in the text, in UTF-8 offsets; empty for what is not of the text.
    package var source: Range<Int>
    /// The level of UAX #9. What is drawn at the end of a line is one piece, since its characters
    /// are not reordered.
    package var level: UInt8
  }

  /// Returns everything that is drawn of a line, in the order of the text. Their advances add up to
  /// the width of the line.
  package func pieces(of line: TextLine) -> [Piece] {
    let (head, tail) = (offsets(line.visibleRange), offsets(line.tailRange))
    let lineEnd = offsets(line.range).upperBound
    var pieces = pieces(in: head, lineEnd: lineEnd)
    // Also an empty string stands between the directions on both sides.
    if !line.ending.isEmpty || !tail.isEmpty {
      let typeset = measured.typeset
      let characters = CharacterWidths(line.ending, typeset.ruler, from: nil, LineTabs())
      pieces.append(
        Piece(
          text: line.ending, advances: characters.advances, source: 0..<0,
          level: directions?.paragraphLevel(at: head.lowerBound) ?? 0))
    }
    return pieces + self.pieces(in: tail, lineEnd: lineEnd)
  }

  /// Returns the characters of a part of a line, without soft hyphens.
  ///
  /// - Parameters:
  ///   - range: The part.
  ///   - lineEnd: The end of the line in the text.
  package func pieces(in range: Range<Int>, lineEnd: Int) -> [Piece] {
    guard !range.isEmpty else { return [] }
    let characters = measured.typeset.characters(in: range)
    let runs = directions?.runs(in: range, lineEnd: lineEnd) ?? []
    var run = 0
    var pieces: [Piece] = []
    for (index, advance) in characters.advances.enumerated() {
      let start = range.lowerBound + characters.start(of: index)
      while run < runs.count - 1, runs[run].range.upperBound <= start { run += 1 }
      let character = characters[index]
      if character == "\u{AD}" { continue }
      pieces.append(
        Piece(
          text: String(character), advances: [advance],
          source: start..<range.lowerBound + characters.ends[index],
          level: runs.isEmpty ? 0 : runs[run].level))
    }
    return pieces
  }
}
