import Foundation
import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting
import RosterRecordingHost
import Testing

/// The session in `FORMATS.md` is what the code writes.
@Suite("Wire protocol, document")
struct WireDocumentTests {
  private static func row(_ item: Int, at index: Int, title: String) -> ListRow {
    var button = ViewTree.view("button", ["title": .string(title)])
    button.events = [.tap: [ActionReference(target: .responders, name: "like")]]
    button.frame = ViewFrame(origin: Point(x: 8, y: 4), size: Size(width: 80, height: 32))
    return ListRow(
      .item(ItemID(rawValue: item)), at: .item(ItemPath(section: 0, item: index)),
      views: [button], isLaidOut: true, start: Double(index) * 40, length: 40)
  }

  private static func frame(_ rows: [ListRow], offset: Double) -> ListFrame {
    ListFrame(
      rows: rows, length: Double(rows.count) * 40, breadth: 320, offset: offset,
      rowCount: rows.count)
  }

  /// The lines of both sides, with an arrow before each.
  private static func session() throws -> [String] {
    let recording = RecordingHost()
    let host = WireHost()
    let views = RemoteViews(in: recording.container, of: recording)
    var lines: [String] = []
    func send(_ line: [UInt8]) throws {
      lines.append("→ " + String(decoding: line.dropLast(), as: UTF8.self))
      _ = try views.take(line.dropLast())
    }
    func report(_ report: WireReport) throws {
      lines.append("← " + String(decoding: report.line.dropLast(), as: UTF8.self))
      #expect(try host.take(report.line.dropLast()) == report)
    }
    try send(host.greeting)
    let size = Size(width: 320, height: 30)
    try report(.hello(WireHello(name: "page", size: size, unsettable: .all)))
    let mount = ListMount(in: host.root, of: host)
    func show(_ rows: [ListRow], offset: Double, revision: Int) throws {
      mount.show(frame(rows, offset: offset))
      try send(try #require(host.takeFrame(revision: revision)))
    }
    try show([row(1, at: 0, title: "Like")], offset: 0, revision: 1)
    try report(.event(.tap, view: 3, values: []))
    try show([row(1, at: 0, title: "Liked")], offset: 0, revision: 2)
    try report(.focused(3))
    try report(.scrolled(view: 1, offset: 6, frame: 2))
    mount.userScrolled(to: 6)
    let two = [row(2, at: 0, title: "Like"), row(1, at: 1, title: "Liked")]
    try show(two, offset: 46, revision: 3)
    try send(host.line(asking: WireQuestion(1, .shown)))
    try report(.shown(question: 1, shown(recording)))
    try show([row(1, at: 0, title: "Liked")], offset: 6, revision: 4)
    mount.removeAll()
    try send(try #require(host.takeFrame()))
    return lines
  }

  /// What the recording host shows in the third frame, whose numbers are those of the protocol.
  private static func shown(_ recording: RecordingHost) -> ShownViews {
    func views(_ container: RecordingHost.View, offset: Double) -> [ShownView] {
      zip(recording.shownViews(in: container), recording.picture(of: container)).map {
        view, picture in
        var frame = picture.frame
        frame?.origin.y -= offset
        let inner = picture.attributes["offset"]?.numberValue ?? 0
        return ShownView(
          view.number, className: picture.className, attributes: picture.attributes, frame: frame,
          within: views(view, offset: inner))
      }
    }
    return ShownViews(
      views: views(recording.container, offset: 0), focused: 3,
      keptCount: recording.existingViews.count)
  }

  @Test func sessionInTheDocumentIsWhatTheCodeWrites() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let text = try String(contentsOf: root.appending(path: "Sources/FORMATS.md"), encoding: .utf8)
    let written = text.split(separator: "\n").filter { $0.hasPrefix("→ ") || $0.hasPrefix("← ") }
    let session = try Self.session()
    #expect(written.map(String.init) == session, "\(session.joined(separator: "\n"))")
  }
}
