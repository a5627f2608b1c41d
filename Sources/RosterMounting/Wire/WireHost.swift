public import RosterComponents
public import RosterJSON

/// A host whose views are in another process: it writes what is done to them as lines, and reads
/// what the renderer reports.
///
///     let host = WireHost()
///     send(host.greeting)
///     _ = try host.take(firstLine)  // the renderer's hello
///     let mount = ViewMount(in: host.root, of: host)
///     mount.render(tree)
///     if let frame = host.takeFrame() { send(frame) }
///     for line in lines {
///       guard case .event(let event, let view, let values) = try host.take(line) else { continue }
///       mount.description(of: view)?.edits(for: event, arguments: values).forEach(perform)
///     }
///
/// A view is a number. Numbers are never given twice, so a report about a view that was let go in
/// the meantime is not mistaken for one about another view. `FORMATS.md` describes the lines.
///
/// The first line of the renderer must be taken before the first view is made: it says which
/// attributes can be unset.
public final class WireHost {
  /// The version of the protocol.
  public static let version = 1

  /// The view around all others, which exists in the renderer from the beginning.
  public let root = 0
  /// How the renderer has introduced itself; `nil` before its first line.
  public private(set) var hello: WireHello?
  /// The view that has the keyboard focus, as far as the renderer has reported.
  public private(set) var focusedView: Int?

  /// The number of the last frame that was taken; 0 before the first.
  public private(set) var frameNumber = 0

  private var lines: WireLines
  private var failure: WireError?
  private var edits: [WireEdit] = []
  private var madeCount = 0
  private var views: [Int: Kept] = [0: Kept()]
  /// By how much frames have changed offsets that the renderer may not have applied when it
  /// reported the last one.
  private var distances: [(frame: Int, view: Int, distance: Double)] = []

  private struct Kept {
    var container: Int?
    var isHidden = false
    var events: [ViewEvent] = []
  }

  /// Makes a host without views.
  ///
  /// - Parameter limits: How much is taken from the renderer.
  public init(limits: WireLimits = WireLimits()) { lines = WireLines(limits: limits) }

  /// The first line, with its line feed.
  public var greeting: [UInt8] {
    WireMessage.greeting(version: Self.version, root: root).line
  }

  /// Returns everything that was done since the last call as one line, with its line feed; `nil` if
  /// nothing was done.
  ///
  /// - Parameter revision: The revision of the list that is shown then, for the renderer's
  ///   information.
  /// - Complexity: O(*k*) in the number of edits.
  public func takeFrame(revision: Int? = nil) -> [UInt8]? {
    guard !edits.isEmpty else { return nil }
    frameNumber += 1
    defer { edits.removeAll() }
    return WireMessage.frame(number: frameNumber, revision: revision, edits: edits).line
  }

  /// Returns a question as a line, with its line feed. Take the frame before it.
  public func line(asking question: WireQuestion) -> [UInt8] {
    WireMessage.question(question).line
  }

  /// The number of views that exist, without the root.
  package var viewCount: Int { views.count - 1 }
}

// MARK: Reports

extension WireHost {
  /// Reads a line of the renderer, without its line feed.
  ///
  /// - Returns: What the renderer reports. The host itself has taken note of the focus.
  /// - Throws: What is wrong with the line. Every further line is refused for the same reason.
  public func take(_ line: some Collection<UInt8>) throws(WireError) -> WireReport {
    if let failure { throw failure }
    do {
      return try report(in: line)
    } catch {
      failure = error
      throw error
    }
  }

  private func report(in line: some Collection<UInt8>) throws(WireError) -> WireReport {
    let limits = lines.limits
    let report = try lines.read(line) { cursor throws(WireProblem) in
      try WireReport(cursor, limits)
    }
    guard (hello == nil) == report.isHello else {
      throw lines.error(
        .inconsistent, hello == nil ? "expected \"hello\" first" : "there was a \"hello\" before")
    }
    switch report {
    case .hello(let hello):
      guard hello.versions.contains(Self.version) else {
        let versions = hello.versions.map { "\($0)" }.joined(separator: ", ")
        throw lines.error(
          .version, at: "hello.versions",
          "the renderer speaks version \(versions.isEmpty ? "none" : versions), this program "
            + "speaks version \(Self.version)")
      }
      self.hello = hello
    case .event(_, let view, _): try requireMade(view, "view")
    case .focused(let view):
      if let view { try requireMade(view, "focused") }
      focusedView = view.flatMap { mayHaveFocus($0) ? $0 : nil }
    case .scrolled(let view, let offset, let frame):
      try requireMade(view, "scrolled")
      guard frame <= frameNumber else {
        throw lines.error(.inconsistent, at: "frame", "there has been no frame \(frame)")
      }
      return .scrolled(view: view, offset: later(offset, of: view, than: frame), frame: frame)
    case .resized, .shown, .done, .failed: break
    }
    return report
  }

