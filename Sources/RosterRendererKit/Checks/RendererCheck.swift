internal import RosterComponents
internal import RosterCore
internal import RosterJSON
internal import RosterLayout
public import RosterLog
internal import RosterMounting

/// Shows a renderer random batches of every kind, and checks after each what it says that it shows.
///
///     let check = RendererCheck(seed: 7, batchCount: 200)
///     var renderer = HostUnderTest(host, in: host.container, hello: WireHello(size: host.size))
///     let report = check.report(on: &renderer)
///     for finding in report.findings { print(finding.rule, finding.message) }
///
/// The batches are a changeset log, which `roster replay` can replay as well. What the user does
/// around a batch stands in its `userInfo`.
public struct RendererCheck: Sendable {
  /// The batches, with what the user does.
  public let log: ChangesetLog

  /// Makes a check with the batches of a seed, which are the same everywhere.
  public init(seed: UInt64, batchCount: Int = 100) {
    var generator = BatchGenerator(seed: seed)
    log = generator.log(batchCount: max(0, batchCount), name: "conformance, seed \(seed)")
  }

  /// Makes a check with the changesets of a log, whose models may be any JSON.
  public init(log: ChangesetLog) { self.log = log }

  /// Runs the check. The renderer is new, and is ended afterwards.
  ///
  /// The run ends with the first batch after which something is wrong.
  public func report(on renderer: inout some RendererUnderTest) -> RendererReport {
    var run = RendererRun(log)
    run.run(on: &renderer)
    renderer.end()
    return run.report
  }

  /// Returns the smallest log with which a renderer breaks the same rule first.
  ///
  /// - Parameters:
  ///   - report: What this check has found.
  ///   - makeRenderer: Makes a new renderer for each run; `nil` if the smallest log so far is good
  ///     enough.
  /// - Throws: What `makeRenderer` throws.
  public func shrunkLog<Renderer: RendererUnderTest>(
    for report: RendererReport, makeRenderer: () throws -> Renderer?
  ) throws -> ChangesetLog {
    guard let rule = report.brokenRules.first else { return log }
    return try withoutActuallyEscaping(makeRenderer) { makeRenderer in
      var minimizer = LogMinimizer(
        log: log, journal: CheckJournal(log: [], options: [:]),
        check: { bytes in
          guard var renderer = try makeRenderer() else { throw EnoughRuns() }
          let check = RendererCheck(log: try ChangesetLog(bytes))
          let candidate = check.report(on: &renderer)
          // A log with refused changesets cannot be replayed without expecting that.
          let isFailure = candidate.brokenRules.first == rule && candidate.refusedCount == 0
          return CheckOutcome(status: isFailure ? 1 : 0)
        })
      do {
        try minimizer.run()
      } catch is EnoughRuns {
        return minimizer.log
      } catch LogMinimizer.Failure.everyLogFails {
        return ChangesetLog(header: log.header)
      } catch is LogMinimizer.Failure {
        return log
      }
      return minimizer.log
    }
  }
}

/// The smallest log so far will do.
private struct EnoughRuns: Error {}

/// One run of a log on a renderer, with the reference beside it.
struct RendererRun {
  private(set) var report = RendererReport()
  private let log: ChangesetLog
  private let host = WireHost(limits: WireLimits(viewCountMax: 100_000, depthMax: 100))
  private let referenceHost: ReferenceHost
  private var reference: HostUnderTest<ReferenceHost>
  private var questionCount = 0
  private var batch: Int? = 0

  /// The renderer has broken a rule, and the run ends.
  private struct Broken: Error {
    let rule: RendererRule
    let message: String
  }

  init(_ log: ChangesetLog) {
    self.log = log
    referenceHost = ReferenceHost()
    reference = HostUnderTest(referenceHost, in: referenceHost.container, hello: WireHello())
  }

  mutating func run(on renderer: inout some RendererUnderTest) {
    do throws(Broken) {
      try begin(&renderer)
      let size = host.hello?.size ?? Size(width: 320, height: 300)
      referenceHost.resize(to: size)
      let isVertical = log.header.others["axis"] != "horizontal"
      var list = RunList(axis: isVertical ? .vertical : .horizontal, viewport: size)
      let mount = ListMount(in: host.root, of: host, poolCountMax: 4)
      try sendFrame(to: &renderer)
      for entry in log.entries {
        guard case .changeset(let logged) = entry else { continue }
        batch = report.batchCount + 1
        try show(logged, of: &list, by: mount, on: &renderer)
        guard report.findings.isEmpty else { return }
        report.batchCount += 1
      }
      batch = nil
      mount.removeAll()
      try sendFrame(to: &renderer)
      try check(&renderer)
    } catch {
      report.check(error.rule, after: batch, [error.message])
    }
  }

