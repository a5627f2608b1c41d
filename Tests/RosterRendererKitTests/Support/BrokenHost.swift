import RosterComponents
import RosterJSON
import RosterLayout
import RosterMounting
import RosterRendererKit

/// The reference host with one fault, which breaks one rule.
final class BrokenHost {
  let rule: RendererRule
  private let host = ReferenceHost()
  private var isInside: Set<Int> = []
  private var classes: [Int: String] = [:]
  private var offsets: [Int: JSONValue] = [:]
  private var frames: [Int: ViewFrame] = [:]
  private var placed: Set<Int> = []
  private var moved: Set<Int> = []
  private var lists: Set<Int> = []
  private var rows: Set<Int> = []
  private var gone = 0
  private var last = 0
  private var hasLostFocus = false

  init(_ rule: RendererRule) { self.rule = rule }

  var container: Int { host.container }

  /// The host as a renderer.
  var renderer: HostUnderTest<BrokenHost> {
    HostUnderTest(
      self, in: container,
      hello: WireHello(
        versions: rule == .answers ? [7] : [1], size: host.size, unsettable: .all))
  }
}

extension BrokenHost: ViewHost {
  var focusedView: Int? { hasLostFocus ? nil : host.focusedView }

  func makeView(_ className: String) -> Int {
    let view = host.makeView(className)
    classes[view] = className
    if className == "list" { lists.insert(view) }
    return view
  }

  /// Sets texts of the view that was changed before; takes offsets as they are; loses the focus.
  func set(_ name: String, of view: Int, from old: JSONValue?, to new: JSONValue) {
    let isText = name == "text"
    let wrong = rule == .attributes && isText && last != 0 ? last : view
    if isText { last = view }
    host.set(name, of: wrong, from: rule == .anchor ? nil : old, to: new)
    if name == "offset" { offsets[view] = new }
    if rule == .focus, host.focusedView != nil { hasLostFocus = true }
  }

  func unset(_ name: String, of view: Int, from old: JSONValue) {
    host.unset(name, of: view, from: old)
  }

  func canUnset(_ name: String, ofClass className: String) -> Bool { true }

  func setEvents(_ events: [ViewEvent: [ActionReference]], of view: Int) {
    host.setEvents(events, of: view)
  }

  /// Keeps the first frame of a view in a row.
  func setFrame(_ frame: ViewFrame?, of view: Int) {
    if rule == .frames, !rows.contains(view), frames[view] != nil { return }
    frames[view] = frame
    host.setFrame(frame, of: view)
  }

  /// Puts a view behind all others; keeps it at its old place as well.
  func place(_ view: Int, in container: Int, inFrontOf sibling: Int?) {
    if lists.contains(container) { rows.insert(view) }
    if !placed.insert(view).inserted { moved.insert(view) }
    host.place(view, in: container, inFrontOf: rule == .order ? nil : sibling)
  }

  /// Forgets to show, except views of the class that has a rule of its own.
  func show(_ view: Int) {
    if rule != .rows || classes[view]?.hasSuffix("unknown") == true { host.show(view) }
  }

  /// Forgets to hide, except that the view loses the focus.
  func hide(_ view: Int) {
    host.hide(view)
    if rule == .hidden { host.show(view) }
  }

  /// Keeps what was let go.
  func letGo(_ view: Int, with inner: [Int]) {
    gone += 1 + inner.count
    moved.subtract([view] + inner)
    host.letGo(view, with: inner)
  }
}

extension BrokenHost: TestableHost {
  var keptCount: Int { host.keptCount + (rule == .leaks ? gone : 0) }

  func shownViews(in container: Int, number: (Int) -> Int?) -> [ShownView] {
    broken(host.shownViews(in: container) { $0 }, number)
  }

  private func broken(_ views: [ShownView], _ number: (Int) -> Int?) -> [ShownView] {
    views.flatMap { shown -> [ShownView] in
      let view = shown.view
      if rule == .unknownClasses, shown.className.hasSuffix("unknown") { return [] }
      var result = shown
      result.view = number(view) ?? 0
      result.within = broken(shown.within, number)
      if rule == .headers { scrollAway(&result, view) }
      return rule == .once && moved.contains(view) ? [result, result] : [result]
    }
  }

  /// Lets a header scroll away with its section.
  private func scrollAway(_ shown: inout ShownView, _ view: Int) {
    guard shown.attributes["stickyEnd"] != nil, let own = frames[view]?.origin,
      let list = lists.first, let seen = host.shownViews(in: container, number: { $0 }).first,
      seen.view == list, let offset = seen.attributes["offset"]?.numberValue
    else { return }
    let isVertical = seen.attributes["axis"] != "horizontal"
    shown.frame?.origin = Point(
      x: isVertical ? own.x : own.x - offset, y: isVertical ? own.y - offset : own.y)
  }

  func focus(_ view: Int?) {
    hasLostFocus = false
    host.focus(view)
  }

  func scroll(_ view: Int, by distance: Double) -> Double { host.scroll(view, by: distance) }

  /// Reports the event of another view.
  func cause(
    _ event: ViewEvent, values: [JSONValue], on view: Int,
    report: (ViewEvent, Int, [JSONValue]) -> Void
  ) {
    host.cause(event, values: values, on: view) { event, view, values in
      report(event, rule == .events ? (lists.first ?? 0) : view, values)
    }
  }
}
