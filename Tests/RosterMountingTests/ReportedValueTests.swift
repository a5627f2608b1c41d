import RosterComponents
import RosterCore
import RosterJSON
import RosterMounting
import RosterRecordingHost
import RosterTestKit
import Testing

/// Values that a user gives a view, and the answers of the program.
@Suite("ReportedValue")
struct ReportedValueTests {
  private let host = RecordingHost()
  private let mount: ViewMount<RecordingHost>

  init() { mount = ViewMount(in: host.container, of: host, poolCountMax: 2) }

  /// A view in a box of a component.
  private func render(
    _ className: String, _ attributes: ViewAttributes, of name: Int = 0
  ) -> MountCounts {
    var box = ViewTree.row(name)
    box.children = [
      ViewTree(spec: ViewSpec(className, attributes: attributes), scope: box.scope)
    ]
    return mount.render([box], isLaidOut: false)
  }

  private var view: RecordingHost.View? {
    host.shownViews(in: host.container).first.flatMap { host.shownViews(in: $0).first }
  }

  /// The user gives the view a value, and the host reports it.
  private func report(_ name: String, _ value: JSONValue, isInterim: Bool = false) throws {
    let view = try #require(view)
    host.change(name, of: view, to: value)
    mount.viewReported(ReportedValue(name, value, isInterim: isInterim), of: view)
  }

  private func value(_ name: String) -> JSONValue? { view.flatMap { host.value(name, of: $0) } }

  @Test func whatTheProgramTakesOverIsNotSet() throws {
    _ = render("toggle", ["on": false])
    try report("on", true)
    #expect(render("toggle", ["on": true]) == MountCounts())
    #expect(render("toggle", ["on": false]).set == 1)
    #expect(host.faults == [])
  }

  @Test(arguments: [["on": false], [:]] as [ViewAttributes])
  func whatTheProgramDoesNotTakeOverIsSetBack(_ attributes: ViewAttributes) throws {
    _ = render("toggle", attributes)
    try report("on", true)
    let counts = render("toggle", attributes)
    #expect(counts.set + counts.unset == 1)
    #expect(value("on") == attributes["on"])
    #expect(host.faults == [])
  }

  /// The program builds a view again only if something in it has changed.
  @Test func whatIsTheSameInMemoryIsSetBack() throws {
    let toggle = ViewTree.view("toggle", ["on": false])
    let rows: [ViewTree] = [.view("box", [:], [toggle])]
    func page(_ text: JSONValue) -> [ViewTree] {
      [.view("page", [:], [.view("label", ["text": text]), .view("box", [:], rows)])]
    }
    mount.render(page("a"), isLaidOut: false)
    var inner = host.container
    while let last = host.shownViews(in: inner).last { inner = last }
    host.change("on", of: inner, to: true)
    mount.viewReported(ReportedValue("on", true), of: inner)
    #expect(mount.render(page("b"), isLaidOut: false).set == 2)
    #expect(host.value("on", of: inner) == false)
    #expect(host.faults == [])
  }

  @Test func whileTheUserTypesEarlierTextsAreNotSet() throws {
    _ = render("field", ["value": ""])
    for text in ["a", "ab", "abc"] { try report("value", .string(text), isInterim: true) }
    #expect(render("field", ["value": "", "placeholder": "x"]).set == 1, "not answered yet")
    for text in ["a", "abc"] {
      #expect(render("field", ["value": .string(text), "placeholder": "x"]) == MountCounts())
    }
    #expect(value("value") == "abc")
    #expect(render("field", ["value": "ab", "placeholder": "x"]).set == 1)
    #expect(value("value") == "ab")
    #expect(host.faults == [])
  }

  @Test func anotherTextIsSetAndEndsWhatWasReported() throws {
    _ = render("field", ["value": ""])
    for text in ["a", "ab"] { try report("value", .string(text), isInterim: true) }
    #expect(render("field", ["value": "A"]).set == 1)
    #expect(render("field", ["value": "ab"]).set == 1)
    #expect(host.faults == [])
  }

  @Test func aCorrectedTextIsSetThoughItIsTheSame() throws {
    _ = render("field", ["value": ""])
    for text in ["x", "xy"] { try report("value", .string(text), isInterim: true) }
    #expect(render("field", ["value": "", "correction": 1]).set == 2)
    #expect(value("value") == "")
    for text in ["1", "1x"] { try report("value", .string(text), isInterim: true) }
    #expect(render("field", ["value": "1", "correction": 2]).set == 2)
    #expect(value("value") == "1")
    #expect(host.faults == [])
  }

  @Test func aRecycledViewShowsWhatItsNewComponentSays() throws {
    _ = render("field", ["value": "a"], of: 1)
    try report("value", "ab", isInterim: true)
    let view = view
    #expect(render("field", ["value": "a"], of: 2).set == 1)
    #expect(self.view == view)
    #expect(value("value") == "a")
    try report("value", "b", isInterim: true)
    mount.render([], isLaidOut: false)
    #expect(render("field", ["value": "a"], of: 2).set == 1)
    #expect(host.faults == [])
  }

  @Test func eventsOfOtherViewsReportNothing() {
    func name(_ event: ViewEvent, _ className: String) -> String? {
      ReportedValue(event, [1], ofClass: className)?.name
    }
    #expect(name(.change, "toggle") == "on")
    #expect(name(.change, "segments") == "selected")
    #expect(name(.change, "field") == "value")
    #expect(name(.submit, "field") == "value")
    #expect(name("scroll", "scroll") == "offset")
    #expect(name(.change, "slot") == nil)
    #expect(name(.submit, "toggle") == nil)
    #expect(ReportedValue(.change, [], ofClass: "toggle") == nil)
  }

  /// A program that answers each report in its turn, and sometimes with something else: at the end
  /// the host shows what the program has said last.
  @Test(arguments: UInt64(1)...200)
  func theProgramHasTheLastWord(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (program, queue, correction) = (0, [Int](), 0)
    func show() -> MountCounts {
      render(
        "field",
        ["value": .number(Double(program)), "correction": .number(Double(correction))],
        of: 0)
    }
    _ = show()
    for _ in 0..<100 {
      switch random.index(below: 4) {
      case 0, 1:
        let value = random.index(below: 3)
        guard self.value("value") != .number(Double(value)) else { continue }
        try report("value", .number(Double(value)), isInterim: true)
        queue.append(value)
      case 2 where !queue.isEmpty:
        let value = queue.removeFirst()
        // The program does not take everything.
        if random.happens(percent: 20) { correction += 1 } else { program = value }
        _ = show()
      default: _ = show()
      }
      #expect(host.faults == [])
    }
    while !queue.isEmpty {
      program = queue.removeFirst()
      _ = show()
    }
    correction += 1
    _ = show()
    #expect(value("value") == .number(Double(program)), "seed \(seed)")
    #expect(show() == MountCounts())
    #expect(host.faults == [], "seed \(seed)")
  }
}
