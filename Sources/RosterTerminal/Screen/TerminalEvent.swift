public import RosterComponents
public import RosterJSON
public import RosterLayout
public import RosterWidgets

/// What a user does, as a program hears of it.
///
/// What concerns only the screen is done by then: the focus has moved, a field shows what was typed,
/// a list is scrolled.
public enum TerminalEvent: Hashable {
  /// Something has happened to a view; the values belong to the event.
  case view(TerminalView, ViewEvent, [JSONValue])
  /// The user drags a view with the event `drop` to another place; the pointer is at a point of the
  /// host. `ListPresenter.beginReorder(_:at:)` begins what comes of it.
  case dragged(TerminalView, GestureKind.Phase, at: Point)
  /// The user has scrolled a list.
  case scrolled(TerminalView, offset: Double)
  /// The room for views has another size.
  case resized(Size)
  /// A key was pressed that nothing on the screen uses: `a`, `A`, `ctrl-r`, `alt-x`, `escape`, `f5`.
  case key(String)
  /// The text of the prompt has changed.
  case promptChanged(String)
  /// The user has finished the prompt, which is closed.
  case promptSubmitted(String)
  /// The user does not want the prompt any longer, which is closed.
  case promptCancelled
  /// The user has chosen one of the lines of ``TerminalScreen/openText(_:choosing:)``, by its index.
  case lineChosen(Int)
  /// The user does not want the text of ``TerminalScreen/openText(_:choosing:)`` any longer, which is closed.
  case textClosed
  /// Only something that the host itself draws has changed.
  case redraw
  /// The user wants to leave, or the terminal is gone.
  case quit
}

/// A line of the screen that the program itself fills: above or below the views.
public struct TerminalLine: Hashable, Sendable, ExpressibleByStringLiteral {
  /// A part of a line.
  public struct Part: Hashable, Sendable {
    /// The text; of any characters, as it is drawn like that of a model.
    public var text: String
    /// The colour, as in the attributes of a view; `nil` for that of text.
    public var color: String?
    /// Whether the part is bold.
    public var isBold: Bool

    /// Makes a part.
    public init(_ text: String, color: String? = nil, isBold: Bool = false) {
      (self.text, self.color, self.isBold) = (text, color, isBold)
    }
  }

  /// What begins on the left. The first part comes before everything else; the others are cut for what ends on
  /// the right.
  public var leading: [Part]
  /// What ends on the right, if there is room for it beside the first part.
  public var trailing: [Part]
  /// Whether text and background change places in the whole line.
  public var isReversed: Bool

  /// Makes a line.
  public init(_ leading: [Part], trailing: [Part] = [], isReversed: Bool = false) {
    (self.leading, self.trailing, self.isReversed) = (leading, trailing, isReversed)
  }

  /// Makes a line of one part.
  public init(stringLiteral value: String) { self.init([Part(value)]) }
}

extension TerminalLine {
  func draw(on grid: inout CellGrid, row: Int, _ names: ColorNames, _ glyphs: Glyphs) {
    let columns = grid.size.columns
    let attributes: CellStyle.Attributes = isReversed ? .reverse : []
    grid.fill(
      CellRectangle(rows: row..<row + 1, columns: 0..<columns), style: CellStyle(attributes))
    func draw(_ parts: [Part], in room: Range<Int>) {
      var column = room.lowerBound
      for part in parts where column < room.upperBound {
        var style = CellStyle(foreground: names.color(part.color) ?? .standard, attributes)
        if part.isBold { style.attributes.insert(.bold) }
        let text = shortened(part.text, columns: room.upperBound - column, glyphs)
        column = grid.write(text, at: CellPosition(row: row, column: column), style: style)
      }
    }
    let first = leading.first.map { terminalColumns($0.text) } ?? 0
    let width = trailingColumns
    guard width > 0, first + 1 + width <= columns else { return draw(leading, in: 0..<columns) }
    draw(leading, in: 0..<columns - width - 1)
    draw(trailing, in: columns - width..<columns)
  }

  /// How many columns what ends on the right takes.
  var trailingColumns: Int { trailing.reduce(0) { $0 + terminalColumns($1.text) } }
}

extension KeyPress {
  /// The key in words.
  var name: String {
    var prefix = ""
    if modifiers.contains(.control) { prefix += "ctrl-" }
    if modifiers.contains(.alt) { prefix += "alt-" }
    if modifiers.contains(.command) { prefix += "cmd-" }
    if modifiers.contains(.shift) { prefix += "shift-" }
    switch key {
    case .text(" "): return prefix + "space"
    case .text(let scalar): return prefix + String(Character(scalar))
    case .function(let number): return prefix + "f\(number)"
    default: return prefix + "\(key)"
    }
  }
}
