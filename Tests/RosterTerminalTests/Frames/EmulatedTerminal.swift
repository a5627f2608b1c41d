import RosterTerminal
import RosterText

/// A terminal that knows exactly the sequences that frames consist of, and records everything else as
/// a fault.
///
/// Where terminals differ it does the least helpful thing: behind a character of several scalars, or a
/// sign that was or will be narrower, the cursor is anywhere, and behind the last column it is on the
/// next row, or still in the last column.
struct EmulatedTerminal {
  struct ShownCell: Equatable {
    var text = " "
    var columns = 1
    var style = CellStyle.plain
  }

  let size: CellSize
  private(set) var rows: [[ShownCell]]
  private(set) var faults: [String] = []
  private(set) var frameCount = 0
  private(set) var writtenCount = 0
  private var style = CellStyle.plain
  private var row = 0
  private var column = 0
  private var isSynchronized = false
  private var showsCursor = false
  private let wraps: Bool

  /// - Parameter wraps: Whether the cursor goes on to the next row behind the last column.
  init(_ size: CellSize, wraps: Bool) {
    self.size = size
    self.wraps = wraps
    rows = Array(repeating: Array(repeating: ShownCell(), count: size.columns), count: size.rows)
  }

  /// The rows that a terminal of some colour depth shows of a grid.
  static func rows(_ grid: CellGrid, _ depth: ColorDepth) -> [[ShownCell]] {
    (0..<grid.size.rows).map { row in
      grid[row: row].map {
        ShownCell(text: $0.text, columns: Int($0.columns), style: depth.nearest(to: $0.style))
      }
    }
  }

  /// Whether everything is as a frame leaves it.
  var isSettled: Bool { style == .plain && !isSynchronized && faults.isEmpty }

  /// Where the cursor is to be seen.
  var shownCursor: CellPosition? {
    showsCursor ? CellPosition(row: row, column: column) : nil
  }

  /// Shows the cursor, as another program does.
  mutating func showCursor() { showsCursor = true }

  /// Puts the cursor where a frame must not expect it.
  mutating func disturbCursor() { (row, column) = (size.rows - 1, size.columns - 1) }

  mutating func write(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    frameCount += 1
    guard let text = String(validating: bytes, as: UTF8.self) else {
      faults.append("no UTF-8")
      return
    }
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.first {
      switch scalar {
      case "\u{1B}":
        rest = rest.dropFirst()
        if rest.popFirst() != "[" { faults.append("no control sequence") }
        let body = rest.prefix { !(0x40..<0x7F ~= $0.value) }
        rest = rest[body.endIndex...]
        control(String(body), rest.popFirst() ?? " ")
      case "\r":
        rest.removeFirst()
        column = 0
      case "\n":
        rest.removeFirst()
        if row + 1 == size.rows { faults.append("the screen scrolls") }
        row = min(row + 1, size.rows - 1)
      default:
        let run = rest.prefix { $0.value >= 0x20 && $0.value != 0x7F }
        if run.isEmpty { faults.append("the control character \(scalar.value)") }
        for character in String(run) { print(character) }
        rest = rest[run.endIndex...].dropFirst(run.isEmpty ? 1 : 0)
      }
    }
  }

  private mutating func print(_ character: Character) {
    let text = String(character)
    let columns = TerminalMeasurer().columns(of: text)
    guard 1...2 ~= columns, column + columns <= size.columns else {
      faults.append("\(text.debugDescription) is written at column \(column)")
      return
    }
    separate(column)
    separate(column + columns)
    rows[row][column] = ShownCell(text: text, columns: columns, style: style)
    if columns == 2 {
      rows[row][column + 1] = ShownCell(text: "", columns: 0, style: style)
    }
    column += columns
    writtenCount += columns
    if text.unicodeScalars.count > 1 || Self.changesWidth(text) {
      column = (column + 1) % size.columns
    } else if column == size.columns {
      column = wraps ? 0 : size.columns - 1
      row = wraps ? min(row + 1, size.rows - 1) : row
    }
  }

  /// Whether a character is wide since some version of Unicode, or may be one day.
  private static func changesWidth(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      ["☀", "☰", "⌚", "⬛", "䷀", "\u{E000}"].contains($0) || 0x1D300..<0x20000 ~= $0.value
    }
  }

  /// Destroys a wide character on both sides of a boundary.
  private mutating func separate(_ boundary: Int) {
    guard 1..<size.columns ~= boundary, rows[row][boundary].columns == 0 else { return }
    // Any remains are as good as others, as long as nothing relies on them.
    rows[row][boundary - 1] = ShownCell(text: "?")
    rows[row][boundary] = ShownCell(text: "?")
  }

  // MARK: Sequences

  private mutating func control(_ body: String, _ final: Unicode.Scalar) {
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    switch (final, body) {
    case ("h", "?2026"): isSynchronized = true
    case ("l", "?2026"): isSynchronized = false
    case ("h", "?25"): showsCursor = true
    case ("l", "?25"): showsCursor = false
    case ("J", "2"):
      for row in rows.indices { rows[row] = rows[row].map { _ in ShownCell() } }
    case ("K", ""):
      separate(column)
      for column in column..<size.columns { rows[row][column] = ShownCell() }
      if style != .plain { faults.append("a line is erased in a style") }
    case ("H", _):
      row = max(numbers.first ?? 1, 1) - 1
      column = max(numbers.count > 1 ? numbers[1] : 1, 1) - 1
    case ("C", _): column += max(numbers.first ?? 1, 1)
    case ("m", _): select(numbers[...])
    default: faults.append("the sequence \(body)\(final)")
    }
    if row >= size.rows || column >= size.columns { faults.append("the cursor leaves the screen") }
    (row, column) = (min(row, size.rows - 1), min(column, size.columns - 1))
  }

  private mutating func select(_ numbers: ArraySlice<Int>) {
    var rest = numbers
    if rest.isEmpty { rest = [0] }
    while let number = rest.popFirst() {
      switch number {
      case 0: style = .plain
      case 1: style.attributes.insert(.bold)
      case 2: style.attributes.insert(.dim)
      case 3: style.attributes.insert(.italic)
      case 4: style.attributes.insert(.underline)
      case 7: style.attributes.insert(.reverse)
      case 9: style.attributes.insert(.strikethrough)
      case 22: style.attributes.subtract([.bold, .dim])
      case 23: style.attributes.remove(.italic)
      case 24: style.attributes.remove(.underline)
      case 27: style.attributes.remove(.reverse)
      case 29: style.attributes.remove(.strikethrough)
      case 30...37: style.foreground = .palette(UInt8(number - 30))
      case 38: style.foreground = color(&rest)
      case 39: style.foreground = .standard
      case 40...47: style.background = .palette(UInt8(number - 40))
      case 48: style.background = color(&rest)
      case 49: style.background = .standard
      case 90...97: style.foreground = .palette(UInt8(number - 82))
      case 100...107: style.background = .palette(UInt8(number - 92))
      default: faults.append("the style \(number)")
      }
    }
  }

  private mutating func color(_ rest: inout ArraySlice<Int>) -> CellColor {
    let parts = rest.prefix(rest.first == 2 ? 4 : 2).map { UInt8(clamping: $0) }
    rest = rest.dropFirst(parts.count)
    switch (parts.first, parts.count) {
    case (2, 4): return .rgb(red: parts[1], green: parts[2], blue: parts[3])
    case (5, 2): return .palette(parts[1])
    default:
      faults.append("the colour \(parts)")
      return .standard
    }
  }
}
