import RosterComponents
import RosterJSON
import RosterLayout
import RosterMounting
import RosterTerminal
import RosterWidgets
import Testing

/// What becomes of keys, the mouse and the size of the terminal.
struct TerminalScreenTests {
  /// A screen that writes into memory.
  private final class Output {
    var frames: [[UInt8]] = []
  }

  private let output = Output()
  private let screen: TerminalScreen
  private var host: TerminalHost { screen.host }

  init() {
    screen = TerminalScreen(
      size: CellSize(rows: 6, columns: 12), options: TerminalOptions(), depth: .trueColor
    ) { [output] bytes in output.frames.append(bytes) }
  }

  @discardableResult
  private func add(
    _ className: String, _ frame: [Double], _ attributes: [String: JSONValue] = [:],
    in container: TerminalView? = nil, _ events: ViewEvent...
  ) -> TerminalView {
    let view = host.makeView(className)
    for (name, value) in attributes { host.set(name, of: view, from: nil, to: value) }
    let action = ActionReference(target: .responders, name: "act")
    host.setEvents(Dictionary(uniqueKeysWithValues: events.map { ($0, [action]) }), of: view)
    host.setFrame(
      ViewFrame(
        origin: Point(x: frame[0], y: frame[1]), size: Size(width: frame[2], height: frame[3])),
      of: view)
    host.place(view, in: container ?? host.root, inFrontOf: nil)
    return view
  }

  @discardableResult
  private func list(_ count: Int = 20) -> TerminalView {
    let list = add("list", [0, 0, 12, 6], ["length": .number(Double(count))])
    for index in 0..<count {
      let row = add("row", [0, Double(index), 12, 1], in: list)
      add("text", [0, 0, 12, 1], ["text": .string("row \(index)")], in: row)
    }
    return list
  }

  @Test func columnNamesStandBetweenTheHeaderAndTheRows() {
    screen.header = "head"
    screen.columnNames = "name"
    list()
    #expect(rows().prefix(3) == ["head", "name", "row 0"])
    #expect(host.size.height == 4)
    screen.openText(["text"])
    #expect(rows().prefix(3) == ["head", "", " text"])
    screen.openText(["text"], choosing: true)
    #expect(rows().prefix(3) == ["head", "name", " text"])
    screen.closeText()
    screen.columnNames = nil
    #expect(rows().prefix(2) == ["head", "row 0"])
  }

  @Test func textOpensAtAChosenLine() {
    screen.openText(["a", "b", "c"], choosing: true, at: 1)
    #expect(press(KeyPress(.enter)) == [.lineChosen(1)])
    screen.openText(["a"], choosing: true, at: 7)
    #expect(press(KeyPress(.enter)) == [.lineChosen(0)])
  }

  private func press(_ presses: KeyPress..., at time: Double = 0) -> [TerminalEvent] {
    screen.handle(presses.map { .input(.key($0)) }, at: time)
  }

  private func type(_ text: String) -> [TerminalEvent] {
    screen.handle(text.unicodeScalars.map { .input(.key(KeyPress($0))) }, at: 0)
  }

  private func mouse(
    _ action: MouseEvent.Action, _ column: Int, _ row: Int, at time: Double = 0
  ) -> [TerminalEvent] {
    let position = CellPosition(row: row, column: column)
    return screen.handle([.input(.mouse(MouseEvent(action, at: position)))], at: time)
  }

  private func click(_ column: Int, _ row: Int, at time: Double = 0) -> [TerminalEvent] {
    let events =
      mouse(.press(.left), column, row, at: time)
      + mouse(.release(.left), column, row, at: time + 0.05)
    return events.filter { $0 != .redraw }
  }

  private func rows() -> [String] {
    let grid = screen.grid()
    return (0..<grid.size.rows).map { row in
      var text = Substring(grid.text(ofRow: row))
      while text.last == " " { text.removeLast() }
      return String(text)
    }
  }

  // MARK: Frames

