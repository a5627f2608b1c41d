/// Turns what a terminal is to show into the bytes that make it do so.
///
/// The writer knows what the terminal shows, and writes only cells that look different. A frame
/// assumes nothing about where the cursor is, and leaves the plain style behind, so that frames stay
/// right when another program has written between two of them; only what it has written over
/// remains, until ``startAnew()``.
package struct FrameWriter: Sendable {
  /// How many colours the terminal has.
  package let depth: ColorDepth
  /// Whether a frame asks the terminal to show it at once (DEC mode 2026). Terminals that do not
  /// know the mode ignore it.
  package let isSynchronized: Bool
  /// What the terminal shows; `nil` if that is not known.
  private var shown: CellGrid?
  /// Where the terminal shows its cursor; `nil` if it does not.
  private var cursor: CellPosition?
  /// Whether that is known. A session begins without a cursor.
  private var isCursorKnown = true

  package init(depth: ColorDepth, isSynchronized: Bool = true) {
    self.depth = depth
    self.isSynchronized = isSynchronized
  }

  /// Forgets what the terminal shows, so that the next frame erases the screen and writes
  /// everything. This is needed after the program was stopped, or after others have written.
  package mutating func startAnew() { (shown, isCursorKnown) = (nil, false) }

  /// Returns the bytes after which the terminal shows a grid, to be written at once; none if it
  /// shows the grid already. A grid of another size than the last one starts anew.
  ///
  /// - Parameters:
  ///   - grid: The cells to show.
  ///   - cursor: Where to show the cursor; nowhere if it is `nil` or outside of the grid.
  /// - Complexity: O(*n*), where *n* is the number of cells.
  package mutating func frame(_ grid: CellGrid, cursor: CellPosition? = nil) -> [UInt8] {
    let target = cursor.flatMap { CellRectangle(grid.size).contains($0) ? $0 : nil }
    let known = shown.flatMap { $0.size == grid.size ? $0 : nil }
    shown = grid
    var frame = Frame(from: known ?? CellGrid(grid.size), to: grid, depth)
    if known == nil { frame.eraseScreen() }
    frame.writeRows()
    frame.showCursor(at: target, from: isCursorKnown ? .some(self.cursor) : nil)
    (self.cursor, isCursorKnown) = (target, true)
    return frame.finish(isSynchronized: isSynchronized)
  }
}

/// One frame while it is made.
private struct Frame {
  private let source: CellGrid
  private let target: CellGrid
  private let depth: ColorDepth
  private var output = TerminalBytes()
  private var style = CellStyle.plain
  /// Where the cursor certainly is.
  private var cursor: CellPosition?
  /// The text of the last cell, if nothing was written after it.
  private var lastText = ""

  /// As many cells are worth a sequence that erases them.
  private static let erasedCountMin = 4

  init(from source: CellGrid, to target: CellGrid, _ depth: ColorDepth) {
    (self.source, self.target, self.depth) = (source, target, depth)
  }

  mutating func eraseScreen() {
    output.append(ControlSequence.plainStyle)
    output.append(ControlSequence.home)
    output.append(ControlSequence.eraseScreen)
    cursor = CellPosition(row: 0, column: 0)
  }

  mutating func writeRows() {
    for row in 0..<target.size.rows { writeRow(row, source[row: row], target[row: row]) }
  }

  /// Shows the cursor, or hides it; `former` is `nil` if the terminal may show it anywhere.
  mutating func showCursor(at target: CellPosition?, from former: CellPosition??) {
    setStyle(.plain)
    if former == .some(target), output.bytes.isEmpty { return }
    guard let target else {
      if former != .some(nil) { output.append(ControlSequence.hideCursor) }
      return
    }
    // While cells are written, the cursor is not to be seen jumping about.
    if former != .some(nil), !output.bytes.isEmpty {
      output.insert(ControlSequence.hideCursor)
    }
    cursor = nil
    move(to: target, before: "")
    output.append(ControlSequence.showCursor)
  }

  consuming func finish(isSynchronized: Bool) -> [UInt8] {
    output.append(StyleChange.sequence(from: style, to: .plain))
    if output.bytes.isEmpty || !isSynchronized { return output.bytes }
    return Array(ControlSequence.beginSynchronizedUpdate.utf8) + output.bytes
      + Array(ControlSequence.endSynchronizedUpdate.utf8)
  }

