internal import RosterLayout
internal import RosterText
internal import RosterWidgets

/// The room for the text of a field, and how the text stands in it.
struct FieldRoom: Hashable {
  let size: CellSize
  /// Whether the text has several lines, and not one that scrolls sideways.
  var isMultiline = false
  /// Whether these are only those of a long text: return submits it.
  var refusesNewlines = false
  /// What every character is shown as; `nil` if the text is no secret.
  var secret: Character?
  /// Whether the text is put into the order in which it is seen.
  var reordersText = true
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
    let columns = room.isMultiline ? Double(max(1, room.size.columns)) : .infinity
    var options = TextOptions(wrapping: room.isMultiline ? .wordsOrCharacters : .never)
    options.resolvesDirections = room.reordersText
    options.showsControls = true
    var shown = text
    offsets = ShownOffsets(text, in: room, shown: &shown)
    laid = TextContent(shown, measurer: TerminalMeasurer(), options: options)
      .laid(in: Size(width: columns, height: .infinity))
  }

  /// The number of lines, at least 1.
  var lineCount: Int { laid.cursorLineCount }

  /// Returns what to draw of a line, without its line break, and the column in which it begins.
  func line(_ index: Int) -> (shown: ShownLine, column: Int) {
    guard laid.lines.indices.contains(index) else { return (ShownLine(parts: []), 0) }
    let line = laid.lines[index]
    return (ShownLine(line, of: laid.content), indent + Int(laid.leftEdge(ofLine: index)))
  }

  /// How far the text is from the left. A single line that runs from right to left ends at the right
  /// of its room, and what is too long is left of that.
  private var indent: Int {
    guard !room.isMultiline, let line = laid.lines.first,
      laid.content.direction(of: line) == .rightToLeft
    else { return 0 }
    return room.size.columns - Int(line.width)
  }

  /// Returns the cell of a cursor: that of the character behind it. Behind a line that fills its room
  /// it is the last one of it.
  func cell(of position: TextPosition) -> CellPosition {
    let position = shown(position)
    let cursor = laid.cursor(at: position)
    let isReversed = laid.isRightToLeft(at: position)
    let column = indent + Int(cursor.origin.x) - (isReversed ? 1 : 0)
    guard room.isMultiline else { return CellPosition(row: cursor.line, column: column) }
    return CellPosition(
      row: cursor.line, column: max(0, min(column, room.size.columns - 1)))
  }

  /// Returns the position before the character at a cell, or else the one whose cursor is nearest.
  func position(at cell: CellPosition) -> TextPosition {
    let edge = Point(x: Double(cell.column - indent), y: Double(cell.row))
    let middle = Point(x: edge.x + 0.5, y: edge.y)
    return real(laid.positionBeforeCharacter(at: middle) ?? laid.position(at: edge))
  }

  /// Whether the paragraph at an offset runs from right to left.
  func isRightToLeft(at offset: Int) -> Bool {
    let offset = shown(TextPosition(offset: offset)).offset
    return (laid.content.directions?.paragraphLevel(at: offset) ?? 0) & 1 == 1
  }

  /// Returns the cells to draw behind a selected part, at most one range for each line.
  func cells(of range: Range<Int>) -> [(line: Int, columns: Range<Int>)] {
    let start = shown(TextPosition(offset: range.lowerBound)).offset
    let end = shown(TextPosition(offset: range.upperBound)).offset
    return laid.rectangles(of: start..<max(start, end)).map { rectangle in
      let column = indent + Int(rectangle.origin.x)
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
    // The cursor of text from right to left is at the right edge of its cell.
    let isReversed = laid.isRightToLeft(at: shown(position))
    let x = Double(column - indent + (isReversed ? 1 : 0))
    return real(laid.position(movedByLines: count, from: shown(position), x: x))
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
