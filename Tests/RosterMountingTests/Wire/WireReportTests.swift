import RosterComponents
import RosterJSON
import RosterLayout
import RosterMounting
import Testing

/// What a program takes from a renderer.
@Suite("WireHost, reports")
struct WireReportTests {
  private func host(_ views: Int = 3) throws -> WireHost {
    let host = WireHost()
    _ = try host.take(WireReport.hello(WireHello()).line.dropLast())
    for _ in 0..<views { host.place(host.makeView("box"), in: host.root, inFrontOf: nil) }
    _ = host.takeFrame()
    return host
  }

  private func error(_ lines: String..., limits: WireLimits = WireLimits()) -> WireError? {
    let host = WireHost(limits: limits)
    for line in lines {
      do { _ = try host.take(line.utf8) } catch { return error }
      if host.hello != nil, host.takeFrame() == nil { _ = host.makeView("box") }
    }
    return nil
  }

  private static let hello = #"{"hello":{"versions":[1]}}"#

  @Test func reportsAreReadAsTheyAreWritten() throws {
    let host = try host()
    let shown = ShownViews(
      views: [
        ShownView(
          1, className: "row", attributes: ["text": "a"],
          frame: nil, within: [ShownView(2, className: "label")])
      ], focused: 2, keptCount: 3)
    let reports: [WireReport] = [
      .event(.change, view: 1, values: ["x", 2]), .event(.tap, view: 2, values: []),
      .scrolled(view: 1, offset: 12.5, frame: 0), .resized(Size(width: 80, height: 24)),
      .focused(3), .focused(nil), .shown(question: 4, shown), .done(question: 5),
      .failed("no window"),
    ]
    for report in reports { #expect(try host.take(report.line.dropLast()) == report) }
    let hello = WireHello(
      versions: [1, 2], name: "page", size: Size(width: 100, height: 50),
      cell: Size(width: 8, height: 16), unsettable: .named(["text"]))
    let other = WireHost()
    #expect(try other.take(WireReport.hello(hello).line.dropLast()) == .hello(hello))
    #expect(other.hello == hello)
    #expect(other.canUnset("text", ofClass: "a") && !other.canUnset("shadow", ofClass: "a"))
  }

  @Test func unknownMembersAreIgnored() throws {
    let host = try host()
    let line = #"{"event":"tap","view":1,"at":[3,4],"pressure":0.5}"#
    #expect(try host.take(line.utf8) == .event(.tap, view: 1, values: []))
  }

  @Test(arguments: [
    (
      #"{"event":"tap"#, "line 2: column ",
      WireError.Code.malformed
    ),
    (#"{"event":"tap"}"#, #"line 2: there is no "view""#, .invalid),
    (#"{"event":"tap","view":"1"}"#, "line 2, view: expected an integer", .invalid),
    (#"{"event":"tap","view":-1}"#, "line 2, view: expected the number of a view", .invalid),
    (#"{"event":"tap","view":9}"#, "line 2, view: there has been no view 9", .inconsistent),
    (#"{"focused":9}"#, "line 2, focused: there has been no view 9", .inconsistent),
    (#"{"scrolled":1}"#, #"line 2: there is no "offset""#, .invalid),
    (#"{"scrolled":1,"offset":3}"#, #"line 2: there is no "frame""#, .invalid),
    (
      #"{"scrolled":0,"offset":3,"frame":1}"#, "line 2, frame: there has been no frame 1",
      .inconsistent
    ),
    (#"{"resized":[1]}"#, "line 2, resized: expected an array of 2 elements", .invalid),
    (#"{"resized":[-1,1]}"#, "line 2, resized: expected a width and a height", .invalid),
    (#"{"hello":{"versions":[1]}}"#, "line 2: there was a \"hello\" before", .inconsistent),
    (#"{"evnet":"tap"}"#, "line 2: expected an object with one of \"hello\"", .invalid),
    ("[]", "line 2: expected an object", .invalid),
    (
      #"{"shown":1,"kept":1,"views":[{"view":1,"class":"a","within":[{"view":2}]}]}"#,
      #"line 2, views[0].within[0]: there is no "class""#, .invalid
    ),
    (
      #"{"shown":1,"kept":1,"views":[{"view":1,"class":"a","frame":[1,2,3]}]}"#,
      "line 2, views[0].frame: expected an array of 4 numbers", .invalid
    ),
  ])
  func wrongReportNamesLineAndPath(_ line: String, _ words: String, _ code: WireError.Code) {
    let error = error(Self.hello, line)
    #expect(error?.description.hasPrefix(words) == true, "\(error?.description ?? "no error")")
    #expect(error?.code == code)
  }

  @Test func rendererOfAnotherVersionIsRefused() {
    let error = error(#"{"hello":{"versions":[2,3]}}"#)
    #expect(error?.code == .version)
    #expect(
      error?.description
        == "line 1, hello.versions: the renderer speaks version 2, 3, this program speaks version 1"
    )
  }

  @Test func rendererMustIntroduceItself() {
    #expect(error(#"{"focused":null}"#)?.description == #"line 1: expected "hello" first"#)
  }

  @Test func limitsHold() {
    let short = WireLimits(lineByteCountMax: 40)
    let words = #"{"error":"\#(String(repeating: "x", count: 40))"}"#
    #expect(error(Self.hello, words, limits: short)?.code == .limit)
    let few = WireLimits(viewCountMax: 1)
    let two = #"{"shown":1,"kept":2,"views":[{"view":1,"class":"a"},{"view":1,"class":"a"}]}"#
    #expect(
      error(Self.hello, two, limits: few)?.description.contains("views[1]: more than 1") == true)
    let flat = WireLimits(depthMax: 0)
    let nested =
      #"{"shown":1,"kept":2,"views":[{"view":1,"class":"a","within":[{"view":1,"class":"a"}]}]}"#
    #expect(error(Self.hello, nested, limits: flat)?.code == .limit)
    let deep = String(repeating: "[", count: 100_000)
    #expect(error(Self.hello, deep)?.code == .malformed)
  }

  @Test func nothingIsTakenAfterAnError() throws {
    let host = try host()
    #expect(throws: WireError.self) { try host.take("{".utf8) }
    let error = #expect(throws: WireError.self) { try host.take(#"{"focused":1}"#.utf8) }
    #expect(error?.line == 2 && error?.code == .malformed)
    #expect(host.focusedView == nil)
  }

  // MARK: Focus

  @Test func hiddenViewGetsNoFocus() throws {
    let host = try host()
    let inner = host.makeView("field")
    host.place(inner, in: 1, inFrontOf: nil)
    host.hide(1)
    // The renderer has reported it before it has applied the frame.
    _ = try host.take(WireReport.focused(inner).line.dropLast())
    #expect(host.focusedView == nil)
    host.show(1)
    _ = try host.take(WireReport.focused(inner).line.dropLast())
    #expect(host.focusedView == inner)
  }

  @Test func focusEndsWithItsView() throws {
    let host = try host()
    let inner = host.makeView("field")
    host.place(inner, in: 1, inFrontOf: nil)
    func focus(_ view: Int) throws {
      _ = try host.take(WireReport.focused(view).line.dropLast())
      #expect(host.focusedView == view)
    }
    try focus(inner)
    host.hide(2)
    #expect(host.focusedView == inner)
    host.hide(1)
    #expect(host.focusedView == nil)
    host.show(1)
    try focus(inner)
    host.letGo(1, with: [inner])
    #expect(host.focusedView == nil)
    // The renderer may not know of it yet.
    _ = try host.take(WireReport.focused(inner).line.dropLast())
    #expect(host.focusedView == nil)
  }

  // MARK: Offsets

  @Test func offsetThatCrossesAFrameCountsTheFrame() throws {
    let host = try host()
    host.set("offset", of: 1, from: 100, to: 160)
    #expect(host.takeFrame() != nil)
    func offset(_ offset: Double, after frame: Int) throws -> WireReport {
      try host.take(WireReport.scrolled(view: 1, offset: offset, frame: frame).line.dropLast())
    }
    #expect(try offset(90, after: 1) == .scrolled(view: 1, offset: 150, frame: 1))
    #expect(try offset(95, after: 1) == .scrolled(view: 1, offset: 155, frame: 1))
    #expect(try offset(155, after: 2) == .scrolled(view: 1, offset: 155, frame: 2))
    #expect(try offset(155, after: 2) == .scrolled(view: 1, offset: 155, frame: 2))
  }
}