  @Test func linesOfTheProgramAreAboveAndBelowTheViews() {
    screen.header = TerminalLine([TerminalLine.Part("Title")], trailing: [.init("12")])
    screen.status = "a\u{1B}b"
    #expect(host.size == Size(width: 12, height: 4))
    add("text", [0, 0, 12, 1], ["text": "first"])
    add("text", [0, 3, 12, 1], ["text": "last"])
    #expect(rows() == ["Title     12", "first", "", "", "last", "a␛b"])
    screen.header = nil
    #expect(rows() == ["first", "", "", "last", "", "a␛b"])
  }

  @Test func titlesGiveWayToWhatEndsOnTheRight() {
    screen.header = TerminalLine([.init(" ab"), .init("  long title")], trailing: [.init("12 ")])
    screen.status = TerminalLine([.init("a notice too long")], trailing: [.init("9 ")])
    #expect(rows() == [" ab  lo… 12", "", "", "", "", "a notice to…"])
  }

  @Test func signStandsInTheFirstCell() {
    let row = add("row", [0, 0, 12, 1])
    add("text", [1, 0, 11, 1], ["text": "milk"], in: row)
    host.mark(row, with: "+")
    #expect(rows()[0] == "+milk")
    host.mark(row, with: nil)
    #expect(rows()[0] == " milk")
    // What comes out of a pool has none.
    host.mark(row, with: "+")
    host.hide(row)
    host.didEnterPool(row)
    host.willLeavePool(row)
    host.show(row)
    #expect(rows()[0] == " milk")
  }

  @Test func highlightedTextStandsOutWhereverItIs() {
    // The list comes behind it.
    add("text", [0, 3, 12, 1], ["text": "x世Y 世y"])
    list()
    func columns(_ row: Int) -> [Int] {
      let grid = screen.grid()
      return (0..<12).filter { grid[row, $0].style.attributes.contains(.reverse) }
    }
    screen.highlightedText = "OW 1"
    #expect(columns(1) == [1, 2, 3, 4] && columns(0) == [])
    screen.highlightedText = "世y"
    #expect(columns(3) == [1, 2, 3, 5, 6, 7])
    screen.highlightedText = nil
    #expect(columns(1) == [])
  }

