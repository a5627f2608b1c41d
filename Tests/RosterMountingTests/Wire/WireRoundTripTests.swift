import RosterComponents
import RosterCore
import RosterJSON
import RosterMounting
import RosterRecordingHost
import RosterTestKit
import Testing

/// What a program shows through lines is what it shows directly.
@Suite("Wire protocol, there and back")
struct WireRoundTripTests {
  @Test(arguments: 0..<40)
  func rendererInAnotherProcessShowsTheSame(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let poolCountMax = [0, 1, 3, 16][random.index(below: 4)]
    let isLaidOut = random.happens(percent: 50)
    let direct = MountUnderTest(poolCountMax: poolCountMax)
    // The recording host can unset what does not begin with an underscore.
    let session = try WireSession(unsettable: .named(["x", "y"]))
    let mount = ViewMount(in: session.host.root, of: session.host, poolCountMax: poolCountMax)
    var trees = RandomTrees(random: random, isLaidOut: isLaidOut)
    var views: [ViewTree] = []
    for step in 0..<40 {
      trees.change(&views, in: .root, depth: 3)
      try focusTheSame(direct, session, &random)
      direct.mount.render(views, isLaidOut: isLaidOut)
      mount.render(views, isLaidOut: isLaidOut)
      try session.sendFrame(revision: step)
      let shown = session.recording.picture()
      #expect(shown == direct.host.picture().map(\.withoutActions), "step \(step)")
      #expect(session.recording.faults.isEmpty, "step \(step)")
      #expect(session.recording.inconsistencies.isEmpty, "step \(step)")
      #expect(session.remote.viewCount == session.recording.existingViews.count)
    }
    mount.removeAll()
    try session.sendFrame()
    #expect(session.remote.viewCount == 0 && session.recording.existingViews.isEmpty)
  }

  /// Gives a view the focus on both sides, which number their views alike.
  private func focusTheSame(
    _ direct: MountUnderTest, _ session: WireSession, _ random: inout SplitMix64
  ) throws {
    direct.host.focusedView = direct.host.existingViews.filter { !direct.host.isPooled($0) }
      .sorted { $0.number < $1.number }.randomElement(using: &random)
    let view = direct.host.focusedView.flatMap { session.remote.view($0.number) }
    session.recording.focusedView = view
    let line = session.remote.line(reportingFocusOf: view)
    #expect(try session.host.take(line.dropLast()) == .focused(direct.host.focusedView?.number))
    #expect(session.host.focusedView == direct.host.focusedView?.number)
  }

  @Test(arguments: [10, 1_000]) func lineFollowsTheChangeAndNotTheList(_ count: Int) throws {
    let session = try WireSession()
    let mount = ViewMount(in: session.host.root, of: session.host)
    var rows = (0..<count).map { ViewTree.row($0, ["text": "before"]) }
    mount.render(rows, isLaidOut: false)
    try session.sendFrame()
    rows[count / 2].spec.attributes["text"] = "after"
    mount.render(rows, isLaidOut: false)
    try session.sendFrame(revision: 7)
    let view = count / 2 + 1
    #expect(
      session.lines.last == #"{"edits":[["set",\#(view),"text","after"]],"frame":2,"revision":7}"#)
    mount.render(rows, isLaidOut: false)
    #expect(session.host.takeFrame() == nil)
  }

  @Test func changedActionsAreNotSent() throws {
    let session = try WireSession()
    let mount = ViewMount(in: session.host.root, of: session.host)
    var button = ViewTree.view("button")
    for name in ["like", "unlike"] {
      button.events = [.tap: [ActionReference(target: .responders, name: name)]]
      mount.render([button], isLaidOut: false)
      try session.sendFrame()
    }
    #expect(session.lines.count == 2)
    let event = try session.take(.event(.tap, view: 1, values: [1]))
    #expect(event == .event(.tap, view: 1, values: [1]))
    #expect(mount.description(of: 1)?.events[.tap]?.first?.name == "unlike")
  }
}

extension SeenView {
  /// The picture as a renderer without the actions of events has it.
  var withoutActions: SeenView {
    SeenView(
      className: className, attributes: attributes, events: events.mapValues { _ in [] },
      accessibility: accessibility, frame: frame, within: within.map(\.withoutActions))
  }
}
