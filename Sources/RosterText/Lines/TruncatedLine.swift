/// The visible part of a line that is truncated.
struct TruncatedLine {
  /// The end of the visible part of the text, in UTF-8 code units.
  var end: Int
  /// The string that replaces the rest; only its beginning if there is no room for more.
  var ending: String
  var width: Double
}

extension TypesetText {
  /// Shortens a line character by character until there is room for the truncation string.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  func truncated(_ line: FilledLine, room: Double) -> TruncatedLine {
    let start = start(ofRun: line.runs.lowerBound)
    let limit = room + LineFiller.slack
    let ending = options.truncation.string
    let endingWidth = measurer.width(of: ending)
    if endingWidth > limit {
      let (ending, width) = prefix(of: ending, limit: limit)
      return TruncatedLine(end: start, ending: ending, width: width)
    }

    let part = String(text[index(start)..<index(self.start(ofRun: line.visibleEnd))])
    let characters = CharacterWidths(part, measurer: measurer)
    for count in stride(from: characters.count, to: 0, by: -1) {
      let width = characters.widths[count - 1] + endingWidth
      if width > limit || options.truncation.dropped.contains(characters[count - 1]) { continue }
      return TruncatedLine(end: start + characters.ends[count - 1], ending: ending, width: width)
    }
    return TruncatedLine(end: start, ending: ending, width: endingWidth)
  }

  private func prefix(of ending: String, limit: Double) -> (String, width: Double) {
    let characters = CharacterWidths(ending, measurer: measurer)
    guard let count = characters.widths.lastIndex(where: { $0 <= limit }) else { return ("", 0) }
    return (String(ending.prefix(count + 1)), characters.widths[count])
  }
}

/// The characters of a line, each with the width of the line up to its end.
struct CharacterWidths {
  let text: String
  /// The ends of the characters, in UTF-8 code units.
  let ends: [Int]
  /// The width of the line if it ended behind each character.
  let widths: [Double]
  /// The right edge of each character in the whole line.
  let edges: [Double]

  var count: Int { ends.count }

  init(_ text: String, measurer: any TextMeasurer) {
    var text = text
    text.makeContiguousUTF8()
    let options = TextOptions(wrapping: .characters)
    let typeset = TypesetText(text, measurer: measurer, options: options)
    var width = 0.0
    self.text = text
    ends = typeset.runs.map(\.end)
    edges = typeset.runs.map { run in
      width = run.advancing(width, tabWidth: typeset.tabWidth)
      return width
    }
    widths = zip(edges, typeset.runs).map { $0 + Double($1.lineEndAdjustment) }
  }

  subscript(index: Int) -> Character {
    let start = index > 0 ? ends[index - 1] : 0
    return text[text.utf8.index(text.startIndex, offsetBy: start)]
  }
}
