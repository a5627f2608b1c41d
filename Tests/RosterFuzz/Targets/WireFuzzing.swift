import RosterComponents
import RosterJSON
import RosterLayout
import RosterMounting

/// Both ends of the wire protocol take whatever lines come, and nothing after an error.
enum WireFuzzing {
  private static let limits = WireLimits(lineByteCountMax: 2_048, viewCountMax: 12, depthMax: 4)

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  // MARK: Lines of a program

  /// What is shown is what each line says, and a second renderer that is fed from the first one
  /// shows the same.
  static func runViews(_ bytes: [UInt8]) throws {
    let relay = RelayedViews(depthMax: limits.depthMax)
    let views = RemoteViews(in: relay.container, of: relay, limits: limits)
    let end = RelayedViews(depthMax: limits.depthMax)
    let far = RemoteViews(in: end.container, of: end)
    _ = try far.take(relay.wire.greeting.dropLast())
    _ = try relay.wire.take(WireReport.hello(WireHello(unsettable: .all)).line.dropLast())
    var failure: WireError?
    for line in lines(bytes) {
      let callCount = relay.callCount
      let frameNumber = views.frameNumber
      do {
        _ = try views.take(line)
        try FuzzFinding.require(failure == nil, "a line is taken after \(failure as Any)")
        try FuzzFinding.require(
          frameNumber...frameNumber + 1 ~= views.frameNumber,
          "frame \(views.frameNumber) follows frame \(frameNumber)")
      } catch let error as WireError {
        try FuzzFinding.require(
          failure ?? error == error, "\(error) after \(failure as Any)")
        try FuzzFinding.require(
          failure == nil || relay.callCount == callCount, "edits after \(failure as Any)")
        try FuzzFinding.require(views.frameNumber == frameNumber, "a wrong line is a frame")
        failure = error
      }
      try FuzzFinding.require(relay.faults.isEmpty, "\(relay.faults)")
      try FuzzFinding.require(
        views.viewCount == relay.numbers.count && views.viewCount <= limits.viewCountMax,
        "\(views.viewCount) views, and \(relay.numbers.count) in the host")
      guard let frame = relay.wire.takeFrame(revision: views.revision) else { continue }
      do {
        _ = try far.take(frame.dropLast())
      } catch {
        throw FuzzFinding("\(error) in \(String(decoding: frame, as: UTF8.self))")
      }
      let (near, there) = (relay.pictures(in: relay.container), end.pictures(in: end.container))
      try FuzzFinding.require(near == there, "\(near) is shown in a second renderer as \(there)")
      try FuzzFinding.require(end.faults.isEmpty, "in a second renderer: \(end.faults)")
      try FuzzFinding.require(far.viewCount == views.viewCount, "a second renderer keeps others")
    }
  }

  // MARK: Lines of a renderer

  /// What is reported is about views that there have been, and can be written and read again.
  static func runReports(_ bytes: [UInt8]) throws {
    let host = WireHost(limits: limits)
    var program = ReportedProgram()
    var failure: WireError?
    for line in lines(bytes) {
      let report: WireReport
      do {
        report = try host.take(line)
      } catch {
        try FuzzFinding.require(failure ?? error == error, "\(error) after \(failure as Any)")
        failure = error
        continue
      }
      try FuzzFinding.require(failure == nil, "a line is taken after \(failure as Any)")
      try FuzzFinding.require(host.hello != nil, "\(report) comes before the hello")
      try check(report, of: host, program)
      program.answer(report, by: host)
      try FuzzFinding.require(
        host.viewCount == program.rows.count, "the host has \(host.viewCount) views")
      try FuzzFinding.require(
        host.focusedView.map { $0 == 0 || program.isShown($0) } ?? true,
        "view \(host.focusedView ?? 0) has the focus")
    }
  }

  private static func check(
    _ report: WireReport, of host: WireHost, _ program: ReportedProgram
  ) throws {
    let reader = WireHost()
    var again = report
    switch report {
    case .hello: break
    case .event(_, let view, _):
      try FuzzFinding.require(view <= program.madeCount, "\(report): there was no such view")
    case .scrolled(let view, let offset, let frame):
      try FuzzFinding.require(
        view <= program.madeCount && frame <= host.frameNumber && offset.isFinite,
        "\(report) with \(program.madeCount) views and \(host.frameNumber) frames")
      again = .scrolled(view: view, offset: offset, frame: 0)
    default: break
    }
    if case .hello = report {
    } else {
      _ = try reader.take(WireReport.hello(WireHello()).line.dropLast())
      for _ in 0..<program.madeCount { _ = reader.makeView("box") }
    }
    let same = try reader.take(again.line.dropLast())
    try FuzzFinding.require(same == again, "\(again) is read as \(same)")
  }
}

/// A program that does with its rows what the names of events say.
private struct ReportedProgram {
  private(set) var madeCount = 0
  /// The rows that exist, and whether they are shown.
  private(set) var rows: [Int: Bool] = [:]

  func isShown(_ view: Int) -> Bool { rows[view] ?? false }

  mutating func answer(_ report: WireReport, by host: WireHost) {
    switch report {
    case .hello:
      for _ in 0..<3 { make(in: host) }
    case .event(let event, let view, _):
      switch (event.rawValue, rows[view]) {
      case ("hide", true?):
        host.hide(view)
        rows[view] = false
      case ("show", false?):
        host.show(view)
        rows[view] = true
      case ("letGo", _?):
        host.letGo(view, with: [])
        rows[view] = nil
      case ("make", _): make(in: host)
      case ("scroll", _?): host.set("offset", of: view, from: 10, to: 40)
      default: return
      }
    default: return
    }
    _ = host.takeFrame()
  }

  private mutating func make(in host: WireHost) {
    let view = host.makeView("box")
    host.place(view, in: host.root, inFrontOf: nil)
    madeCount += 1
    rows[view] = true
  }
}
