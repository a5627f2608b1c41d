import RosterComponents
import RosterJSON
import RosterMounting
import RosterRecordingHost

/// A wire host and a renderer that applies its lines to a recording host.
final class WireSession {
  let host = WireHost()
  let recording = RecordingHost()
  let remote: RemoteViews<RecordingHost>
  /// The lines of the program, without line feeds.
  private(set) var lines: [String] = []

  init(unsettable: WireHello.Unsettable = .all) throws {
    remote = RemoteViews(in: recording.container, of: recording)
    try send(host.greeting)
    _ = try take(.hello(WireHello(unsettable: unsettable)))
  }

  /// Sends a line of the program to the renderer.
  @discardableResult
  func send(_ line: [UInt8]) throws -> WireQuestion? {
    lines.append(String(decoding: line.dropLast(), as: UTF8.self))
    return try remote.take(line.dropLast())
  }

  /// Sends the edits so far, if there are any.
  func sendFrame(revision: Int? = nil) throws {
    if let frame = host.takeFrame(revision: revision) { try send(frame) }
  }

  /// Sends a report of the renderer to the program.
  func take(_ report: WireReport) throws -> WireReport { try host.take(report.line.dropLast()) }
}
