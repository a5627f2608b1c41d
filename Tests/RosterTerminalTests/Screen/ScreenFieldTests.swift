import RosterComponents
import RosterJSON
import RosterLayout
import RosterTerminal
import RosterWidgets
import Testing

/// What becomes of keys and the mouse in fields and in the prompt.
struct ScreenFieldTests {
  private let screen = TerminalScreen(
    size: CellSize(rows: 6, columns: 12), options: TerminalOptions(), depth: .trueColor
  ) { _ in }
  private var host: TerminalHost { screen.host }

  /// Makes a field with the focus.
  private func field(
    _ value: String, _ attributes: [String: JSONValue] = [:], rows: Double = 1,
    columns: Double = 12, _ events: ViewEvent...
  ) -> TerminalView {
    let view = host.makeView("field")
    let all = attributes.merging(["value": .string(value)]) { $1 }
    for (name, value) in all.sorted(by: { $0.key < $1.key }) {
      host.set(name, of: view, from: nil, to: value)
    }
    let action = ActionReference(target: .responders, name: "act")
    host.setEvents(Dictionary(uniqueKeysWithValues: events.map { ($0, [action]) }), of: view)
    host.setFrame(
      ViewFrame(origin: Point(x: 0, y: 1), size: Size(width: columns, height: rows)), of: view)
    host.place(view, in: host.root, inFrontOf: nil)
    host.focus(view)
    return view
  }

  private func press(_ presses: KeyPress...) -> [TerminalEvent] {
    screen.handle(presses.map { .input(.key($0)) }, at: 0).filter { $0 != .redraw }
  }

  private func type(_ text: String) -> [TerminalEvent] {
    screen.handle(text.unicodeScalars.map { .input(.key(KeyPress($0))) }, at: 0)
  }

  private func mouse(
    _ action: MouseEvent.Action, _ column: Int, _ row: Int, at time: Double = 0,
    _ modifiers: InputModifiers = []
  ) -> [TerminalEvent] {
    let position = CellPosition(row: row, column: column)
    return screen.handle(
      [.input(.mouse(MouseEvent(action, at: position, modifiers)))], at: time
    ).filter { $0 != .redraw }
  }

  private func rows() -> [String] {
    let grid = screen.grid()
    return (0..<grid.size.rows).map { row in
      var text = Substring(grid.text(ofRow: row))
      while text.last == " " { text.removeLast() }
      return String(text)
    }
  }

  /// The columns of a row that are selected.
  private func selected(_ row: Int) -> [Int] {
    let grid = screen.grid()
    let other = grid[5, 0].style.background
    return (0..<12).filter { grid[row, $0].style.background != other }
  }

  private var cursor: CellPosition? {
    _ = screen.grid()
    return screen.cursor
  }

  private func at(_ row: Int, _ column: Int) -> CellPosition {
    CellPosition(row: row, column: column)
  }

  // MARK: One line

  @Test(arguments: [
    ("one two", [KeyPress(.left, .control)], "one xtwo"),
    ("one two", [KeyPress(.left, .alt), KeyPress(.left, .alt)], "xone two"),
    ("one two", [KeyPress(.home), KeyPress(.right, .control)], "onex two"),
    ("one two", [KeyPress(.left, [.control, .shift])], "one x"),
    ("one two", [KeyPress(.home, .shift)], "x"),
    ("one two", [KeyPress(.left, .shift), KeyPress(.left)], "one twxo"),
    ("one two", [KeyPress("a", .alt)], "x"),
    ("one two", [KeyPress("w", .control), KeyPress("_", .control)], "one twox"),
    (
      "one two", [KeyPress("w", .control), KeyPress("_", .control), KeyPress("y", .control)],
      "one x"
    ),
    ("one two", [KeyPress("b", .alt), KeyPress("d", .alt)], "one x"),
    ("one two", [KeyPress(.home), KeyPress(.delete, .control)], "x two"),
    ("one two", [KeyPress(.up), KeyPress(.down)], "one twox"),
  ])
  func keysMoveAndSelect(_ value: String, _ keys: [KeyPress], _ text: String) {
    let field = field(value)
    for key in keys { _ = press(key) }
    #expect(type("x").last == .view(field, .change, [.string(text)]))
  }

  @Test(arguments: [
    ([KeyPress(.right)], "אבxג"), ([KeyPress(.right), KeyPress(.left)], "אבגx"),
    ([KeyPress(.home), KeyPress(.left)], "אxבג"), ([KeyPress(.right, .control)], "xאבג"),
  ])
  func arrowsGoWhereTheyPointInTextFromRightToLeft(_ keys: [KeyPress], _ text: String) {
    let field = field("אבג")
    for key in keys { _ = press(key) }
    #expect(type("x").last == .view(field, .change, [.string(text)]))
  }

  @Test(arguments: [(11, "xאבג"), (10, "אxבג"), (9, "אבxג"), (8, "אבגx"), (0, "אבגx")])
  func pointerFindsTheCharacterThatIsSeen(_ column: Int, _ text: String) {
    let field = field("אבג")
    #expect(rows()[1] == "         גבא")
    _ = mouse(.press(.left), column, 1)
    _ = mouse(.release(.left), column, 1)
    #expect(type("x").last == .view(field, .change, [.string(text)]))
  }