  private mutating func writeRow(
    _ row: Int, _ source: ArraySlice<Cell>, _ target: ArraySlice<Cell>
  ) {
    let (old, new) = (source.startIndex, target.startIndex)
    let columns = target.count
    func hasChanged(_ column: Int) -> Bool {
      differs(source[old + column], target[new + column])
    }
    guard let last = (0..<columns).last(where: hasChanged) else { return }
    // What is behind this column is erased.
    let end = (target.lastIndex { !appearance($0).isErased } ?? new - 1) + 1 - new
    let erases = end <= last && (end...last).count(where: hasChanged) >= Self.erasedCountMin
    var column = 0
    while column <= last {
      if erases, column >= end {
        eraseLine(row, from: end)
        return
      }
      let cell = target[new + column]
      let width = max(1, Int(cell.columns))
      if (column..<column + width).contains(where: hasChanged) {
        write(cell, at: CellPosition(row: row, column: column))
      }
      column += width
    }
  }

  private func appearance(_ cell: Cell) -> Cell {
    var cell = cell
    cell.style = depth.nearest(to: cell.style)
    return cell
  }

  private func differs(_ old: Cell, _ new: Cell) -> Bool {
    old != new
      && (old.text != new.text || old.columns != new.columns
        || depth.nearest(to: old.style) != depth.nearest(to: new.style))
  }

  private mutating func write(_ cell: Cell, at position: CellPosition) {
    move(to: position, before: cell.text)
    setStyle(depth.nearest(to: cell.style))
    output.append(cell.text)
    let column = position.column + Int(cell.columns)
    lastText = cell.text
    // Terminals do not agree about where the cursor is behind the last column.
    let isCertain = column < target.size.columns && Self.hasSettledWidth(cell.text)
    cursor = isCertain ? CellPosition(row: position.row, column: column) : nil
  }

  /// Whether all terminals agree about the width of a character.
  ///
  /// They do not agree about characters of several scalars, about those for private use, and about signs
  /// that a version of Unicode has added or made wide, such as emoji and hexagrams.
  private static func hasSettledWidth(_ text: String) -> Bool {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
      return false
    }
    return switch scalar.value {
    case 0x2300...0x23FF, 0x2600...0x27BF, 0x2B00...0x2BFF, 0x4DC0...0x4DFF, 0xE000...0xF8FF,
      0x16000...0x1FFFF:
      false
    default: true
    }
  }

  private mutating func eraseLine(_ row: Int, from column: Int) {
    move(to: CellPosition(row: row, column: column), before: "")
    setStyle(.plain)
    output.append(ControlSequence.eraseToEndOfLine)
    lastText = ""
  }

  private mutating func setStyle(_ target: CellStyle) {
    let sequence = StyleChange.sequence(from: style, to: target)
    if sequence.isEmpty { return }
    output.append(sequence)
    style = target
    lastText = ""
  }

  // MARK: The cursor

  /// Moves the cursor, unless it is there already.
  private mutating func move(to position: CellPosition, before text: String) {
    if cursor != position {
      output.append(shortestMove(to: position))
    } else if Self.wouldJoin(lastText, text) {
      output.append(Self.absoluteMove(to: position))
    }
    cursor = position
    lastText = ""
  }

  private func shortestMove(to position: CellPosition) -> String {
    let absolute = Self.absoluteMove(to: position)
    guard let cursor else { return absolute }
    if position.column == 0, position.row == cursor.row { return "\r" }
    if position.column == 0, position.row == cursor.row + 1 { return "\r\n" }
    guard position.row == cursor.row, position.column > cursor.column else { return absolute }
    let count = position.column - cursor.column
    let forward = "\u{1B}[\(count == 1 ? "" : "\(count)")C"
    return forward.utf8.count < absolute.utf8.count ? forward : absolute
  }

  /// Rows and columns count from 1 here, which is also what a missing one is.
  private static func absoluteMove(to position: CellPosition) -> String {
    if position.column == 0 {
      return position.row == 0 ? ControlSequence.home : "\u{1B}[\(position.row + 1)H"
    }
    return "\u{1B}[\(position.row == 0 ? "" : "\(position.row + 1)");\(position.column + 1)H"
  }

  /// Whether a terminal could take the texts of two cells for one character: two halves of a flag,
  /// an emoji and a skin tone. Only what is written without a sequence in between can join.
  private static func wouldJoin(_ first: String, _ second: String) -> Bool {
    guard let end = first.unicodeScalars.last, let start = second.unicodeScalars.first,
      end.value >= 0x300 || start.value >= 0x300
    else { return false }
    var joined = "\(end)"
    joined.unicodeScalars.append(start)
    return joined.count == 1 || (first + second).count == 1
  }
}
