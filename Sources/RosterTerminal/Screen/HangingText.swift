internal import RosterText

/// A line of text whose further rows, where it is broken, begin below its text: behind the blanks that it begins with,
/// or behind the name of a key.
struct HangingText {
  private let text: String
  /// How many cells stand before the text.
  private let indentation: Int
  /// What stands before the text, in the first row alone; `nil` if the rows have no room for it beside the text.
  private var beginning: ShownText?
  private var rest: ShownText

  /// - Parameter column: Where the text begins if the line does not begin with blanks and has one before that column.
  init(_ text: String, column: Int, _ glyphs: Glyphs) {
    self.text = text
    let blanks = text.prefix { $0 == " " }.count
    if blanks > 0 {
      indentation = blanks < text.count ? blanks : 0
    } else if column > 0, text.count > column, text.prefix(column).last == " " {
      indentation = column
    } else {
      indentation = 0
    }
    rest = Self.shown(text, glyphs)
  }

  private static func shown(_ text: String, _ glyphs: Glyphs) -> ShownText {
    ShownText(text, TextOptions(wrapping: .wordsOrCharacters), glyphs)
  }

  /// Breaks the line.
  ///
  /// - Returns: How many rows it has.
  mutating func breakRows(rows: Int, columns: Int, _ glyphs: Glyphs) -> Int {
    // Where a text has less room than what stands before it, it is read more easily below that.
    let isHanging = indentation > 0 && indentation <= columns / 2
    if isHanging, beginning == nil {
      beginning = Self.shown(String(text.prefix(indentation)), glyphs)
      rest = Self.shown(String(text.dropFirst(indentation)), glyphs)
    } else if !isHanging, beginning != nil {
      beginning = nil
      rest = Self.shown(text, glyphs)
    }
    return rest.textLines(rows: rows, columns: room(columns)).count
  }

  private func room(_ columns: Int) -> Int { beginning == nil ? columns : columns - indentation }

  /// Returns what stands in a row: lines, each with the column where its room begins, and how wide that is.
  func pieces(
    ofRow row: Int, rows: Int, columns: Int
  ) -> [(line: ShownLine, begin: Int, columns: Int)] {
    let room = room(columns)
    let texts = rest.lines(rows: rows, columns: room, visible: row..<row + 1)
      .map { (line: $0, begin: columns - room, columns: room) }
    guard row == 0, let beginning else { return texts }
    return beginning.lines(rows: 1, columns: indentation, visible: 0..<1)
      .map { (line: $0, begin: 0, columns: indentation) } + texts
  }
}
