internal import RosterText
internal import RosterWidgets

/// Lines of text in place of the views: the help, a whole value, or lines to choose from. A line that is wider than the
/// screen is broken, and its further rows begin where its text does:
///
///     home, end, g, G   to the start and
///                       end
struct TextPage {
  /// Whether the user chooses one of the lines.
  let isChoice: Bool
  /// The line that enter chooses.
  private(set) var chosen: Int
  private var texts: [HangingText]
  private let glyphs: Glyphs
  /// The first row that is to be seen.
  private var offset = 0
  /// The size in which the page was drawn last.
  private var shownSize = CellSize(rows: 0, columns: 0)
  /// What was broken last: the rows of all lines, each with its place among those of its line.
  private var broken: (columns: Int, rows: [(line: Int, row: Int)]) = (0, [])

  /// As many rows of one line are shown.
  private static let rowCountMax = 1 << 20
  /// The room on both sides.
  private static let margin = 1

  /// - Parameter column: Where the texts of lines begin that do not begin with blanks: behind the names of keys.
  init(
    _ lines: [String], isChoice: Bool, chosen: Int = 0, column: Int = 0, _ glyphs: Glyphs
  ) {
    self.chosen = min(max(0, chosen), max(0, lines.count - 1))
    texts = lines.map { HangingText($0, column: column, glyphs) }
    self.isChoice = isChoice && !lines.isEmpty
    self.glyphs = glyphs
  }

  // MARK: The user

  /// Scrolls, or goes to another line.
  ///
  /// - Returns: Whether the key is one of the page.
  mutating func press(_ press: KeyPress, in size: CellSize) -> Bool {
    let page = max(1, size.rows - 1)
    switch press {
    case KeyPress(.up), KeyPress("k"): move(by: -1, in: size)
    case KeyPress(.down), KeyPress("j"): move(by: 1, in: size)
    case KeyPress(.pageUp): move(by: -page, in: size)
    case KeyPress(.pageDown), KeyPress(" "): move(by: page, in: size)
    case KeyPress(.home), KeyPress("g"): move(by: -Self.rowCountMax, in: size)
    case KeyPress(.end), KeyPress("G"), KeyPress("G", .shift): move(by: Self.rowCountMax, in: size)
    default: return false
    }
    return true
  }

  /// Goes on by some lines of a choice, or else by some rows.
  private mutating func move(by distance: Int, in size: CellSize) {
    guard isChoice else { return scroll(by: distance, in: size) }
    chosen = min(max(chosen + distance, 0), texts.count - 1)
    breakLines(columns: size.columns)
    guard let first = broken.rows.firstIndex(where: { $0.line == chosen }) else { return }
    offset = min(max(offset, first - size.rows + 1), first)
  }

  mutating func scroll(by distance: Int, in size: CellSize) {
    breakLines(columns: size.columns)
    offset = min(max(0, offset + distance), max(0, broken.rows.count - size.rows))
  }

  /// Goes to the line that is shown in a row of the page.
  ///
  /// - Returns: Whether there is one.
  mutating func choose(row: Int) -> Bool {
    guard isChoice, broken.rows.indices.contains(offset + row) else { return false }
    chosen = broken.rows[offset + row].line
    return true
  }

  // MARK: Drawing

  private mutating func breakLines(columns: Int) {
    guard broken.columns != columns else { return }
    let rows = texts.indices.flatMap { line in
      let count = texts[line].breakRows(
        rows: Self.rowCountMax, columns: Self.room(columns), glyphs)
      return (0..<max(1, count)).map { (line: line, row: $0) }
    }
    // The line that was first stays so.
    let first = broken.rows.indices.contains(offset) ? broken.rows[offset].line : 0
    broken = (columns, rows)
    offset = rows.firstIndex { $0.line == first } ?? 0
  }

  private static func room(_ columns: Int) -> Int { max(1, columns - 2 * margin) }

  /// Draws the page in some rows.
  mutating func draw(on grid: inout CellGrid, rows: Range<Int>) {
    let size = CellSize(rows: rows.count, columns: grid.size.columns)
    if size != shownSize {
      // The chosen line stays in sight, and there may be more room than before.
      move(by: 0, in: size)
      scroll(by: 0, in: size)
      shownSize = size
    }
    let columns = Self.room(grid.size.columns)
    for (row, shown) in zip(rows, broken.rows.dropFirst(offset)) {
      for (line, begin, columns) in texts[shown.line].pieces(
        ofRow: shown.row, rows: Self.rowCountMax, columns: columns)
      {
        var place = CellPosition(
          row: row,
          column: Self.margin + begin + (line.isRightToLeft ? max(0, columns - line.columns) : 0))
        for part in line.parts { place.column = grid.write(part.text, at: place) }
      }
      if isChoice, shown.line == chosen {
        grid.restyle(CellRectangle(rows: row..<row + 1, columns: 0..<grid.size.columns)) {
          $0.attributes.insert(.reverse)
        }
      }
    }
  }
}
