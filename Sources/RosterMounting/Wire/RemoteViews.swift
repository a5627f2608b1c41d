public import RosterComponents
public import RosterJSON

/// Applies the lines of the wire protocol to the views of a host, in the process of the renderer.
///
///     let views = RemoteViews(in: container, of: host)
///     send(WireReport.hello(WireHello(size: size)).line)
///     for await line in input {
///       if let question = try views.take(line) { answer(question) }
///     }
///
/// With it, a host that is written for ``ViewMount`` shows the views of a program in another
/// process. Each line is checked before the host sees anything of an edit: a view that an edit
/// names exists, is placed in one container only, and so on.
///
/// It belongs to the isolation of its host, like a ``ViewMount``.
public final class RemoteViews<Host: ViewHost> {
  /// The number of the last frame that was applied; 0 before the first.
  public private(set) var frameNumber = 0
  /// The revision of the list that the last frame shows, if the program has said so.
  public private(set) var revision: Int?

  private let host: Host
  private let container: Host.View
  private var lines: WireLines
  private var failure: WireError?
  private var rootNumber: Int?
  private var views: [Int: Remote] = [:]
  private var numbers: [Host.View: Int] = [:]
  /// The number of the view that was made last.
  private var lastNumber: Int?

  /// A view of the host with what the program knows of it.
  private struct Remote {
    let view: Host.View
    let className: String
    var attributes: [String: JSONValue] = [:]
    var container: Int?
    var depth = 0
    var children: Set<Int> = []
    var isHidden = false
  }

  /// Makes an empty set of views.
  ///
  /// - Parameters:
  ///   - container: The view to put the outermost views in.
  ///   - host: Makes and changes the views.
  ///   - limits: How much is taken from the program.
  public init(in container: Host.View, of host: Host, limits: WireLimits = WireLimits()) {
    self.host = host
    self.container = container
    lines = WireLines(limits: limits)
  }

  /// The number of views that exist, without the container.
  public var viewCount: Int { max(views.count - 1, 0) }

  /// Returns the view with a number; `nil` if there is none.
  public func view(_ number: Int) -> Host.View? { views[number]?.view }

  /// Returns the number by which reports name a view; `nil` if it is not a view of the program.
  public func number(of view: Host.View) -> Int? { numbers[view] }
}

// MARK: Lines

extension RemoteViews {
  /// Applies a line, without its line feed.
  ///
  /// - Returns: The question that the line asks, if it does.
  /// - Throws: What is wrong with the line. Every further line is refused for the same reason.
  public func take(_ line: some Collection<UInt8>) throws(WireError) -> WireQuestion? {
    if let failure { throw failure }
    do {
      let message = try lines.read(line) { cursor throws(WireProblem) in
        try WireMessage(cursor)
      }
      return try apply(message)
    } catch {
      failure = error
      throw error
    }
  }

  private func apply(_ message: WireMessage) throws(WireError) -> WireQuestion? {
    if case .greeting(let version, let root) = message {
      try begin(version: version, root: root)
      return nil
    }
    guard rootNumber != nil else {
      throw lines.error(.inconsistent, "expected the line with \"roster\" first")
    }
    switch message {
    case .greeting: return nil
    case .question(let question): return question
    case .frame(let number, let revision, let edits):
      guard number == frameNumber + 1 else {
        throw lines.error(
          .inconsistent, at: "frame", "expected frame \(frameNumber + 1), not \(number)")
      }
      for (index, edit) in edits.enumerated() {
        do {
          try apply(edit)
        } catch {
          let path = "edits[\(index)]\(error.path)"
          throw lines.error(error.code, at: path, error.message)
        }
      }
      frameNumber = number
      self.revision = revision
      return nil
    }
  }

  private func begin(version: Int, root: Int) throws(WireError) {
    guard version == WireHost.version else {
      throw lines.error(
        .version, at: "roster",
        "the program speaks version \(version), this renderer speaks version \(WireHost.version)")
    }
    guard rootNumber == nil else {
      throw lines.error(.inconsistent, at: "roster", "the session has begun already")
    }
    rootNumber = root
    views[root] = Remote(view: container, className: "")
  }
}

// MARK: Edits

extension RemoteViews {
  private func apply(_ edit: WireEdit) throws(WireProblem) {
    switch edit {
    case .make(let number, let className): try make(number, className)
    case .set(let number, let name, let new, let old):
      let remote = try remote(number)
      host.set(name, of: remote.view, from: old ?? remote.attributes[name], to: new)
      views[number]?.attributes[name] = new
    case .unset(let number, let name):
      let remote = try remote(number)
      guard let old = remote.attributes[name] else {
        throw WireProblem(.inconsistent, at: "[2]", "view \(number) has no such attribute")
      }
      host.unset(name, of: remote.view, from: old)
      views[number]?.attributes[name] = nil
    case .events(let number, let events):
      // The actions are in the other process.
      let pairs = events.map { ($0, [ActionReference]()) }
      host.setEvents(
        Dictionary(pairs, uniquingKeysWith: { first, _ in first }), of: try remote(number).view)
    case .accessibility(let number, let accessibility):
      host.setAccessibility(accessibility, of: try remote(number).view)
    case .frame(let number, let frame): host.setFrame(frame, of: try remote(number).view)
    case .place(let number, let container, let sibling):
      try place(number, in: container, inFrontOf: sibling)
    case .show(let number): try setHidden(false, of: number)
    case .hide(let number): try setHidden(true, of: number)
    case .enterPool(let numbers):
      for view in try numbers.map(placed) { host.didEnterPool(view) }
    case .leavePool(let numbers):
      for view in try numbers.map(placed) { host.willLeavePool(view) }
    case .letGo(let number, let inner): try letGo(number, with: inner)
    }
  }

