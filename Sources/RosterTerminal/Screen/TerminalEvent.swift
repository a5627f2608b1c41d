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

  /// What begins on the left.
  public var leading: [Part]
  /// What ends on the right, if there is room for it.
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
  func draw(on grid: inout CellGrid, row: Int, _ names: ColorNames) {
    let columns = grid.size.columns
    let line = CellRectangle(rows: row..<row + 1, columns: 0..<columns)
    let attributes: CellStyle.Attributes = isReversed ? .reverse : []
    grid.fill(line, style: CellStyle(attributes))
    func draw(_ parts: [Part], from start: Int) -> Int {
      parts.reduce(start) { column, part in
        var style = CellStyle(foreground: names.color(part.color) ?? .standard, attributes)
        if part.isBold { style.attributes.insert(.bold) }
        return grid.write(part.text, at: CellPosition(row: row, column: column), style: style)
      }
    }
    let end = draw(leading, from: 0)
    let width = trailing.reduce(0) { $0 + terminalColumns($1.text) }
    if width > 0, end + 1 + width <= columns { _ = draw(trailing, from: columns - width) }
  }
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
