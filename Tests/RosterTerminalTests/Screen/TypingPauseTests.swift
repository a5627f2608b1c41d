import RosterComponents
import RosterJSON
import RosterLayout
import RosterTerminal
import Testing

/// When a program hears of what is typed into a field.
struct TypingPauseTests {
  private let screen: TerminalScreen

  init() {
    var options = TerminalOptions()
    options.typingPause = 0.5
    screen = TerminalScreen(
      size: CellSize(rows: 4, columns: 12), options: options, depth: .trueColor
    ) { _ in }
  }

  /// Makes a field with the focus.
  private func field(_ row: Double = 0) -> TerminalView {
    let host = screen.host
    let view = host.makeView("field")
    host.set("value", of: view, from: nil, to: "")
    host.setEvents([.blur: [ActionReference(target: .responders, name: "act")]], of: view)
    host.setFrame(
      ViewFrame(origin: Point(x: 0, y: row), size: Size(width: 12, height: 1)), of: view)
    host.place(view, in: host.root, inFrontOf: nil)
    host.focus(view)
    return view
  }

  private func type(_ text: String, at time: Double) -> [TerminalEvent] {
    screen.handle(text.unicodeScalars.map { .input(.key(KeyPress($0))) }, at: time)
  }

  @Test func lettersAreToldWhenTheUserPauses() {
    let view = field()
    #expect(type("a", at: 1) == [.redraw] && type("b", at: 1.25) == [.redraw])
    #expect(screen.grid().text(ofRow: 0).hasPrefix("ab"))
    #expect(screen.handle([], at: 1.5) == [])
    #expect(screen.handle([], at: 2) == [.view(view, .change, ["ab"])])
    #expect(screen.handle([], at: 9) == [])
    #expect(type("c", at: 10) == [.redraw])
    #expect(screen.handle([], at: 11) == [.view(view, .change, ["abc"])])
  }

  @Test func whatElseTheUserDoesComesBehindTheLetters() {
    let view = field()
    _ = type("a", at: 1)
    #expect(
      screen.handle([.input(.key(KeyPress(.enter)))], at: 1.1)
        == [.view(view, .change, ["a"]), .view(view, .submit, ["a"])])
    _ = type("b", at: 2)
    #expect(
      screen.handle([.input(.key(KeyPress(.escape)))], at: 2.1)
        == [.view(view, .change, ["ab"]), .view(view, .blur, [])])
    screen.host.focus(view)
    _ = type("c", at: 3)
    #expect(
      screen.handle([.inputEnded], at: 3.1) == [.view(view, .change, ["abc"]), .quit])
  }

  @Test func focusThatTheProgramMovesComesBehindTheLetters() async {
    let view = field()
    _ = type("a", at: 1)
    screen.host.focus(nil)
    #expect(await screen.nextEvent() == .view(view, .change, ["a"]))
    #expect(await screen.nextEvent() == .view(view, .blur, []))
  }

  @Test func lettersOfAViewThatHasGoneAreNotTold() {
    let view = field()
    _ = type("a", at: 1)
    screen.host.letGo(view, with: [])
    let told = screen.handle([], at: 9)
    #expect(!told.contains { if case .view(_, .change, _) = $0 { true } else { false } })
  }

  @Test func eachLetterIsToldWithoutAPause() {
    let screen = TerminalScreen(
      size: CellSize(rows: 4, columns: 12), options: TerminalOptions(), depth: .trueColor
    ) { _ in }
    let view = screen.host.makeView("field")
    screen.host.place(view, in: screen.host.root, inFrontOf: nil)
    screen.host.setFrame(
      ViewFrame(origin: Point(x: 0, y: 0), size: Size(width: 12, height: 1)), of: view)
    screen.host.focus(view)
    let events = screen.handle(["a", "b"].map { .input(.key(KeyPress($0))) }, at: 1)
    #expect(events == [.view(view, .change, ["a"]), .view(view, .change, ["ab"])])
  }
}
