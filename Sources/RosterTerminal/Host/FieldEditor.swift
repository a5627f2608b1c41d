internal import RosterText
internal import RosterWidgets

/// What the user makes of a text, in a field that has the focus or in the prompt.
struct FieldEditor: Hashable {
  private(set) var editing: TextEditing
  /// The first cell that is visible. It moves with the cursor.
  private var first = CellPosition(row: 0, column: 0)
  /// Whether the cursor is to be visible: until the user scrolls.
  private var followsCursor = true
  /// The column in which the cursor stays while it moves over lines.
  private var column: Int?

  /// Makes an editor with the cursor at the end of a text.
  init(_ text: String) { editing = TextEditing(text) }

  var text: String { editing.text }

  var selection: TextSelection { editing.selection }

  /// Where the cursor is.
  var head: TextPosition {
    TextPosition(offset: selection.head, affinity: selection.affinity)
  }

  // MARK: Changes

  mutating func perform(_ command: TextCommand, in room: FieldRoom) {
    // What is seen now is what the user acts upon, and moves as little as possible.
    first = firstCell(of: ShownField(text, in: room), in: room)
    editing.perform(
      command, under: TextRules(allowsNewlines: room.isMultiline && !room.refusesNewlines))
    column = nil
    scrollToCursor(in: room)
  }

  /// Takes over a text of the program. A cursor at the end of the text stays there.
  mutating func replace(with text: String) {
    let isAtEnd = selection == TextSelection(at: self.text.utf8.count, affinity: selection.affinity)
    editing.rebase(from: self.text, onto: text)
    if isAtEnd { editing.perform(.select(TextSelection(at: text.utf8.count))) }
    column = nil
    followsCursor = true
  }

  /// Takes over a selection of the program.
  mutating func select(_ selection: TextSelection) {
    editing.perform(.select(selection))
    column = nil
    followsCursor = true
  }

  private mutating func move(
    to position: TextPosition, isExtending: Bool, in room: FieldRoom
  ) {
    let anchor = isExtending ? selection.anchor : position.offset
    perform(
      .select(TextSelection(anchor: anchor, head: position.offset, affinity: position.affinity)),
      in: room)
  }

  // MARK: Scrolling

  private mutating func scrollToCursor(in room: FieldRoom) {
    followsCursor = true
    first = firstCell(of: ShownField(text, in: room), in: room)
  }

  /// Returns the first visible cell in a room, which may be another one than before.
  func firstCell(of shown: ShownField, in room: FieldRoom) -> CellPosition {
    var first = first
    let cursor = shown.cell(of: head)
    let (rows, columns) = (max(1, room.size.rows), max(1, room.size.columns))
    if followsCursor {
      first.row = min(max(first.row, cursor.row - rows + 1), cursor.row)
      first.column = min(max(first.column, cursor.column - columns + 1), cursor.column)
    }
    // What has become shorter leaves no room empty.
    first.row = min(first.row, max(0, shown.lineCount - rows))
    let end = shown.cell(of: TextPosition(offset: text.utf8.count)).column
    // The end of text that runs from right to left is left of its room if there is too much.
    first.column =
      room.isMultiline ? 0 : max(min(0, end), min(first.column, max(0, end + 1 - columns)))
    return first
  }

  /// Scrolls by some lines; returns whether there were any.
  mutating func scroll(by distance: Int, in room: FieldRoom) -> Bool {
    let shown = ShownField(text, in: room)
    let before = firstCell(of: shown, in: room)
    first = before
    first.row = min(
      max(first.row + distance, 0), max(0, shown.lineCount - max(1, room.size.rows)))
    guard first != before else { return false }
    followsCursor = false
    return true
  }

  // MARK: The mouse

  /// Places the cursor at a cell of the room, or extends the selection to it.
  mutating func point(at cell: CellPosition, isExtending: Bool, in room: FieldRoom) {
    let shown = ShownField(text, in: room)
    let first = firstCell(of: shown, in: room)
    let place = CellPosition(row: cell.row + first.row, column: cell.column + first.column)
    move(to: shown.position(at: place), isExtending: isExtending, in: room)
  }

  /// Selects the word at the cursor.
  mutating func selectWord(in room: FieldRoom) {
    // The words of a secret are secret.
    perform(room.secret == nil ? .selectWord(at: selection.head) : .selectAll, in: room)
  }

  /// Selects the line at the cursor, up to its newlines.
  mutating func selectLine(in room: FieldRoom) {
    perform(.move(.backward, by: .line), in: room)
    perform(.move(.forward, by: .line, extending: true), in: room)
  }
}

// MARK: - Keys

extension FieldEditor {
  /// Does what a key stands for in a text; returns whether it stands for anything.
  mutating func press(_ press: KeyPress, in room: FieldRoom) -> Bool {
    let press = directed(press, in: room)
    if press.key == .up || press.key == .down { return movedOverLines(press, in: room) }
    if press.key == .home || press.key == .end { return movedWithinLine(press, in: room) }
    guard let command = command(press, in: room) else { return false }
    perform(command, in: room)
    return true
  }