  private func requireMade(_ view: Int, _ path: String) throws(WireError) {
    guard view <= madeCount else {
      throw lines.error(.inconsistent, at: path, "there has been no view \(view)")
    }
  }

  /// Whether a view exists and neither it nor a view around it is hidden, which the renderer may not
  /// know yet.
  private func mayHaveFocus(_ view: Int) -> Bool {
    guard views[view] != nil else { return false }
    var next: Int? = view
    while let inner = next {
      if views[inner]?.isHidden ?? false { return false }
      next = views[inner]?.container
    }
    return true
  }

  /// Returns where a view will be when the renderer has applied the frames after `frame`.
  private func later(_ offset: Double, of view: Int, than frame: Int) -> Double {
    distances.removeAll { $0.frame <= frame }
    return distances.reduce(offset) { $1.view == view ? $0 + $1.distance : $0 }
  }
}

extension WireReport {
  fileprivate var isHello: Bool { if case .hello = self { true } else { false } }
}

// MARK: Edits

extension WireHost: ViewHost {
  /// Makes the view of the next number.
  public func makeView(_ className: String) -> Int {
    madeCount += 1
    views[madeCount] = Kept()
    edits.append(.make(madeCount, className: className))
    return madeCount
  }

  /// Sends the value, and the old one if both are numbers.
  public func set(_ name: String, of view: Int, from old: JSONValue?, to new: JSONValue) {
    guard let from = old?.numberValue, let to = new.numberValue else {
      edits.append(.set(view, name: name, to: new, from: nil))
      return
    }
    edits.append(.set(view, name: name, to: new, from: old))
    guard name == "offset" else { return }
    distances.append((frameNumber + 1, view, to - from))
    // A renderer that never scrolls by itself reports nothing.
    if distances.count > Self.distanceCountMax { distances.removeFirst(distances.count / 2) }
  }

  private static let distanceCountMax = 10_000

  /// Sends it.
  public func unset(_ name: String, of view: Int, from old: JSONValue) {
    edits.append(.unset(view, name: name))
  }

  /// Returns what the renderer has said at the beginning.
  public func canUnset(_ name: String, ofClass className: String) -> Bool {
    switch hello?.unsettable {
    case .all: true
    case .named(let names): names.contains(name)
    case nil: false
    }
  }

  /// Sends the names of the events if they are not the same. The actions stay in this process.
  public func setEvents(_ events: [ViewEvent: [ActionReference]], of view: Int) {
    let names = events.keys.sorted { $0.rawValue < $1.rawValue }
    guard views[view]?.events != names else { return }
    views[view]?.events = names
    edits.append(.events(view, names))
  }

  /// Sends it.
  public func setAccessibility(_ accessibility: Accessibility?, of view: Int) {
    edits.append(.accessibility(view, accessibility))
  }

  /// Sends it.
  public func setFrame(_ frame: ViewFrame?, of view: Int) {
    edits.append(.frame(view, frame))
  }

  /// Sends it.
  public func place(_ view: Int, in container: Int, inFrontOf sibling: Int?) {
    views[view]?.container = container
    edits.append(.place(view, in: container, inFrontOf: sibling))
  }

  /// Sends it.
  public func show(_ view: Int) {
    views[view]?.isHidden = false
    edits.append(.show(view))
  }

  /// Sends it. A hidden view has no focus, nor has a view in it.
  public func hide(_ view: Int) {
    views[view]?.isHidden = true
    edits.append(.hide(view))
    if isFocused(in: view) { focusedView = nil }
  }

  /// Sends it, together with other views that enter at the same time.
  public func didEnterPool(_ view: Int) {
    if case .enterPool(let views) = edits.last {
      edits[edits.count - 1] = .enterPool(views + [view])
    } else {
      edits.append(.enterPool([view]))
    }
  }

  /// Sends it, together with other views that leave at the same time.
  public func willLeavePool(_ view: Int) {
    if case .leavePool(let views) = edits.last {
      edits[edits.count - 1] = .leavePool(views + [view])
    } else {
      edits.append(.leavePool([view]))
    }
  }

  /// Sends it.
  public func letGo(_ view: Int, with inner: [Int]) {
    if isFocused(in: view) { focusedView = nil }
    for gone in [view] + inner { views[gone] = nil }
    edits.append(.letGo(view, inner: inner))
  }

  private func isFocused(in view: Int) -> Bool {
    var next = focusedView
    while let inner = next, inner != view { next = views[inner]?.container }
    return next != nil
  }
}