  @Test func selectionHasAPartForEachDirection() {
    let field = field("a אבג b", [:], rows: 1, .select)
    #expect(rows()[1] == "a גבא b")
    _ = press(KeyPress(.home), KeyPress(.right), KeyPress(.right, .shift))
    #expect(press(KeyPress(.right, .shift)) == [.view(field, .select, [1, 4])])
    #expect(selected(1) == [1, 4])
  }

  @Test func selectionIsShownAndReported() {
    let field = field("a世b", [:], rows: 1, .select)
    #expect(press(KeyPress(.left, .shift)) == [.view(field, .select, [5, 4])])
    #expect(press(KeyPress(.left, .shift)) == [.view(field, .select, [5, 1])])
    #expect(selected(1) == [1, 2, 3])
    #expect(cursor == at(1, 1))
    #expect(press(KeyPress(.right)) == [.view(field, .select, [5, 5])])
    #expect(selected(1) == [])
    #expect(press(KeyPress(.right)) == [])
    // Who hears of the text knows that the cursor is behind what was typed.
    #expect(type("c") == [.view(field, .change, ["a世bc"])])
    #expect(press(KeyPress(.home)) == [.view(field, .select, [0, 0])])
  }

  @Test func programMovesTheCursorWithTheValueInAnyOrder() {
    for names in [["cursor", "value"], ["value", "cursor"]] {
      let field = field("ab")
      for name in names {
        host.set(name, of: field, from: nil, to: name == "cursor" ? 4 : "abcdef")
      }
      #expect(cursor == at(1, 4))
      host.set("selection", of: field, from: nil, to: [1, 3])
      #expect(selected(1) == [1, 2])
      host.letGo(field, with: [])
    }
  }

  @Test func correctionShowsTheValueAgain() {
    let field = field("ab")
    _ = type("x")
    // A mount sets the value again whenever a correction changes, in any order.
    host.set("correction", of: field, from: nil, to: 1)
    host.set("value", of: field, from: "abx", to: "ab")
    #expect(rows()[1] == "ab")
    _ = type("y")
    host.set("correction", of: field, from: 1, to: 1)
    #expect(rows()[1] == "aby")
    // What was typed is the value until the program says something else, and its offsets count.
    host.set("cursor", of: field, from: nil, to: 0)
    #expect(cursor == at(1, 0))
    host.set("value", of: field, from: "aby", to: "ab")
    host.set("correction", of: field, from: 1, to: 2)
    #expect(rows()[1] == "ab")
    #expect(type("z") == [.view(field, .change, ["zab"])])
  }

  @Test func secretShowsNeitherTextNorWords() {
    let field = field("one 世\n!", ["secure": true])
    #expect(rows()[1] == "•••••••")
    #expect(cursor == at(1, 7))
    _ = press(KeyPress(.left, .control))
    #expect(cursor == at(1, 0))
    _ = press(KeyPress(.right), KeyPress(.right), KeyPress(.right), KeyPress(.right))
    _ = press(KeyPress(.right, .shift))
    #expect(selected(1) == [4])
    #expect(press(KeyPress(.delete)) == [.view(field, .change, ["one \n!"])])
  }

  @Test func longLineScrollsWithTheCursorAndStaysUnderTheMouse() {
    let field = field("0123456789", columns: 5)
    #expect(rows()[1] == "6789")
    #expect(cursor == at(1, 4))
    #expect(mouse(.press(.left), 1, 1) == [])
    #expect(rows()[1] == "6789")
    #expect(cursor == at(1, 1))
    _ = press(KeyPress(.left), KeyPress(.left))
    #expect(rows()[1] == "56789")
    #expect(press(KeyPress("u", .control)) == [.view(field, .change, ["56789"])])
    #expect(cursor == at(1, 0))
    _ = press(KeyPress("k", .control))
    #expect(rows()[1] == "")
    #expect(cursor == at(1, 0))
  }

  @Test func mouseSelects() {
    let field = field("one two three", columns: 12, .select)
    _ = press(KeyPress(.home))
    #expect(mouse(.press(.left), 4, 1, at: 1) == [.view(field, .select, [4, 4])])
    #expect(mouse(.drag(.left), 7, 1, at: 1.1) == [.view(field, .select, [4, 7])])
    #expect(mouse(.drag(.left), 1, 4, at: 1.2) == [.view(field, .select, [4, 1])])
    #expect(mouse(.release(.left), 1, 4, at: 1.3) == [])
    #expect(mouse(.press(.left), 6, 1, at: 2, .shift) == [.view(field, .select, [4, 6])])
    _ = mouse(.release(.left), 6, 1, at: 2.1)
    _ = mouse(.press(.left), 5, 1, at: 3)
    _ = mouse(.release(.left), 5, 1, at: 3.1)
    #expect(mouse(.press(.left), 5, 1, at: 3.2) == [.view(field, .select, [4, 7])])
    _ = mouse(.release(.left), 5, 1, at: 3.3)
    #expect(mouse(.press(.left), 5, 1, at: 3.4) == [.view(field, .select, [0, 13])])
  }