  /// Exchanges the arrows to the sides in a paragraph that runs from right to left.
  private func directed(_ press: KeyPress, in room: FieldRoom) -> KeyPress {
    guard press.key == .left || press.key == .right, room.reordersText,
      TextDirections(text) != nil,
      ShownField(text, in: room).isRightToLeft(at: selection.head)
    else { return press }
    return KeyPress(press.key == .left ? .right : .left, press.modifiers)
  }

  private func command(_ press: KeyPress, in room: FieldRoom) -> TextCommand? {
    let isExtending = press.modifiers.contains(.shift)
    let modifiers = press.modifiers.subtracting(.shift)
    // The words of a secret are secret.
    let word = room.secret == nil ? TextUnit.word : .text
    let line = room.isMultiline ? TextUnit.line : .text
    switch (press.key, modifiers) {
    case (.text(let scalar), []): return .insert(String(Character(scalar)))
    case (.text(let scalar), .control): return Self.controlCommand(scalar, word, line)
    case (.text(let scalar), .alt): return Self.altCommand(scalar, word)
    case (.text("z"), .command), (.text("Z"), .command):
      return isExtending || press.key == .text("Z") ? .redo : .undo
    case (.text("a"), .command): return .selectAll
    case (.enter, []) where room.isMultiline && !room.refusesNewlines: return .insert("\n")
    case (.backspace, []): return .delete(.backward, by: .character)
    case (.backspace, .alt), (.backspace, .control): return .delete(.backward, by: word)
    case (.delete, []): return .delete(.forward, by: .character)
    case (.delete, .alt), (.delete, .control): return .delete(.forward, by: word)
    case (.left, []): return .move(.backward, by: .character, extending: isExtending)
    case (.right, []): return .move(.forward, by: .character, extending: isExtending)
    case (.left, .alt), (.left, .control):
      return .move(.backward, by: word, extending: isExtending)
    case (.right, .alt), (.right, .control):
      return .move(.forward, by: word, extending: isExtending)
    default: return nil
    }
  }

  /// What a shell does with these keys, as far as a terminal tells them apart.
  private static func controlCommand(
    _ scalar: Unicode.Scalar, _ word: TextUnit, _ line: TextUnit
  ) -> TextCommand? {
    switch scalar {
    case "a": .move(.backward, by: line)
    case "e": .move(.forward, by: line)
    case "b": .move(.backward, by: .character)
    case "f": .move(.forward, by: .character)
    case "h": .delete(.backward, by: .character)
    case "d": .delete(.forward, by: .character)
    case "k": .delete(.forward, by: line)
    case "u": .delete(.backward, by: line)
    case "w": .delete(.backward, by: word)
    // Both are one byte for most terminals.
    case "_", "/": .undo
    case "y": .redo
    default: nil
    }
  }

  private static func altCommand(_ scalar: Unicode.Scalar, _ word: TextUnit) -> TextCommand? {
    switch scalar {
    case "a": .selectAll
    case "b": .move(.backward, by: word)
    case "f": .move(.forward, by: word)
    case "d": .delete(.forward, by: word)
    default: nil
    }
  }

  /// Moves the cursor up or down. In the first and the last line, the arrows are for others, unless
  /// the selection is extended.
  private mutating func movedOverLines(_ press: KeyPress, in room: FieldRoom) -> Bool {
    guard room.isMultiline, press.modifiers.isSubset(of: .shift) else { return false }
    let isExtending = press.modifiers.contains(.shift)
    let shown = ShownField(text, in: room)
    let cursor = shown.cell(of: head)
    let distance = press.key == .up ? -1 : 1
    let isInside = 0..<shown.lineCount ~= cursor.row + distance
    guard isInside || isExtending else { return false }
    let column = column ?? cursor.column
    let position = shown.position(movedByLines: distance, from: head, column: column)
    move(to: position, isExtending: isExtending, in: room)
    self.column = column
    return true
  }

  private mutating func movedWithinLine(_ press: KeyPress, in room: FieldRoom) -> Bool {
    let isExtending = press.modifiers.contains(.shift)
    let isHome = press.key == .home
    switch press.modifiers.subtracting(.shift) {
    case []:
      let shown = ShownField(text, in: room)
      let position = isHome ? shown.lineStart(of: head) : shown.lineEnd(of: head)
      move(to: position, isExtending: isExtending, in: room)
    case .control:
      perform(.move(isHome ? .backward : .forward, by: .text, extending: isExtending), in: room)
    default: return false
    }
    return true
  }
}

extension FieldEditor {
  /// Whether a program that only hears of the new text knows where the cursor is: behind what has
  /// changed.
  func followsChange(from former: FieldEditor) -> Bool {
    var heard = former.editing
    heard.perform(.change(to: text), under: TextRules(allowsNewlines: true))
    return heard.selection.range == selection.range
  }
}
