import RosterComponents
import RosterJSON
import RosterLayout
import RosterTerminal
import Testing

/// Keys that come before the program has answered those before them.
struct TypedAheadTests {
  private let screen = TerminalScreen(
    size: CellSize(rows: 6, columns: 12), options: TerminalOptions(), depth: .trueColor
  ) { _ in }

  /// Types a text in one read, and answers each event before the next one is taken.
  private func type(
    _ text: String, isolation: isolated (any Actor)? = #isolation,
    _ answer: (TerminalEvent) -> Void
  ) async -> [TerminalEvent] {
    screen.receive(
      text.unicodeScalars.map { .input(.key($0 == "\r" ? KeyPress(.enter) : KeyPress($0))) })
    var heard: [TerminalEvent] = []
    while let event = await screen.nextEvent() {
      heard.append(event)
      answer(event)
    }
    return heard
  }

  @Test func lettersBehindTheKeyOfAPromptGoIntoThePrompt() async {
    // Without the prompt, `j` scrolls and `q` quits.
    let heard = await type("/jq\rx") { event in
      if event == .key("/") { screen.openPrompt("/") }
    }
    #expect(
      heard == [
        .key("/"), .promptChanged("j"), .promptChanged("jq"), .promptSubmitted("jq"), .key("x"),
      ])
  }

  @Test func lettersBehindAKeyGoIntoTheFieldThatTheProgramFocuses() async {
    let host = screen.host
    let field = host.makeView("field")
    host.setFrame(ViewFrame(origin: Point(x: 0, y: 0), size: Size(width: 12, height: 1)), of: field)
    host.place(field, in: host.root, inFrontOf: nil)
    let heard = await type("eab") { event in
      if event == .key("e") { host.focus(field) }
    }
    #expect(
      heard.filter { $0 != .redraw } == [
        .key("e"), .view(field, .change, ["a"]), .view(field, .change, ["ab"]),
      ])
  }

  @Test func keyBehindTheOneThatLetsGoOfAViewIsNotForTheView() async {
    let host = screen.host
    let button = host.makeView("button")
    host.setEvents([.tap: [ActionReference(target: .responders, name: "act")]], of: button)
    host.setFrame(ViewFrame(origin: Point(x: 0, y: 0), size: Size(width: 6, height: 1)), of: button)
    host.place(button, in: host.root, inFrontOf: nil)
    host.focus(button)
    let heard = await type("\rx\r") { event in
      if event == .view(button, .tap, []) { host.letGo(button, with: []) }
    }
    #expect(heard.filter { $0 == .view(button, .tap, []) }.count == 1)
    #expect(heard.contains(.key("x")))
  }
}
