import RosterComponents
import RosterJSON
import RosterMounting

/// A host that keeps its views as records, and notes each call that contradicts what ``ViewHost``
/// promises to hosts.
///
/// Everything is passed on to a ``WireHost``, whose numbers are those of the views: its lines make a
/// second renderer show the same.
final class RelayedViews {
  let wire = WireHost()
  let container = 0
  private(set) var faults: [String] = []
  private(set) var callCount = 0
  private let depthMax: Int
  private var records: [Int: ViewRecord] = [0: ViewRecord()]

  init(depthMax: Int) { self.depthMax = depthMax }

  /// The numbers of the views, without the container.
  var numbers: Set<Int> { Set(records.keys).subtracting([container]) }

  /// What is in a view, from back to front.
  func pictures(in view: Int) -> [ViewPicture] {
    (records[view]?.row ?? []).compactMap { view in
      records[view].map {
        ViewPicture(
          className: $0.className, attributes: $0.attributes, events: $0.events,
          accessibility: $0.accessibility, frame: $0.frame, isHidden: $0.isHidden,
          within: pictures(in: view))
      }
    }
  }

  private func change(_ view: Int, _ body: (inout ViewRecord) -> Void) {
    callCount += 1
    guard var record = records[view] else {
      faults.append("there is no view \(view)")
      return
    }
    body(&record)
    records[view] = record
  }

  private func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
    if !condition { faults.append(fault()) }
  }

  private func depth(of view: Int) -> Int {
    var depth = 0
    var next = records[view]?.container
    while let outer = next, depth <= records.count {
      depth += 1
      next = records[outer]?.container
    }
    return depth
  }
}

extension RelayedViews: ViewHost {
  var focusedView: Int? { nil }

  func makeView(_ className: String) -> Int {
    callCount += 1
    let view = wire.makeView(className)
    records[view] = ViewRecord(className: className)
    return view
  }

  func set(_ name: String, of view: Int, from old: JSONValue?, to new: JSONValue) {
    change(view) { $0.attributes[name] = new }
    wire.set(name, of: view, from: old, to: new)
  }

  func unset(_ name: String, of view: Int, from old: JSONValue) {
    change(view) { record in
      expect(record.attributes[name] == old, "\(name) of \(view) had another value")
      record.attributes[name] = nil
    }
    wire.unset(name, of: view, from: old)
  }

  func canUnset(_ name: String, ofClass className: String) -> Bool { true }

  func setEvents(_ events: [ViewEvent: [ActionReference]], of view: Int) {
    change(view) { $0.events = Set(events.keys) }
    wire.setEvents(events, of: view)
  }

  func setAccessibility(_ accessibility: Accessibility?, of view: Int) {
    change(view) { $0.accessibility = accessibility }
    wire.setAccessibility(accessibility, of: view)
  }

  func setFrame(_ frame: ViewFrame?, of view: Int) {
    change(view) { $0.frame = frame }
    wire.setFrame(frame, of: view)
  }

  func place(_ view: Int, in container: Int, inFrontOf sibling: Int?) {
    let row = records[container]?.row ?? []
    expect(sibling.map { row.contains($0) && $0 != view } ?? true, "\(view) has no such sibling")
    change(view) { record in
      expect(record.container ?? container == container, "\(view) has another container")
      expect((record.container != nil) == row.contains(view), "\(view) is in two places")
      record.container = container
    }
    change(container) { $0.place(view, inFrontOf: sibling) }
    expect(depth(of: view) <= depthMax, "\(view) is \(depth(of: view)) deep")
    wire.place(view, in: container, inFrontOf: sibling)
  }

  func show(_ view: Int) {
    change(view) { record in
      expect(record.isHidden, "\(view) is shown")
      record.isHidden = false
    }
    wire.show(view)
  }

  func hide(_ view: Int) {
    change(view) { record in
      expect(!record.isHidden, "\(view) is hidden")
      record.isHidden = true
    }
    wire.hide(view)
  }

  func didEnterPool(_ view: Int) {
    change(view) { _ in }
    wire.didEnterPool(view)
  }

  func willLeavePool(_ view: Int) {
    change(view) { _ in }
    wire.willLeavePool(view)
  }

  func letGo(_ view: Int, with inner: [Int]) {
    var outer: Set<Int> = [view]
    for next in inner {
      expect(
        records[next]?.container.map { outer.contains($0) } ?? false,
        "\(next) is not within \(view), or before the view around it")
      expect(outer.insert(next).inserted, "\(next) is let go twice")
    }
    for gone in outer {
      expect(Set(records[gone]?.row ?? []).isSubset(of: outer), "views within \(view) stay")
    }
    if let around = records[view]?.container { change(around) { $0.row.removeAll { $0 == view } } }
    callCount += 1
    for gone in outer { records[gone] = nil }
    wire.letGo(view, with: inner)
  }
}

/// What is known of a view.
private struct ViewRecord {
  var className = ""
  var attributes: [String: JSONValue] = [:]
  var events: Set<ViewEvent> = []
  var accessibility: Accessibility?
  var frame: ViewFrame?
  var isHidden = false
  var container: Int?
  /// The views in it, from back to front.
  var row: [Int] = []

  mutating func place(_ view: Int, inFrontOf sibling: Int?) {
    row.removeAll { $0 == view }
    row.insert(view, at: sibling.flatMap { row.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
  }
}

/// A view with the views in it, hidden ones as well.
struct ViewPicture: Equatable {
  let className: String
  let attributes: [String: JSONValue]
  let events: Set<ViewEvent>
  let accessibility: Accessibility?
  let frame: ViewFrame?
  let isHidden: Bool
  let within: [ViewPicture]
}