  @Test func copiedTextReachesTheTerminalInLetters() throws {
    #expect(try screen.copy("a\u{1B}"))
    #expect(output.frames.last == Array("\u{1B}]52;c;YRs=\u{1B}\\".utf8))
    #expect(
      try !screen.copy(String(repeating: "x", count: TerminalScreen.copiedByteCountMax + 1)))
    #expect(output.frames.count == 1)
  }

  @Test func frameIsOneWriteAndNothingIfNothingChanges() throws {
    let text = add("text", [0, 0, 12, 1], ["text": "first"])
    try screen.flush()
    #expect(output.frames.count == 1)
    try screen.flush()
    #expect(output.frames.count == 1)
    host.set("text", of: text, from: "first", to: "firsx")
    try screen.flush()
    #expect(output.frames.count == 2)
    #expect(output.frames[1].count < 40)
    _ = screen.handle([.resumed], at: 0)
    try screen.flush()
    #expect(String(decoding: output.frames[2], as: UTF8.self).contains("firsx"))
  }

  @Test func newSizeIsThatOfTheHost() {
    screen.status = "x"
    let events = screen.handle([.resized(CellSize(rows: 3, columns: 5))], at: 0)
    #expect(events == [.resized(Size(width: 5, height: 2))])
    #expect(rows() == ["", "", "x"])
    #expect(screen.handle([.resized(CellSize(rows: 0, columns: 0))], at: 0).count == 1)
    #expect(rows() == [])
  }

  // MARK: Keys

  @Test func listScrollsByKeys() {
    let list = list()
    #expect(press(KeyPress(.down)) == [.scrolled(list, offset: 1)])
    #expect(press(KeyPress("j")) == [.scrolled(list, offset: 2)])
    #expect(press(KeyPress("k")) == [.scrolled(list, offset: 1)])
    #expect(press(KeyPress(.pageDown)) == [.scrolled(list, offset: 6)])
    #expect(press(KeyPress(.end)) == [.scrolled(list, offset: 14)])
    #expect(press(KeyPress(.pageDown)) == [.redraw])
    #expect(rows().first == "row 14")
    #expect(press(KeyPress(.pageUp)) == [.scrolled(list, offset: 9)])
    #expect(press(KeyPress(.home)) == [.scrolled(list, offset: 0)])
  }

  @Test func keysThatNothingUsesAreToldOf() {
    #expect(press(KeyPress("/")) == [.key("/")])
    #expect(press(KeyPress("r", .control)) == [.key("ctrl-r")])
    #expect(press(KeyPress(.function(5), .shift)) == [.key("shift-f5")])
    #expect(press(KeyPress(.escape)) == [.key("escape")])
    #expect(press(KeyPress("q")) == [.quit])
    #expect(press(KeyPress("c", .control)) == [.quit])
    #expect(screen.handle([.inputEnded], at: 0) == [.quit])
  }

  @Test func enterAndSpaceActOnTheViewWithTheFocus() {
    let segments = add("segments", [0, 2, 12, 1], ["titles": ["a", "b"], "selected": 0])
    let toggle = add("toggle", [0, 1, 12, 1], ["on": true])
    let button = add("button", [0, 0, 12, 1], in: nil, .tap, .focus, .blur)
    #expect(press(KeyPress(.tab)) == [.view(button, .focus, [])])
    #expect(press(KeyPress(.enter)) == [.view(button, .tap, [])])
    #expect(press(KeyPress(.down)) == [.view(button, .blur, [])])
    #expect(press(KeyPress(" ")) == [.view(toggle, .change, [false])])
    #expect(rows()[1].hasPrefix("[ ]"), "it shows at once what the user wants")
    _ = press(KeyPress(.down))
    #expect(press(KeyPress(.right)) == [.view(segments, .change, [1])])
    #expect(press(KeyPress(.left)) == [.view(segments, .change, [0])])
    #expect(press(KeyPress(.left)) == [.redraw])
    #expect(press(KeyPress(.escape)) == [.redraw])
    #expect(host.focusedView == nil)
  }

  @Test func tabScrollsToTheViewThatGetsTheFocus() {
    let list = list()
    let button = add("button", [0, 10, 12, 1], in: list)
    #expect(press(KeyPress(.tab)) == [.scrolled(list, offset: 5)])
    #expect(host.focusedView == button)
    #expect(press(KeyPress("j")) == [.scrolled(list, offset: 6)])
  }

  // MARK: Text

  @Test func fieldTakesWhatIsTyped() {
    let field = add("field", [0, 0, 12, 1], ["value": "ab"])
    host.focus(field)
    #expect(type("q") == [.view(field, .change, ["abq"])])
    #expect(press(KeyPress(.left)) == [.redraw])
    #expect(type("j") == [.view(field, .change, ["abjq"])])
    #expect(press(KeyPress(.backspace)) == [.view(field, .change, ["abq"])])
    #expect(rows()[0] == "abq")
    #expect(
      screen.handle([.input(.pasted("x\ny"))], at: 0) == [.view(field, .change, ["abx yq"])])
    #expect(press(KeyPress(.enter)) == [.view(field, .submit, ["abx yq"])])
    // The program takes another value.
    host.set("value", of: field, from: "ab", to: "no")
    #expect(type("t") == [.view(field, .change, ["not"])])
    #expect(press(KeyPress("u", .control)) == [.view(field, .change, [""])])
    #expect(press(KeyPress("c", .control)) == [.quit])
  }

  /// A mount takes what is reported as what the view shows.
  @Test func fieldKeepsWhatWasTypedWhileTheProgramFollows() {
    let mount = ViewMount(in: host.root, of: host)
    func show(_ text: String) {
      var tree = ViewTree(spec: ViewSpec("field", attributes: ["value": .string(text)]))
      tree.frame = ViewFrame(size: Size(width: 12, height: 1))
      mount.render([tree], isLaidOut: true)
    }
    show("")
    _ = press(KeyPress(.tab))
    #expect(host.focusedView?.className == "field")
    func type(_ text: String) {
      for event in self.type(text) {
        guard case .view(let view, let name, let values) = event,
          let reported = ReportedValue(name, values, ofClass: view.className)
        else { continue }
        mount.viewReported(reported, of: view)
      }
    }
    for letter in ["a", "b", "c"] { type(letter) }
    show("a")
    show("abc")
    #expect(rows()[0] == "abc")
    type("d")
    show("ABC")
    #expect(rows()[0] == "ABC")
    // What was told of before counts no longer.
    show("abcd")
    #expect(rows()[0] == "abcd")
  }

  @Test(arguments: [true, false])
  func fieldShowsItsValueAgainThatWasCorrected(correctsFirst: Bool) {
    let field = add("field", [0, 0, 12, 1], ["value": "a"])
    host.focus(field)
    _ = type("b")
    // The value is what it was before, and the mount sets it again with a correction.
    host.set("correction", of: field, from: nil, to: 1)
    host.set("value", of: field, from: "ab", to: "a")
    #expect(rows()[0] == "a")
    _ = type("bc")
    // The value is one that was typed on the way.
    if correctsFirst { host.set("correction", of: field, from: 1, to: 2) }
    host.set("value", of: field, from: "abc", to: "ab")
    if !correctsFirst { host.set("correction", of: field, from: 1, to: 2) }
    #expect(rows()[0] == "ab")
  }

  @Test func rowIsDraggedByItsHandle() {
    let row = add("box", [0, 0, 12, 2], [:], in: nil, "drop")
    add("box", [0, 0, 4, 1], [:], in: row, "dragHandle")
    _ = mouse(.press(.left), 1, 0)
    _ = mouse(.drag(.left), 1, 2, at: 0.1)
    #expect(
      mouse(.drag(.left), 1, 3, at: 0.2)
        == [.dragged(row, .changed, at: Point(x: 1.5, y: 3.5))])
    #expect(
      mouse(.release(.left), 1, 3, at: 0.3) == [.dragged(row, .ended, at: Point(x: 1.5, y: 3.5))])
  }

  @Test func carouselStaysWhereTheUserIsWhileTheProgramFollows() throws {
    let mount = ViewMount(in: host.root, of: host)
    func show(_ offset: Double) {
      var text = ViewTree(
        spec: ViewSpec("text", attributes: ["text": "0123456789abcdefghijklmnopqrst"]))
      text.frame = ViewFrame(size: Size(width: 40, height: 1))
      var tree = ViewTree(
        spec: ViewSpec(
          "scroll",
          attributes: ["length": 40, "axis": "horizontal", "offset": .number(offset)]),
        children: [text])
      tree.frame = ViewFrame(size: Size(width: 12, height: 1))
      mount.render([tree], isLaidOut: true)
    }
    show(0)
    for _ in 0..<2 {
      guard case .view(let view, let event, let values)? = mouse(.wheel(.right), 1, 0).first,
        let reported = ReportedValue(event, values, ofClass: view.className)
      else { throw NothingReported() }
      mount.viewReported(reported, of: view)
    }
    show(3)
    #expect(rows()[0].hasPrefix("6789"))
    show(6)
    show(3)
    #expect(rows()[0].hasPrefix("3456"))
  }

  private struct NothingReported: Error {}

  @Test(arguments: [
    ("ab cd", ["w"], "ab "), ("ab cd ", ["w", "w"], ""), ("abc", ["a", "k"], ""),
    ("abc", ["b", "h", "e"], "ac"), ("abc", ["a", "d"], "bc"), ("", ["h", "d", "w", "u", "k"], ""),
  ])
  func lineIsEditedByControlKeys(_ text: String, _ keys: [Unicode.Scalar], _ edited: String) {
    screen.openPrompt(":", text: text)
    for key in keys { _ = press(KeyPress(key, .control)) }
    #expect(press(KeyPress(.enter)) == [.promptSubmitted(edited)])
  }

  @Test func promptTakesAllKeysUntilItIsClosed() {
    list()
    screen.openPrompt("/", text: "a")
    #expect(type("q世") == [.promptChanged("aq"), .promptChanged("aq世")])
    #expect(rows()[5] == "/aq世")
    #expect(type("\u{301}") == [.promptChanged("aq世\u{301}")])
    #expect(press(KeyPress(.backspace)) == [.promptChanged("aq")])
    #expect(press(KeyPress(.enter)) == [.promptSubmitted("aq")])
    #expect(rows()[5] == "row 5")
    screen.openPrompt("/")
    #expect(press(KeyPress(.escape)) == [.promptCancelled])
    #expect(type("x") == [.key("x")])
  }

  @Test func longPromptShowsItsEnd() {
    screen.openPrompt("/", text: "0123456789abcdef")
    #expect(rows()[5] == "/6789abcdef")
  }

  @Test func promptLeavesWhatEndsOnTheRight() {
    screen.status = TerminalLine([.init("keys")], trailing: [.init("rev 4 ")])
    screen.openPrompt("/", text: "abc")
    _ = screen.handle([.resized(CellSize(rows: 3, columns: 30))], at: 0)
    #expect(rows()[2] == "/abc" + String(repeating: " ", count: 20) + "rev 4")
    // Too little would be left to type in.
    screen.openPrompt("a long label: ", text: "abc")
    #expect(rows()[2] == "a long label: abc")
    screen.openPrompt("/", text: "abc")
    _ = screen.handle([.resized(CellSize(rows: 3, columns: 20))], at: 0)
    #expect(rows()[2] == "/abc")
  }

  // MARK: Text

  @Test func textStandsInPlaceOfTheViews() {
    list()
    screen.openText(["one", "a longer line", "\u{1B}three"])
    #expect(rows() == [" one", " a longer", " line", " ␛three", "", ""])
    #expect(type("x") == [.key("x")])
    #expect(press(KeyPress(.down)) == [.redraw] && rows()[0] == " one")
    #expect(press(KeyPress(.enter)) == [.key("enter")])
    #expect(type("q") == [.quit])
    #expect(press(KeyPress(.escape)) == [.textClosed] && !screen.showsText)
    #expect(rows()[0] == "row 0")
  }

  @Test func rowsOfABrokenLineBeginBelowItsText() {
    list()
    screen.openText(["  one two three", "four five six"])
    #expect(rows() == ["   one two", "   three", " four five", " six", "", ""])
    screen.openKeys(["g   to the top", "    of it"], column: 4)
    #expect(rows().prefix(3) == [" g   to the", "     top", "     of it"])
    // With less room than the key takes, the text stands below it.
    _ = screen.handle([.resized(CellSize(rows: 6, columns: 7))], at: 0)
    #expect(rows().prefix(4) == [" g", " to", " the", " top"])
    _ = screen.handle([.resized(CellSize(rows: 6, columns: 12))], at: 0)
    #expect(rows().prefix(3) == [" g   to the", "     top", "     of it"])
  }

  @Test func textIsScrolled() {
    screen.openText((0..<20).map { "line \($0)" })
    _ = press(KeyPress(.end))
    #expect(rows().first == " line 14" && rows().last == " line 19")
    _ = press(KeyPress(.home), KeyPress(.pageDown))
    #expect(rows().first == " line 5")
    _ = type("jjk")
    #expect(rows().first == " line 6")
    _ = mouse(.wheel(.down), 0, 0)
    #expect(rows().first == " line 9")
    // The line that was first stays so where others have less room.
    _ = screen.handle([.resized(CellSize(rows: 2, columns: 6))], at: 0)
    #expect(rows() == [" line", " 9"])
  }

  @Test func userChoosesALine() {
    screen.openText((0..<9).map { "line \($0)" }, choosing: true)
    #expect(press(KeyPress(.enter)) == [.lineChosen(0)])
    _ = press(KeyPress(.down), KeyPress(.down), KeyPress(.up))
    #expect(press(KeyPress(.enter)) == [.lineChosen(1)])
    _ = press(KeyPress(.end))
    #expect(rows().last == " line 8" && press(KeyPress(.enter)) == [.lineChosen(8)])
    #expect(mouse(.press(.left), 1, 0) == [.lineChosen(3)])
    // The chosen line stays in sight in a lower terminal.
    _ = press(KeyPress(.end))
    _ = screen.handle([.resized(CellSize(rows: 3, columns: 12))], at: 0)
    #expect(rows() == [" line 6", " line 7", " line 8"])
    _ = screen.handle([.resized(CellSize(rows: 6, columns: 12))], at: 0)
    screen.openText(["only"], choosing: true)
    _ = rows()
    #expect(mouse(.press(.left), 1, 4) == [.redraw])
    screen.openText([], choosing: true)
    #expect(press(KeyPress(.enter)) == [.key("enter")])
  }

  // MARK: The mouse

  @Test func clickTapsTheInnermostViewThatListens() {
    let box = add("touchable", [0, 1, 12, 3], in: nil, .tap)
    let button = add("button", [2, 1, 4, 1], in: box, .tap)
    #expect(click(3, 2) == [.view(button, .tap, [])])
    #expect(click(0, 1, at: 1) == [.view(box, .tap, [])])
    #expect(click(0, 5, at: 2) == [])
    host.set("disabled", of: button, from: nil, to: true)
    #expect(click(3, 2, at: 3) == [.view(box, .tap, [])])
    host.set("disabled", of: box, from: nil, to: true)
    #expect(click(3, 2, at: 4) == [])
  }

  @Test func clickChangesControls() {
    let segments = add("segments", [0, 0, 12, 1], ["titles": ["a", "b"], "selected": 0])
    let toggle = add("toggle", [0, 1, 12, 1])
    let field = add("field", [0, 2, 12, 1], ["value": "a世b"])
    #expect(click(5, 0) == [.view(segments, .change, [1])])
    #expect(click(5, 0, at: 0.5) == [], "it is chosen already")
    #expect(click(1, 0, at: 1) == [.view(segments, .change, [0])])
    #expect(click(11, 0, at: 2) == [])
    #expect(click(0, 1, at: 3) == [.view(toggle, .change, [true])])
    #expect(click(3, 2, at: 4) == [])
    #expect(type("x") == [.view(field, .change, ["a世xb"])])
  }

  @Test func secondClickIsADoubleTap() {
    let view = add("touchable", [0, 0, 12, 3], in: nil, .tap, .doubleTap)
    #expect(click(1, 1, at: 0) + click(1, 1, at: 0.2) == [.view(view, .doubleTap, [])])
    #expect(click(1, 1, at: 2) == [])
    #expect(screen.handle([], at: 3) == [.view(view, .tap, [])])
  }

  @Test func wheelScrollsWhatIsUnderTheMouse() {
    let list = list()
    let row = host.path(at: Point(x: 3.5, y: 1.5))[1]
    let carousel = add("scroll", [0, 1, 12, 1], ["length": 20, "axis": "horizontal"], in: list)
    host.place(carousel, in: list, inFrontOf: row)
    #expect(mouse(.wheel(.down), 3, 3) == [.scrolled(list, offset: 3)])
    #expect(mouse(.wheel(.up), 3, 3) == [.scrolled(list, offset: 0)])
    #expect(mouse(.wheel(.up), 3, 3) == [.redraw])
    #expect(mouse(.wheel(.right), 3, 1) == [.view(carousel, "scroll", [3])])
    #expect(mouse(.wheel(.down), 3, 1) == [.scrolled(list, offset: 3)])
  }

  @Test func wheelAtTheEndOfTheInnerListScrollsTheOuter() {
    let outer = add("list", [0, 0, 12, 6], ["length": 20])
    let inner = add("list", [0, 0, 12, 3], ["length": 5], in: outer)
    #expect(mouse(.wheel(.down), 3, 1) == [.scrolled(inner, offset: 2)])
    #expect(mouse(.wheel(.down), 3, 1) == [.scrolled(outer, offset: 3)])
    #expect(mouse(.wheel(.up), 3, 1) == [.scrolled(outer, offset: 0)])
    #expect(mouse(.wheel(.up), 3, 1) == [.scrolled(inner, offset: 0)])
    #expect(mouse(.wheel(.up), 3, 1) == [.redraw])
  }

  @Test func carouselScrollsByKeys() {
    let carousel = add("scroll", [0, 0, 12, 1], ["length": 20, "axis": "horizontal"])
    #expect(press(KeyPress(.tab)) == [.redraw])
    #expect(host.focusedView == carousel)
    #expect(press(KeyPress(.right)) == [.view(carousel, "scroll", [4])])
    #expect(press(KeyPress(.right)) == [.view(carousel, "scroll", [8])])
    #expect(press(KeyPress(.right)) == [.redraw])
    #expect(press(KeyPress(.left)) == [.view(carousel, "scroll", [4])])
    #expect(press(KeyPress(.enter)) == [.key("enter")])
    // What is in it takes the focus instead.
    let buttons = [0.0, 14].map { add("button", [$0, 0, 4, 1], in: carousel) }
    _ = press(KeyPress(.escape), KeyPress(.tab))
    #expect(buttons.contains { $0 == host.focusedView })
    host.focus(buttons[0])
    _ = host.scroll(carousel, to: 0)
    #expect(press(KeyPress(.right)) == [.view(carousel, "scroll", [6])])
    #expect(host.focusedView == buttons[1])
    #expect(press(KeyPress(.right)) == [.view(carousel, "scroll", [8])])
  }

  @Test func gesturesOfTheMouseAndKeysReachTheProgram() {
    let row = add("row", [0, 0, 12, 1], in: nil, "drop")
    let box = add("touchable", [0, 1, 12, 1], in: nil, .longPress, .tap)
    let pan = add("touchable", [0, 2, 12, 1], in: nil, .pan)
    let swipe = add("touchable", [0, 3, 12, 1], in: nil, "swipe")
    func told(_ events: [TerminalEvent]) -> [TerminalEvent] { events.filter { $0 != .redraw } }
    #expect(told(mouse(.press(.left), 1, 1)) == [])
    #expect(told(screen.handle([], at: 1)) == [.view(box, .longPress, [])])
    #expect(told(mouse(.release(.left), 1, 1, at: 1.1)) == [])
    host.focus(box)
    #expect(press(KeyPress(.function(10), .shift)) == [.view(box, .longPress, [])])
    _ = mouse(.press(.left), 1, 2, at: 2)
    let panned = told(mouse(.drag(.left), 3, 2, at: 2.1))
    #expect(panned.contains(.view(pan, .pan, [2, 0])))
    _ = mouse(.release(.left), 3, 2, at: 2.2)
    _ = mouse(.press(.left), 1, 3, at: 3)
    _ = mouse(.drag(.left), 5, 3, at: 3.05)
    _ = mouse(.drag(.left), 9, 3, at: 3.1)
    #expect(told(mouse(.release(.left), 9, 3, at: 3.11)) == [.view(swipe, "swipe", ["right"])])
    _ = mouse(.press(.left), 1, 0, at: 4)
    #expect(
      told(screen.handle([], at: 5)) == [.dragged(row, .began, at: Point(x: 1.5, y: 0.5))])
    #expect(
      told(mouse(.drag(.left), 1, 4, at: 5.1))
        == [.dragged(row, .changed, at: Point(x: 1.5, y: 4.5))])
    #expect(
      told(mouse(.release(.left), 1, 4, at: 5.2))
        == [.dragged(row, .ended, at: Point(x: 1.5, y: 4.5))])
    #expect(press(KeyPress(.up, .alt)) == [.key("alt-up")])
  }

  @Test func mouseIsWhereTheHeaderLeavesIt() {
    screen.header = "Title"
    let button = add("button", [0, 0, 4, 1])
    #expect(click(1, 1) == [.view(button, .tap, [])])
    #expect(click(1, 0, at: 1) == [])
  }

  @Test func timeAloneIsNoReasonToDraw() {
    #expect(screen.handle([], at: 1) == [])
    add("spinner", [0, 0, 1, 1])
    #expect(screen.handle([], at: 1.5) == [.redraw])
    #expect(screen.handle([], at: 1.52) == [])
  }
}
