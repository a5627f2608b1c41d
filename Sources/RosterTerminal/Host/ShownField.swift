internal import RosterLayout
internal import RosterText
internal import RosterWidgets

/// The room for the text of a field, and how the text stands in it.
struct FieldRoom: Hashable {
  let size: CellSize
  /// Whether the text has several lines, and not one that scrolls sideways.
  var isMultiline = false
  /// What every character is shown as; `nil` if the text is no secret.
  var secret: Character?
}

/// A text as a field or the prompt shows it, with the cells of its cursors.
///
/// Cells count from the start of the text, whatever is scrolled. Offsets are those of the text, in
/// UTF-8, also where something else is shown for it.
struct ShownField {
  private let text: String
  private let laid: LaidText
  private let room: FieldRoom
  private let offsets: ShownOffsets?

  /// Lays a text out.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  init(_ text: String, in room: FieldRoom) {
    self.text = text
    self.room = room
    let columns = Double(room.isMultiline ? max(1, room.size.columns) : Int.max)
    let options = TextOptions(wrapping: room.isMultiline ? .wordsOrCharacters : .never)
    var shown = text
    offsets = ShownOffsets(text, in: room, shown: &shown)
    laid = TextContent(shown, measurer: TerminalMeasurer(), options: options)
      .laid(in: Size(width: columns, height: .infinity))
  }

  /// The number of lines, at least 1.
  var lineCount: Int { laid.cursorLineCount }

  /// The text to draw in a line, without what ends it.
  func text(ofLine line: Int) -> String {
    laid.lines.indices.contains(line) ? laid.content.string(of: laid.lines[line]) : ""
  }

  /// Returns the cell of a cursor. Behind a line that fills its room it is the last one of it.
  func cell(of position: TextPosition) -> CellPosition {
    let cursor = laid.cursor(at: shown(position))
    let column = Int(cursor.origin.x)
    let last = room.isMultiline ? max(0, room.size.columns - 1) : column
    return CellPosition(row: cursor.line, column: min(column, last))
  }

  /// Returns the position whose cursor is nearest to a cell.
  func position(at cell: CellPosition) -> TextPosition {
    real(laid.position(at: Point(x: Double(cell.column), y: Double(cell.row))))
  }

  /// Returns the cells to draw behind a selected part, at most one range for each line.
  func cells(of range: Range<Int>) -> [(line: Int, columns: Range<Int>)] {
    let start = shown(TextPosition(offset: range.lowerBound)).offset
    let end = shown(TextPosition(offset: range.upperBound)).offset
    return laid.rectangles(of: start..<max(start, end)).map { rectangle in
      let column = Int(rectangle.origin.x)
      return (rectangle.line, column..<column + Int(rectangle.size.width))
    }
  }

  // MARK: Moving

  func lineStart(of position: TextPosition) -> TextPosition {
    real(laid.lineStart(of: shown(position)))
  }

  func lineEnd(of position: TextPosition) -> TextPosition {
    real(laid.lineEnd(of: shown(position)))
  }

  /// The position some lines further down or up, as near to a column as possible.
  func position(
    movedByLines count: Int, from position: TextPosition, column: Int
  ) -> TextPosition {
    real(laid.position(movedByLines: count, from: shown(position), x: Double(column)))
  }

  private func shown(_ position: TextPosition) -> TextPosition {
    guard let offsets else { return position }
    return TextPosition(
      offset: offsets.shown(position.offset), affinity: position.affinity)
  }

  private func real(_ position: TextPosition) -> TextPosition {
    guard let offsets else { return position }
    return TextPosition(offset: offsets.real(position.offset), affinity: position.affinity)
  }
}

/// Where the characters of a text are in what is shown for them.
///
///     text  a ⏎ b     offsets 0 1 2 3
///     shown a ␊ b     offsets 0 1 4 5
private struct ShownOffsets {
  /// The starts of all characters and the end, ascending.
  private var ofText = [0]
  private var ofShown = [0]

  /// Makes the offsets of what is shown instead of a text; `nil` if that is the text itself.
  init?(_ text: String, in room: FieldRoom, shown: inout String) {
    let hidesNewlines = !room.isMultiline && text.contains(where: \.isNewline)
    guard room.secret != nil || hidesNewlines else { return nil }
    shown = ""
    for character in text {
      let part = room.secret.map { String($0) } ?? Self.picture(of: character)
      shown += part
      ofText.append((ofText.last ?? 0) + character.utf8.count)
      ofShown.append((ofShown.last ?? 0) + part.utf8.count)
    }
  }

  /// What a line shows for a newline that does not end it.
  private static func picture(of character: Character) -> String {
    character.isNewline
      ? VisibleCharacters(String(character)).map(\.text).joined() : String(character)
  }

  func shown(_ offset: Int) -> Int { Self.moved(offset, from: ofText, to: ofShown) }

  func real(_ offset: Int) -> Int { Self.moved(offset, from: ofShown, to: ofText) }

  private static func moved(_ offset: Int, from source: [Int], to target: [Int]) -> Int {
    var (low, high) = (0, source.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if source[middle] <= offset { low = middle } else { high = middle }
    }
    return target[low]
  }
}