  // MARK: One batch

  private mutating func show(
    _ logged: LoggedChangeset, of list: inout RunList, by mount: ListMount<WireHost>,
    on renderer: inout some RendererUnderTest
  ) throws(Broken) {
    let actions = (logged.userInfo?["do"]?.arrayValue ?? []).compactMap(RunAction.init(json:))
    var late: [[UInt8]] = []
    for action in actions {
      switch action {
      case .scroll(let distance):
        for line in try scroll(mount.list, by: distance, on: &renderer) {
          try take(line, &list, mount)
        }
        try show(list, by: mount, on: &renderer)
      case .scrollMeanwhile(let distance):
        late += try scroll(mount.list, by: distance, on: &renderer)
      case .focus(let choice): try focus(choice, on: &renderer)
      case .event: break
      }
    }
    do {
      try list.apply(logged.changeset)
    } catch {
      report.refusedCount += 1
    }
    try show(list, by: mount, on: &renderer)
    try check(&renderer)
    guard report.findings.isEmpty else { return }
    for line in late { try take(line, &list, mount) }
    if !late.isEmpty {
      // The list may have become too short for where the user has scrolled to.
      try show(list, by: mount, on: &renderer)
      try check(&renderer)
    }
    for case .event(let choice) in actions { try cause(choice, on: &renderer) }
  }

  private mutating func show(
    _ list: RunList, by mount: ListMount<WireHost>, on renderer: inout some RendererUnderTest
  ) throws(Broken) {
    mount.show(list.frame(focused: mount.focusedTree))
    try sendFrame(to: &renderer)
  }

  private mutating func take(
    _ line: [UInt8], _ list: inout RunList, _ mount: ListMount<WireHost>
  ) throws(Broken) {
    guard case .scrolled(let view, let offset, _) = try report(of: line), view == mount.list else {
      return
    }
    mount.userScrolled(to: offset)
    list.scroll(to: offset)
  }

  // MARK: The user

  /// Scrolls the list, and returns the renderer's reports of it.
  private mutating func scroll(
    _ list: Int, by distance: Double, on renderer: inout some RendererUnderTest
  ) throws(Broken) -> [[UInt8]] {
    let before = offset(of: list)
    let lines = try ask(.scroll(list, distance: distance), of: &renderer)
    let after = offset(of: list)
    // The host is to read the lines later, so this looks only at their text.
    let reports = lines.compactMap { try? JSONParser().parse($0) }
      .filter { $0["scrolled"]?.intValue == list }
    guard let last = reports.last else {
      try require(
        after == before, .events, "the list was scrolled by \(distance), which was not reported")
      return lines
    }
    let words = "after scrolling by \(distance), the report is \(last.canonicalText)"
    try require(
      last["offset"]?.numberValue.map { abs($0 - after) <= 1 } ?? false, .events,
      "\(words); the offset is \(after)")
    let frame = host.frameNumber
    try require(
      last["frame"]?.intValue == frame, .events, "\(words); the last frame is \(frame)")
    return lines
  }

  private func offset(of list: Int) -> Double {
    reference.shown.views.first { $0.view == list }?.attributes["offset"]?.numberValue ?? 0
  }

  private mutating func focus(
    _ choice: Int, on renderer: inout some RendererUnderTest
  ) throws(Broken) {
    let fields = reference.shown.views.flatMap(\.all).filter { $0.className == "field" }
      .map(\.view).sorted()
    guard !fields.isEmpty else { return }
    let view = fields[choice % fields.count]
    for line in try ask(.focus(view), of: &renderer) { _ = try report(of: line) }
    let isFocused = host.focusedView == view
    try require(
      isFocused, .focus,
      "view \(view) was given the focus, but that was not reported")
  }

  private mutating func cause(
    _ choice: Int, on renderer: inout some RendererUnderTest
  ) throws(Broken) {
    let choices = reference.shown.views.flatMap(\.all).map(\.view).sorted().flatMap { view in
      referenceHost.events(of: view).map { (event: $0, view: view) }
    }
    guard !choices.isEmpty else { return }
    let (event, view) = choices[choice % choices.count]
    let values: [JSONValue] =
      switch event {
      case .pan: [.number(Double(choice % 50)), -2]
      case .submit: [.string("text \(choice)")]
      default: []
      }
    let wanted = WireReport.event(event, view: view, values: values)
    var found: [WireReport] = []
    for line in try ask(.event(event, view: view, values: values), of: &renderer) {
      let report = try report(of: line)
      if case .event = report { found.append(report) }
    }
    let words = found.map { String(decoding: $0.line.dropLast(), as: UTF8.self) }
    try require(
      found == [wanted], .events,
      "\(event.rawValue) of view \(view) came back as "
        + (words.isEmpty ? "nothing" : words.joined(separator: ", ")))
  }

