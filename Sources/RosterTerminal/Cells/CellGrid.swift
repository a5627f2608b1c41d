/// What a terminal shows, or is to show: rows of cells.
///
/// A wide character takes two neighbouring cells of one row. If one of them is overwritten, the
/// other becomes a space of the same style:
///
///     世界.       write "x" at column 1       ·x界.
///
/// Everything outside of the grid, and outside of the rectangle that a caller gives, is cut off.
package struct CellGrid: Hashable, Sendable {
  package let size: CellSize
  /// The cells, row by row.
  private var cells: [Cell]

  /// Makes a grid of spaces.
  package init(_ size: CellSize, style: CellStyle = .plain) {
    self.size = size
    cells = Array(repeating: Cell(blank: style), count: size.rows * size.columns)
  }

  /// The cell at a position, which must lie within the grid.
  package subscript(row: Int, column: Int) -> Cell {
    precondition(
      0..<size.rows ~= row && 0..<size.columns ~= column, "the position is within the grid")
    return cells[row * size.columns + column]
  }

  /// The cells of a row, which must lie within the grid.
  package subscript(row row: Int) -> ArraySlice<Cell> {
    precondition(0..<size.rows ~= row, "the row is within the grid")
    return cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// The text of a row, with the spaces at its end.
  package func text(ofRow row: Int) -> String { self[row: row].map(\.text).joined() }

  // MARK: Writing

  /// Writes a text on one line.
  ///
  /// Half of a wide character that is cut at an edge becomes a space.
  ///
  /// - Parameters:
  ///   - text: Any text; what a terminal would act upon is replaced (``VisibleCharacters``).
  ///   - position: Where it begins, which may be left of the grid.
  ///   - clip: Where cells may be changed; everywhere by default.
  /// - Returns: The column behind the text; if it is cut on the right, one that is not visible.
  /// - Complexity: O(*n*), where *n* is the length of the text up to the right edge.
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol, at position: CellPosition, style: CellStyle = .plain,
    clip: CellRectangle? = nil
  ) -> Int {
    write(text, at: position, clip: clip) { _ in style }
  }

  /// Writes a text on one line, each character in a style made from that of the cell that it
  /// overwrites.
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol, at position: CellPosition, clip: CellRectangle? = nil,
    over style: (CellStyle) -> CellStyle
  ) -> Int {
    let clip = visible(clip)
    var column = position.column
    for character in VisibleCharacters(text) {
      guard column < clip.columns.upperBound else { break }
      if clip.rows.contains(position.row), column + character.columns > clip.columns.lowerBound {
        let first = max(column, clip.columns.lowerBound)
        let style = style(cells[position.row * size.columns + first].style)
        put(character, row: position.row, column: column, style, clip.columns)
      }
      column += character.columns
    }
    return column
  }

  /// Replaces the rows of a range with those of another grid of as many columns.
  package mutating func copy(_ rows: Range<Int>, from source: CellGrid, toRow target: Int) {
    precondition(source.size.columns == size.columns, "both grids have as many columns")
    for row in rows where 0..<size.rows ~= target + row - rows.lowerBound {
      let start = (target + row - rows.lowerBound) * size.columns
      cells.replaceSubrange(start..<start + size.columns, with: source[row: row])
    }
  }

  /// Fills a rectangle with a character.
  ///
  /// - Parameter character: What every cell, or every two cells, show. What takes no cell counts as
  ///   a space.
  package mutating func fill(
    _ rectangle: CellRectangle? = nil, with character: Character = " ", style: CellStyle = .plain
  ) {
    let rectangle = visible(rectangle)
    var characters = VisibleCharacters(String(character))
    let element = characters.next() ?? .space
    for row in rectangle.rows {
      for column in stride(
        from: rectangle.columns.lowerBound, to: rectangle.columns.upperBound, by: element.columns)
      {
        put(element, row: row, column: column, style, rectangle.columns)
      }
    }
  }

  /// Changes the style of what a rectangle shows. A wide character that lies in it by half changes
  /// as a whole.
  package mutating func restyle(
    _ rectangle: CellRectangle? = nil, _ change: (inout CellStyle) -> Void
  ) {
    let rectangle = visible(rectangle)
    guard !rectangle.columns.isEmpty else { return }
    for row in rectangle.rows {
      let start = row * size.columns
      var columns = rectangle.columns
      if cells[start + columns.lowerBound].isSecondHalf {
        columns = columns.lowerBound - 1..<columns.upperBound
      }
      if columns.upperBound < size.columns, cells[start + columns.upperBound].isSecondHalf {
        columns = columns.lowerBound..<columns.upperBound + 1
      }
      for column in columns { change(&cells[start + column].style) }
    }
  }

  private func visible(_ rectangle: CellRectangle?) -> CellRectangle {
    let whole = CellRectangle(size)
    return rectangle.map { $0.intersection(whole) } ?? whole
  }

  private mutating func put(
    _ character: VisibleCharacters.Element, row: Int, column: Int, _ style: CellStyle,
    _ clip: Range<Int>
  ) {
    let columns = (column..<column + character.columns).clamped(to: clip)
    guard !columns.isEmpty else { return }
    let start = row * size.columns
    separate(start + columns.lowerBound, isRowStart: columns.lowerBound == 0)
    separate(start + columns.upperBound, isRowStart: columns.upperBound == size.columns)
    if columns.count < character.columns {
      cells[start + columns.lowerBound] = Cell(blank: style)
      return
    }
    cells[start + column] = Cell(character, style: style)
    if character.columns == 2 { cells[start + column + 1] = .secondHalf(style) }
  }

  /// Makes spaces of a wide character whose halves lie on both sides of a boundary of cells.
  private mutating func separate(_ index: Int, isRowStart: Bool) {
    guard !isRowStart, cells[index].isSecondHalf else { return }
    cells[index - 1] = Cell(blank: cells[index - 1].style)
    cells[index] = Cell(blank: cells[index].style)
  }
}

extension CellGrid {
  /// Returns what is wrong with the grid; `nil` if nothing is.
  package func brokenInvariant() -> String? {
    guard cells.count == size.rows * size.columns else { return "the grid has other cells" }
    for row in 0..<size.rows {
      let cells = Array(self[row: row])
      for (column, cell) in cells.enumerated() {
        let place = "the cell at row \(row), column \(column)"
        let next = column + 1 < cells.count ? cells[column + 1] : nil
        if (cell.columns == 2) != (next?.isSecondHalf ?? false) {
          return "\(place) and the one behind it do not fit"
        }
        if cell.columns == 2, next?.style != cell.style { return "\(place) has two styles" }
        if column == 0, cell.isSecondHalf { return "\(place) has no first half" }
        if cell.text.unicodeScalars.contains(where: { $0.value < 0x20 }) {
          return "\(place) has a control character"
        }
      }
    }
    return nil
  }
}
