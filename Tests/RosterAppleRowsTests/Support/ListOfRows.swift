#if os(Linux)
  import Foundation
  import RosterAppleRows
  import RosterComponents
  import RosterJSON
  import RosterLayout
  import RosterMounting
  import RosterRendererKit
  import RosterToolkitStubs

  /// A host of a toolkit under the checks of every renderer. The rows and their views are those of the toolkit; the list,
  /// which is a collection or table view otherwise, keeps its offset here.
  @MainActor final class ListOfRows<Screen: ToolkitScreen>: @MainActor TestableHost {
    typealias View = Screen.View

    let container = Screen.makeContainer(width: 320, height: 300)
    let size = Size(width: 320, height: 300)
    private let host = Screen.makeHost()
    private var classNames: [View: String] = [:]
    /// The attributes of the list and its rows, which no view shows.
    private var attributes: [View: JSONObject] = [:]
    private var events: [(event: ViewEvent, view: View, values: [JSONValue])] = []

    init() {
      host.onEvent = { [weak self] event, view, values in
        self?.events.append((event, view, values))
      }
    }

    private func belongsToList(_ view: View) -> Bool {
      classNames[view] == "list" || classNames[view] == "row"
    }

    // MARK: ViewHost

    func makeView(_ className: String) -> View {
      let view = host.makeView(className)
      classNames[view] = className
      return view
    }

    func set(_ name: String, of view: View, from old: JSONValue?, to new: JSONValue) {
      guard belongsToList(view) else { return host.set(name, of: view, from: old, to: new) }
      var value = new
      // The user may have scrolled since.
      if name == "offset", let former = old?.numberValue, let target = new.numberValue {
        value = .number(offset(of: view) + target - former)
      }
      attributes[view, default: [:]][name] = value
    }

    func unset(_ name: String, of view: View, from old: JSONValue) {
      guard belongsToList(view) else { return host.unset(name, of: view, from: old) }
      attributes[view]?[name] = nil
    }

    func canUnset(_ name: String, ofClass className: String) -> Bool {
      host.canUnset(name, ofClass: className)
    }

    func setEvents(_ events: [ViewEvent: [ActionReference]], of view: View) {
      host.setEvents(events, of: view)
    }

    func setFrame(_ frame: ViewFrame?, of view: View) { host.setFrame(frame, of: view) }

    func place(_ view: View, in container: View, inFrontOf sibling: View?) {
      host.place(view, in: container, inFrontOf: sibling)
    }

    func show(_ view: View) { host.show(view) }

    func hide(_ view: View) { host.hide(view) }

    func letGo(_ view: View, with inner: [View]) {
      host.letGo(view, with: inner)
      for gone in [view] + inner { (classNames[gone], attributes[gone]) = (nil, nil) }
    }

    var focusedView: View? { host.focusedView }

    // MARK: TestableHost

    var keptCount: Int { host.viewCount }

    private func offset(of list: View) -> Double {
      attributes[list]?["offset"]?.numberValue ?? 0
    }

    func shownViews(in container: View, number: (View) -> Int?) -> [ShownView] {
      var (shown, stuck): ([ShownView], [ShownView]) = ([], [])
      for view in Screen.views(in: container) where !Screen.isHidden(view) {
        guard let found = number(view), let className = classNames[view] else { continue }
        var frame = ViewFrame(Screen.frame(of: view))
        let isStuck = className == "row" && move(&frame, of: view, in: container)
        let row = ShownView(
          found, className: className,
          attributes: Dictionary(attributes[view] ?? Screen.attributes(of: view, className)),
          frame: className == "list" ? nil : frame, within: shownViews(in: view, number: number))
        if isStuck { stuck.append(row) } else { shown.append(row) }
      }
      return shown + stuck
    }

    /// Moves the frame of a row to where it is seen; returns whether it sticks away from its own place.
    private func move(_ frame: inout ViewFrame, of row: View, in list: View) -> Bool {
      let isVertical = attributes[list]?["axis"] != "horizontal"
      let start = isVertical ? frame.origin.y : frame.origin.x
      let length = isVertical ? frame.size.height : frame.size.width
      var place = start
      if let end = attributes[row]?["stickyEnd"]?.numberValue {
        place = max(start, min(offset(of: list), end - length))
      }
      if isVertical {
        frame.origin.y = place - offset(of: list)
      } else {
        frame.origin.x = place - offset(of: list)
      }
      return place > start
    }

    func focus(_ view: View?) { Screen.focus(view, in: container) }

    func scroll(_ view: View, by distance: Double) -> Double {
      let isVertical = attributes[view]?["axis"] != "horizontal"
      let length = attributes[view]?["length"]?.numberValue ?? 0
      let end = max(0, length - (isVertical ? size.height : size.width))
      let offset = min(max(0, offset(of: view) + distance), end)
      attributes[view, default: [:]]["offset"] = .number(offset)
      return offset
    }

    func cause(
      _ event: ViewEvent, values: [JSONValue], on view: View,
      report: (ViewEvent, View, [JSONValue]) -> Void
    ) {
      events = []
      Screen.cause(event, values, on: view)
      for (event, view, values) in events { report(event, view, values) }
    }
  }

  extension ViewFrame {
    fileprivate init(_ frame: CGRect) {
      self.init(
        origin: Point(x: Double(frame.minX), y: Double(frame.minY)),
        size: Size(width: Double(frame.width), height: Double(frame.height)))
    }
  }

  extension Dictionary where Key == String, Value == JSONValue {
    fileprivate init(_ object: JSONObject) {
      self.init(uniqueKeysWithValues: object.map { ($0.key, $0.value) })
    }
  }
#endif
