/// A grid of which only some rows are drawn.
struct Canvas {
  private(set) var grid: CellGrid
  /// The rows to draw; ascending, without gaps between two of one range.
  private let rows: [Range<Int>]

  /// Makes a canvas on which all rows are drawn that a closure returns `true` for. They are blank.
  init(_ grid: consuming CellGrid, drawing isDrawn: (Int) -> Bool) {
    var rows: [Range<Int>] = []
    for row in 0..<grid.size.rows where isDrawn(row) {
      if let last = rows.last, last.upperBound == row {
        rows[rows.count - 1] = last.lowerBound..<row + 1
      } else {
        rows.append(row..<row + 1)
      }
    }
    self.rows = rows
    self.grid = grid
    for range in rows {
      self.grid.fill(CellRectangle(rows: range, columns: 0..<self.grid.size.columns))
    }
  }

  var bounds: CellRectangle { CellRectangle(grid.size) }

  /// Whether any cell of a rectangle is drawn.
  func draws(_ rectangle: CellRectangle) -> Bool {
    !rectangle.isEmpty && !parts(of: rectangle).isEmpty
  }

  /// The parts of a rectangle that are drawn.
  private func parts(of rectangle: CellRectangle) -> [CellRectangle] {
    rows.compactMap { range in
      let part = rectangle.intersection(CellRectangle(rows: range, columns: rectangle.columns))
      return part.isEmpty ? nil : part
    }
  }

  mutating func fill(
    _ rectangle: CellRectangle, with character: Character = " ", style: CellStyle = .plain
  ) {
    for part in parts(of: rectangle) { grid.fill(part, with: character, style: style) }
  }

  mutating func restyle(_ rectangle: CellRectangle, _ change: (inout CellStyle) -> Void) {
    for part in parts(of: rectangle) { grid.restyle(part, change) }
  }

  /// Writes a text on one line, over the background that is there.
  mutating func write(
    _ text: some StringProtocol, row: Int, column: Int, clip: CellRectangle, _ ink: Ink
  ) {
    guard draws(CellRectangle(rows: row..<row + 1, columns: clip.columns)) else { return }
    grid.write(text, at: CellPosition(row: row, column: column), clip: clip, over: ink.style)
  }

  /// Changes the style of a cell to a new one of the same kind as text in it has.
  mutating func setInk(_ ink: Ink, _ rectangle: CellRectangle) {
    restyle(rectangle) { $0 = ink.style($0) }
  }
}

/// How text is drawn over what is behind it.
struct Ink: Hashable {
  var color: CellColor?
  var background: CellColor?
  var attributes: CellStyle.Attributes = []
  /// How much of what is behind is covered.
  var opacity = 1.0

  /// The style of text in a cell of some style.
  func style(_ behind: CellStyle) -> CellStyle {
    let ground = background.map { mixed($0, over: behind.background) } ?? behind.background
    let front = color ?? .standard
    var style = CellStyle(foreground: front, background: ground, attributes)
    guard opacity < 1 else { return style }
    if case .rgb = front, case .rgb = ground {
      style.foreground = mixed(front, over: ground)
    } else {
      // The colours of the terminal itself are not known.
      style.attributes.insert(.dim)
    }
    return style
  }

  func mixed(_ front: CellColor, over ground: CellColor) -> CellColor {
    guard opacity < 1, case .rgb(let red, let green, let blue) = front,
      case .rgb(let groundRed, let groundGreen, let groundBlue) = ground
    else { return front }
    func mix(_ front: UInt8, _ ground: UInt8) -> UInt8 {
      UInt8((Double(front) * opacity + Double(ground) * (1 - opacity)).rounded())
    }
    return .rgb(
      red: mix(red, groundRed), green: mix(green, groundGreen), blue: mix(blue, groundBlue))
  }
}
