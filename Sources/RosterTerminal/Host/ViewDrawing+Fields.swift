internal import RosterLayout
internal import RosterText
internal import RosterWidgets

extension ViewDrawing {
  mutating func drawField(_ view: TerminalView, at place: ViewPlace, _ ink: Ink) {
    let cells = place.cells
    guard !cells.isEmpty else { return }
    let room = FieldRoom(view, in: cells, glyphs)
    var line = ink
    line.attributes.insert(.underline)
    let lineCount: Int
    if let editor = view.editor, view === focused, !editor.text.isEmpty {
      lineCount = draw(editor, in: room, at: place, line)
    } else {
      lineCount = drawValue(of: view, in: room, at: place, line)
    }
    guard let error = view.string("error"), !error.isEmpty, lineCount < cells.rows.count else {
      return
    }
    write(
      shortened(error, columns: cells.columns.count, glyphs), cells.rows.lowerBound + lineCount,
      cells.columns.lowerBound, place.visible,
      Ink(color: names.color("error"), opacity: ink.opacity))
  }

  /// Draws what the user edits.
  ///
  /// - Returns: The number of lines.
  private mutating func draw(
    _ editor: FieldEditor, in room: FieldRoom, at place: ViewPlace, _ ink: Ink
  ) -> Int {
    let shown = ShownField(editor.text, in: room)
    let first = editor.firstCell(of: shown, in: room)
    let column = place.cells.columns.lowerBound - first.column
    let lines = first.row..<min(shown.lineCount, first.row + place.cells.rows.count)
    for line in lines {
      let row = place.cells.rows.lowerBound + line - first.row
      draw(shown.line(line), row, column, place, ink)
    }
    for (line, columns) in shown.cells(of: editor.selection.range) where lines.contains(line) {
      let row = place.cells.rows.lowerBound + line - first.row
      let selected = columns.lowerBound + column..<columns.upperBound + column
      drawSelection(CellRectangle(rows: row..<row + 1, columns: selected), in: place)
    }
    return shown.lineCount
  }

  /// Writes a line of a field, which is underlined over its whole width.
  private mutating func draw(
    _ text: String, _ row: Int, _ column: Int, _ place: ViewPlace, _ ink: Ink
  ) {
    let whole = CellRectangle(rows: row..<row + 1, columns: place.cells.columns)
    let visible = whole.intersection(place.visible)
    guard !visible.isEmpty else { return }
    canvas.setInk(Ink(attributes: .underline, opacity: ink.opacity), visible)
    write(text, row, column, visible, ink)
  }

  /// Writes a line whose parts are in the order in which they are seen.
  private mutating func draw(
    _ line: (shown: ShownLine, column: Int), _ row: Int, _ column: Int, _ place: ViewPlace,
    _ ink: Ink
  ) {
    draw("", row, column, place, ink)
    var column = column + line.column
    let visible = CellRectangle(rows: row..<row + 1, columns: place.cells.columns)
      .intersection(place.visible)
    for part in line.shown.parts {
      write(part.text, row, column, visible, ink)
      column += terminalColumns(part.text)
    }
  }

  private mutating func drawSelection(_ cells: CellRectangle, in place: ViewPlace) {
    let visible = cells.intersection(place.visible)
    guard !visible.isEmpty else { return }
    guard names.depth != .none, let selection = names.color("selection") else {
      return canvas.restyle(visible) { $0.attributes.formSymmetricDifference(.reverse) }
    }
    canvas.restyle(visible) { $0.background = selection }
  }

  /// Draws the value, or what stands there if it is empty.
  ///
  /// - Returns: The number of lines.
  private mutating func drawValue(
    of view: TerminalView, in room: FieldRoom, at place: ViewPlace, _ ink: Ink
  ) -> Int {
    var (text, ink) = (view.editor?.text ?? view.string("value") ?? "", ink)
    if text.isEmpty {
      text = view.string("placeholder") ?? ""
      ink.color = names.color("secondaryText")
      ink.attributes.insert(.dim)
    } else if let secret = room.secret {
      // No more than there is room for: a secret may be long.
      let limit = room.size.columns * (room.isMultiline ? room.size.rows : 1)
      text = String(repeating: secret, count: text.prefix(limit).count)
    }
    let (row, column) = (place.cells.rows.lowerBound, place.cells.columns.lowerBound)
    if room.reordersText, TextDirections(text) != nil {
      let shown = ShownField(text, in: room)
      for line in 0..<min(shown.lineCount, room.size.rows) {
        draw(shown.line(line), row + line, column, place, ink)
      }
      return shown.lineCount
    }
    guard room.isMultiline else {
      draw(text, row, column, place, ink)
      return 1
    }
    let options = TextOptions(
      wrapping: .wordsOrCharacters, truncation: TextOptions.Truncation("", dropping: []))
    let shown = view.text ?? ShownText(text, options, glyphs)
    view.text = shown
    let lines = shown.textLines(rows: room.size.rows, columns: room.size.columns)
    for (number, line) in lines.enumerated() where number < room.size.rows {
      draw(shown.content.string(of: line), row + number, column, place, ink)
    }
    if lines.isEmpty { draw("", row, column, place, ink) }
    return max(1, lines.count)
  }
}