  @Test func pasteIsOneStepAndFollowsTheRules() {
    let field = field("")
    let parts: [SessionEvent] = [
      .input(.pasteBegan), .input(.pasted("a\u{1B}b\n")), .input(.pasted("c")), .input(.pasteEnded),
    ]
    #expect(screen.handle(parts, at: 0) == [.view(field, .change, ["ab c"])])
    #expect(press(KeyPress("_", .control)) == [.view(field, .change, [""])])
  }

  // MARK: Several lines

  @Test func enterBeginsALineAndWithAltItSubmits() {
    let field = field("a", ["multiline": true], rows: 3)
    #expect(press(KeyPress(.enter)) == [.view(field, .change, ["a\n"])])
    #expect(cursor == at(2, 0))
    #expect(press(KeyPress(.enter, .alt)) == [.view(field, .submit, ["a\n"])])
    let paste: [SessionEvent] = [.input(.pasted("b\r\nc"))]
    #expect(screen.handle(paste, at: 0) == [.view(field, .change, ["a\nb\nc"])])
    #expect(rows()[1...3] == ["a", "b", "c"])
  }

  @Test func linesAreWrappedAndTheCursorMovesOverThem() {
    let field = field("one two\n\nthree", ["multiline": true], rows: 4, columns: 5)
    #expect(rows()[1...4] == ["one", "two", "", "three"])
    #expect(cursor == at(4, 4))
    _ = press(KeyPress(.up))
    #expect(cursor == at(3, 0))
    _ = press(KeyPress(.up))
    #expect(cursor == at(2, 3))
    _ = press(KeyPress(.home))
    #expect(cursor == at(2, 0))
    _ = press(KeyPress(.up), KeyPress(.end))
    #expect(cursor == at(1, 4))
    _ = press(KeyPress(.down, .shift))
    #expect(selected(2) == [0, 1, 2])
    #expect(type("X") == [.view(field, .change, ["one X\n\nthree"])])
    #expect(host.focusedView == field)
  }

  @Test func textThatIsTooLongScrolls() {
    let field = field("1\n2\n3\n4\n5", ["multiline": true, "error": "no"], rows: 3)
    #expect(rows()[1...4] == ["3", "4", "5", ""])
    #expect(mouse(.wheel(.up), 1, 2) == [])
    #expect(rows()[1...3] == ["2", "3", "4"])
    #expect(cursor == nil)
    _ = mouse(.wheel(.up), 1, 2)
    _ = mouse(.wheel(.up), 1, 2)
    #expect(rows()[1...3] == ["1", "2", "3"])
    #expect(type("6") == [.view(field, .change, ["1\n2\n3\n4\n56"])])
    #expect(rows()[1...3] == ["3", "4", "56"])
    _ = mouse(.press(.left), 0, 1)
    #expect(cursor == at(1, 0))
    _ = press(KeyPress(.home, .control))
    #expect(rows()[1...3] == ["1", "2", "3"])
  }

  @Test func errorIsBelowTheText() {
    _ = field("a\nb", ["multiline": true, "error": "no"], rows: 3)
    #expect(rows()[1...3] == ["a", "b", "no"])
    host.focus(nil)
    #expect(rows()[1...3] == ["a", "b", "no"])
    #expect(cursor == nil)
  }

  @Test func longTextGoesOnInTheNextLineAndReturnSubmitsIt() {
    let view = field("", ["wraps": true], rows: 2)
    _ = type("one two three")
    #expect(rows()[1...2] == ["one two", "three"])
    #expect(cursor == at(2, 5))
    #expect(press(KeyPress(.up)) == [] && cursor == at(1, 5))
    #expect(press(KeyPress(.enter)) == [.view(view, .submit, ["one two three"])])
  }

  // MARK: The prompt

  @Test func promptHasTheSameKeysAndTheCursor() {
    screen.openPrompt("/", text: "one two")
    #expect(cursor == at(5, 8))
    _ = press(KeyPress(.left, [.control, .shift]))
    #expect(type("x") == [.promptChanged("one x")])
    #expect(press(KeyPress("_", .control)) == [.promptChanged("one two")])
    _ = mouse(.press(.left), 1, 5)
    #expect(cursor == at(5, 1))
    _ = mouse(.drag(.left), 4, 5)
    #expect(press(KeyPress(.delete)) == [.promptChanged(" two")])
    #expect(press(KeyPress(.escape)) == [.promptCancelled])
    #expect(cursor == nil)
  }

  @Test func fieldBehindSomethingHasNoCursor() {
    let field = field("a")
    let box = host.makeView("box")
    host.place(box, in: host.root, inFrontOf: field)
    #expect(cursor == nil)
    host.hide(box)
    #expect(cursor == at(1, 1))
    screen.header = "Title"
    #expect(cursor == at(2, 1))
  }
}