  // MARK: Checking

  private mutating func check(_ renderer: inout some RendererUnderTest) throws(Broken) {
    guard let found = try askWhatIsShown(of: &renderer) else {
      throw Broken(rule: .answers, message: "the question what is shown was not answered")
    }
    let expected = reference.shown
    let comparison = ShownComparison(of: referenceHost, expected: expected, found: found)
    func check(_ rule: RendererRule, _ messages: [String]) {
      report.check(rule, after: batch, messages)
    }
    check(.answers, [])
    check(.rows, comparison.rows)
    check(.order, comparison.order)
    check(.headers, comparison.headers)
    check(.attributes, comparison.attributes)
    check(.frames, comparison.frames)
    check(.anchor, comparison.anchor)
    check(.once, comparison.once)
    check(.hidden, comparison.hidden)
    check(.unknownClasses, comparison.unknownClasses)
    let isSame = found.focused == expected.focused
    let words = { (view: Int?) in view.map { "view \($0)" } ?? "no view" }
    check(
      .focus,
      isSame ? [] : ["\(words(found.focused)) has the focus, not \(words(expected.focused))"])
    let surplus = found.keptCount - expected.keptCount
    check(
      .leaks,
      comparison.leaks
        + (surplus <= 0 ? [] : ["\(found.keptCount) views are kept, \(expected.keptCount) exist"]))
  }

  private mutating func askWhatIsShown(
    of renderer: inout some RendererUnderTest
  ) throws(Broken) -> ShownViews? {
    var answer: ShownViews?
    for line in try ask(.shown, of: &renderer) {
      if case .shown(questionCount, let shown) = try report(of: line) { answer = shown }
    }
    return answer
  }

  /// Counts a check, and ends the run if it has failed.
  private mutating func require(
    _ condition: Bool, _ rule: RendererRule, _ message: @autoclosure () -> String
  ) throws(Broken) {
    guard condition else { throw Broken(rule: rule, message: message()) }
    report.check(rule, after: batch, [])
  }

  // MARK: Lines

  private mutating func begin(_ renderer: inout some RendererUnderTest) throws(Broken) {
    try send(host.greeting, to: &renderer)
    _ = try report(of: try receive(from: &renderer))
    report.name = host.hello?.name
  }

  private mutating func sendFrame(
    to renderer: inout some RendererUnderTest
  ) throws(Broken) {
    if let frame = host.takeFrame() { try send(frame, to: &renderer) }
  }

  private mutating func send(
    _ line: [UInt8], to renderer: inout some RendererUnderTest
  ) throws(Broken) {
    do {
      try reference.send(line)
      reference.forgetReports()
      try renderer.send(line)
    } catch {
      throw Broken(rule: .answers, message: error.description)
    }
  }

  private func receive(from renderer: inout some RendererUnderTest) throws(Broken) -> [UInt8] {
    do {
      return try renderer.receive()
    } catch {
      throw Broken(rule: .answers, message: error.description)
    }
  }

  /// How many lines a renderer may say before it answers.
  private static let lineCountMax = 1_000

  /// Asks a question, and returns all that the renderer says, up to the answer.
  private mutating func ask(
    _ subject: WireQuestion.Subject, of renderer: inout some RendererUnderTest
  ) throws(Broken) -> [[UInt8]] {
    questionCount += 1
    try send(host.line(asking: WireQuestion(questionCount, subject)), to: &renderer)
    let key = subject == .shown ? "shown" : "done"
    var lines: [[UInt8]] = []
    while lines.count < Self.lineCountMax {
      let line = try receive(from: &renderer)
      lines.append(line)
      let value = try? JSONParser().parse(line)
      if value?[key]?.intValue == questionCount { return lines }
      // Junk is not waited for.
      if value == nil || value?["error"] != nil { _ = try report(of: line) }
    }
    throw Broken(
      rule: .answers, message: "more than \(Self.lineCountMax) lines before an answer")
  }

  /// Reads a line of the renderer.
  private func report(of line: [UInt8]) throws(Broken) -> WireReport {
    let report: WireReport
    do {
      report = try host.take(line)
    } catch {
      throw Broken(rule: .answers, message: "\(error)")
    }
    if case .failed(let message) = report {
      throw Broken(rule: .answers, message: "the renderer reports an error: \(message)")
    }
    return report
  }
}

extension ShownView {
  /// The view and all views in it.
  fileprivate var all: [ShownView] { [self] + within.flatMap(\.all) }
}
