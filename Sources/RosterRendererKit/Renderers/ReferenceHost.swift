public import RosterComponents
public import RosterJSON
public import RosterLayout
public import RosterMounting

/// A host whose views are records in memory: it shows what a renderer is to show.
public final class ReferenceHost {
  /// The container of the mount.
  public let container = 0
  /// The size of the container.
  public private(set) var size: Size
  /// The view that has the keyboard focus.
  public private(set) var focusedView: Int?
  private var records: [Int: Record]
  private var madeCount = 0

  private struct Record {
    let className: String
    var attributes: [String: JSONValue] = [:]
    var events: Set<ViewEvent> = []
    var frame: ViewFrame?
    var container: Int?
    /// The views in it from back to front, including hidden ones.
    var children: [Int] = []
    var isHidden = false
  }

  /// Makes a host without views.
  public init(size: Size = Size(width: 320, height: 300)) {
    self.size = size
    records = [0: Record(className: "")]
  }

  /// Gives the container another size.
  public func resize(to size: Size) { self.size = size }

  private func isWithin(_ view: Int, _ outer: Int) -> Bool {
    var next: Int? = view
    while let inner = next, inner != outer { next = records[inner]?.container }
    return next != nil
  }
}

extension ReferenceHost: ViewHost {
  /// Makes a record.
  public func makeView(_ className: String) -> Int {
    madeCount += 1
    records[madeCount] = Record(className: className)
    return madeCount
  }

  /// Keeps the value. An offset changes by the difference, since the user may have scrolled.
  public func set(_ name: String, of view: Int, from old: JSONValue?, to new: JSONValue) {
    var value = new
    if name == "offset", let former = old?.numberValue, let target = new.numberValue,
      let current = records[view]?.attributes[name]?.numberValue
    {
      value = .number(current + target - former)
    }
    records[view]?.attributes[name] = value
  }

  /// Removes the value.
  public func unset(_ name: String, of view: Int, from old: JSONValue) {
    records[view]?.attributes[name] = nil
  }

  /// Returns `true`.
  public func canUnset(_ name: String, ofClass className: String) -> Bool { true }

  /// Keeps the names of the events.
  public func setEvents(_ events: [ViewEvent: [ActionReference]], of view: Int) {
    records[view]?.events = Set(events.keys)
  }

  /// Keeps the frame.
  public func setFrame(_ frame: ViewFrame?, of view: Int) { records[view]?.frame = frame }

  /// Moves the record.
  public func place(_ view: Int, in container: Int, inFrontOf sibling: Int?) {
    guard var children = records[container]?.children else { return }
    children.removeAll { $0 == view }
    let behind = sibling.flatMap { children.firstIndex(of: $0) }
    children.insert(view, at: behind.map { $0 + 1 } ?? 0)
    records[container]?.children = children
    records[view]?.container = container
  }

  /// Shows the record.
  public func show(_ view: Int) { records[view]?.isHidden = false }

  /// Hides the record, which loses the focus.
  public func hide(_ view: Int) {
    records[view]?.isHidden = true
    loseFocus(in: view)
  }

  /// Forgets the records.
  public func letGo(_ view: Int, with inner: [Int]) {
    loseFocus(in: view)
    if let container = records[view]?.container {
      records[container]?.children.removeAll { $0 == view }
    }
    for gone in [view] + inner { records[gone] = nil }
  }

  private func loseFocus(in view: Int) {
    if let focusedView, isWithin(focusedView, view) { self.focusedView = nil }
  }
}

extension ReferenceHost: TestableHost {
  /// The number of records.
  public var keptCount: Int { records.count - 1 }

  /// Returns what is shown.
  public func shownViews(in container: Int, number: (Int) -> Int?) -> [ShownView] {
    guard let outer = records[container] else { return [] }
    var shown: [ShownView] = []
    var stuck: [ShownView] = []
    for child in outer.children {
      guard let record = records[child], !record.isHidden, let view = number(child) else {
        continue
      }
      var frame = record.frame
      let isStuck = place(&frame, of: record, in: outer)
      let result = ShownView(
        view, className: record.className, attributes: record.attributes, frame: frame,
        within: shownViews(in: child, number: number))
      if isStuck { stuck.append(result) } else { shown.append(result) }
    }
    return shown + stuck
  }

  /// Moves the frame of a row to where it is seen in its list.
  ///
  /// - Returns: Whether it is a header that sticks, away from its own place.
  private func place(_ frame: inout ViewFrame?, of record: Record, in list: Record) -> Bool {
    guard list.className == "list", let own = frame else { return false }
    let isVertical = list.attributes["axis"] != "horizontal"
    let offset = list.attributes["offset"]?.numberValue ?? 0
    let start = isVertical ? own.origin.y : own.origin.x
    let length = isVertical ? own.size.height : own.size.width
    var position = start
    if let end = record.attributes["stickyEnd"]?.numberValue {
      position = max(start, min(offset, end - length))
    }
    if isVertical {
      frame?.origin.y = position - offset
    } else {
      frame?.origin.x = position - offset
    }
    return position > start
  }

  /// Moves the focus.
  public func focus(_ view: Int?) { focusedView = view }

  /// Changes the offset, as far as there is content.
  public func scroll(_ view: Int, by distance: Double) -> Double {
    guard let list = records[view] else { return 0 }
    let isVertical = list.attributes["axis"] != "horizontal"
    let length = list.attributes["length"]?.numberValue ?? 0
    let end = max(0, length - (isVertical ? size.height : size.width))
    let offset = (list.attributes["offset"]?.numberValue ?? 0) + distance
    let result = min(max(offset, 0), end)
    records[view]?.attributes["offset"] = .number(result)
    return result
  }

  /// Reports the event if the view has it.
  public func cause(
    _ event: ViewEvent, values: [JSONValue], on view: Int,
    report: (ViewEvent, Int, [JSONValue]) -> Void
  ) {
    if records[view]?.events.contains(event) == true { report(event, view, values) }
  }
}

extension ReferenceHost {
  /// Whether a view exists, and whether it or a view around it is hidden.
  package func isHidden(_ view: Int) -> Bool? {
    guard var record = records[view] else { return nil }
    while !record.isHidden, let container = record.container, let outer = records[container] {
      record = outer
    }
    return record.isHidden
  }

  /// Returns the frame that a view was given, in the content of the view around it.
  package func frame(of view: Int) -> ViewFrame? { records[view]?.frame }

  /// Returns the events of a view, ascending by name.
  package func events(of view: Int) -> [ViewEvent] {
    (records[view]?.events ?? []).sorted { $0.rawValue < $1.rawValue }
  }
}