  /// Returns what is known of a view that may be changed.
  private func remote(_ number: Int, at path: String = "[1]") throws(WireProblem) -> Remote {
    guard number != rootNumber, let remote = views[number] else {
      throw WireProblem(
        .inconsistent, at: path,
        number == rootNumber ? "the root is not to be changed" : "there is no view \(number)")
    }
    return remote
  }

  private func placed(_ number: Int) throws(WireProblem) -> Host.View {
    try remote(number).view
  }

  private func make(_ number: Int, _ className: String) throws(WireProblem) {
    guard views[number] == nil else {
      throw WireProblem(.inconsistent, at: "[1]", "there is a view \(number) already")
    }
    // What the user does to a view that was let go must not be taken for another one.
    if let lastNumber, number <= lastNumber {
      throw WireProblem(
        .inconsistent, at: "[1]", "view \(number) is made after view \(lastNumber)")
    }
    guard viewCount < lines.limits.viewCountMax else {
      throw WireProblem(
        .limit, at: "", "more than \(lines.limits.viewCountMax) views, which is the limit")
    }
    let view = host.makeView(className)
    views[number] = Remote(view: view, className: className)
    numbers[view] = number
    lastNumber = number
  }

  private func place(
    _ number: Int, in container: Int, inFrontOf sibling: Int?
  ) throws(WireProblem) {
    let remote = try remote(number)
    guard let around = views[container] else {
      throw WireProblem(.inconsistent, at: "[2]", "there is no view \(container)")
    }
    guard remote.container == nil || remote.container == container, container != number else {
      throw WireProblem(.inconsistent, at: "[2]", "view \(number) is not to be placed there")
    }
    if remote.container == nil {
      guard around.container != nil || container == rootNumber else {
        throw WireProblem(.inconsistent, at: "[2]", "view \(container) has no place itself")
      }
      guard around.depth < lines.limits.depthMax else {
        throw WireProblem(
          .limit, at: "", "views are more than \(lines.limits.depthMax) deep, which is the limit")
      }
    }
    if let sibling {
      guard sibling != number, around.children.contains(sibling) else {
        throw WireProblem(
          .inconsistent, at: "[3]", "view \(sibling) is no other view in view \(container)")
      }
    }
    let behind = sibling.flatMap { views[$0]?.view }
    host.place(remote.view, in: around.view, inFrontOf: behind)
    views[number]?.container = container
    views[number]?.depth = around.depth + 1
    views[container]?.children.insert(number)
  }

  private func setHidden(_ isHidden: Bool, of number: Int) throws(WireProblem) {
    let remote = try remote(number)
    guard remote.isHidden != isHidden else {
      throw WireProblem(
        .inconsistent, at: "[1]", "view \(number) is \(isHidden ? "hidden" : "shown") already")
    }
    views[number]?.isHidden = isHidden
    if isHidden { host.hide(remote.view) } else { host.show(remote.view) }
  }

  private func letGo(_ number: Int, with inner: [Int]) throws(WireProblem) {
    let remote = try remote(number)
    let within = numbersWithin(number)
    guard inner.count == within.count, Set(inner) == within else {
      throw WireProblem(
        .inconsistent, at: "[2]", "expected the \(within.count) views within view \(number)")
    }
    var outer: Set<Int> = [number]
    for (index, next) in inner.enumerated() {
      guard let container = views[next]?.container, outer.contains(container) else {
        throw WireProblem(
          .inconsistent, at: "[2][\(index)]", "the view around view \(next) comes after it")
      }
      outer.insert(next)
    }
    host.letGo(remote.view, with: inner.compactMap { views[$0]?.view })
    if let container = remote.container { views[container]?.children.remove(number) }
    for gone in [number] + inner {
      if let view = views.removeValue(forKey: gone)?.view { numbers[view] = nil }
    }
  }

  private func numbersWithin(_ number: Int) -> Set<Int> {
    var within: Set<Int> = []
    var remaining = Array(views[number]?.children ?? [])
    while let next = remaining.popLast() {
      within.insert(next)
      remaining += views[next]?.children ?? []
    }
    return within
  }
}

// MARK: Reports

extension RemoteViews {
  /// Returns the line that reports an event of a view, with its line feed; `nil` if the view is not
  /// one of the program's.
  public func line(
    reporting event: ViewEvent, of view: Host.View, values: [JSONValue] = []
  ) -> [UInt8]? {
    number(of: view).map { WireReport.event(event, view: $0, values: values).line }
  }

  /// Takes note that the user has scrolled a view, and returns the line that reports it, with its
  /// line feed; `nil` if the view is not one of the program's.
  public func line(reportingOffset offset: Double, of view: Host.View) -> [UInt8]? {
    guard let number = number(of: view) else { return nil }
    views[number]?.attributes["offset"] = .number(offset)
    return WireReport.scrolled(view: number, offset: offset, frame: frameNumber).line
  }

  /// Returns the line that reports which view has the focus, with its line feed.
  public func line(reportingFocusOf view: Host.View?) -> [UInt8] {
    WireReport.focused(view.flatMap { number(of: $0) }).line
  }
}
