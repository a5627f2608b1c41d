internal import RosterComponents
internal import RosterJSON
internal import RosterLayout
internal import RosterText
internal import RosterWidgets

/// What a program wants of a text while the user edits it. The attributes of one update come in any
/// order, so it is done when all of them are there.
struct FieldWishes: OptionSet {
  let rawValue: Int

  /// Another text.
  static let value = FieldWishes(rawValue: 1)
  /// The cursor at another place, or another selection.
  static let selection = FieldWishes(rawValue: 2)
  /// The text of the attribute instead of that of the user.
  static let correction = FieldWishes(rawValue: 4)
}

extension TerminalHost {
  func beginEditing(_ field: TerminalView) {
    field.editor = FieldEditor(field.string("value") ?? "")
    field.wishes = field.attributes["cursor"] == nil ? [] : .selection
  }

  /// Notes what a changed attribute of a field asks for.
  func setField(_ name: String, of view: TerminalView, from old: JSONValue?) {
    guard view.editor != nil else { return }
    switch name {
    case "value":
      if view.editor?.text != view.string("value") ?? "" { view.wishes.insert(.value) }
    case "cursor", "selection": view.wishes.insert(.selection)
    case "correction":
      if let new = view.attributes["correction"], new != old { view.wishes.insert(.correction) }
    default: break
    }
  }

  // MARK: Places

  /// Where the text of a field is, and how much room it has.
  func textPlace(of field: TerminalView) -> (cells: CellRectangle, room: FieldRoom)? {
    field.place(below: root).map { ($0.cells, FieldRoom(field, in: $0.cells, glyphs)) }
  }

  /// Where the terminal is to have its cursor: in the text of the field that has the focus; `nil` if
  /// no field has it, or the place is not visible.
  package var cursor: CellPosition? {
    guard let field = focusedView, let editor = field.editor,
      let (cells, room) = textPlace(of: field), !cells.isEmpty
    else { return nil }
    let shown = ShownField(editor.text, in: room)
    let first = editor.firstCell(of: shown, in: room)
    let cell = shown.cell(of: editor.head)
    let position = CellPosition(
      row: cells.rows.lowerBound + cell.row - first.row,
      column: cells.columns.lowerBound + cell.column - first.column)
    // Something may lie in front of the field.
    guard visibleCells(of: field).contains(position), path(at: position).first === field else {
      return nil
    }
    return position
  }
}

extension TerminalView {
  /// Does what the program wants of the text.
  func grantWishes() {
    guard var editor, !wishes.isEmpty else { return }
    let value = string("value") ?? ""
    if !wishes.isDisjoint(with: [.value, .correction]), editor.text != value {
      editor.replace(with: value)
    }
    // The offsets are those of the value. If the user has gone on, they mean nothing any more.
    if wishes.contains(.selection), editor.text == value, let selection = wantedSelection {
      editor.select(selection)
    }
    wishes = []
    self.editor = editor
  }

  private var wantedSelection: TextSelection? {
    let ends = attributes["selection"]?.arrayValue?.compactMap(\.intValue) ?? []
    if ends.count == 2 { return TextSelection(anchor: ends[0], head: ends[1]) }
    return attributes["cursor"]?.intValue.map { TextSelection(at: $0) }
  }
}

extension FieldRoom {
  /// The room of a field for its text: all lines of its cells.
  init(_ field: TerminalView, in cells: CellRectangle, _ glyphs: Glyphs) {
    // Frames may be far larger than any terminal.
    self.init(
      size: CellSize(
        rows: min(cells.rows.count, CellSize.sideMax),
        columns: min(cells.columns.count, CellSize.sideMax)),
      isMultiline: field.flag("multiline") || field.flag("wraps"),
      refusesNewlines: !field.flag("multiline"), secret: field.flag("secure") ? glyphs.secret : nil,
      reordersText: glyphs.reordersText)
  }
}
