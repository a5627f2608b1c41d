package import RosterComponents
package import RosterJSON
package import RosterMounting

/// A host whose views are records in memory. It enforces what `ViewHost` promises to hosts: each
/// call that a toolkit need not expect is a fault.
package final class RecordingHost {
  /// The number of a view. A number is given once.
  package struct View: Hashable {
    package let number: Int

    package init(number: Int) { self.number = number }
  }

  private struct Record {
    let className: String
    var attributes: [String: JSONValue] = [:]
    var events: [ViewEvent: [ActionReference]] = [:]
    var accessibility: Accessibility?
    var frame: ViewFrame?
    var container: View?
    /// The views in it from back to front, including hidden ones.
    var row: [View] = []
    var isHidden = false
    var isPooled = false
  }

  /// The container of the mount under test.
  package let container = View(number: 0)
  private var records: [View: Record] = [:]
  package private(set) var madeCount = 0
  /// What was done, except for `reused`, which no call shows.
  package private(set) var counts = MountCounts()
  package private(set) var callCount = 0
  package private(set) var faults: [String] = []
  /// The views that calls have changed since this was last emptied.
  package var touched: Set<View> = []
  package var focusedView: View?
  /// What is asked before a view is hidden, recycled or let go, besides the rules.
  package var mayRetire: (View) -> Bool = { _ in true }
  /// Called when a view is given an offset, as toolkits report it.
  package var onScroll: ((Double) -> Void)?

  package init() { records[container] = Record(className: "") }

  /// Puts a view that does not belong to the mount behind all others of its container.
  package func addForeignView() -> View {
    madeCount += 1
    let view = View(number: madeCount)
    records[view] = Record(className: "foreign")
    records[view]?.container = container
    records[container]?.row.insert(view, at: 0)
    return view
  }

  /// Scrolls as a user does: the view has another offset without a call of the mount.
  package func scroll(_ view: View, to offset: Double) {
    change("offset", of: view, to: .number(offset))
  }

  /// Gives a view a value as a user does.
  package func change(_ name: String, of view: View, to value: JSONValue) {
    records[view]?.attributes[name] = value
  }

  private func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
    if !condition { faults.append(fault()) }
  }

  private func change(_ view: View, _ call: String, _ body: (inout Record) -> Void) {
    callCount += 1
    touched.insert(view)
    guard var record = records[view] else {
      faults.append("\(call): \(view.number) does not exist")
      return
    }
    body(&record)
    records[view] = record
  }
}

extension RecordingHost: ViewHost {
  /// Attributes that begin with an underscore leave traces.
  package func canUnset(_ name: String, ofClass className: String) -> Bool { name.first != "_" }

  package func makeView(_ className: String) -> View {
    callCount += 1
    counts.made += 1
    madeCount += 1
    let view = View(number: madeCount)
    records[view] = Record(className: className)
    return view
  }

  package func set(_ name: String, of view: View, from old: JSONValue?, to new: JSONValue) {
    counts.set += 1
    change(view, "set") { record in
      expect(!record.isPooled, "set: \(view.number) is in a pool")
      expect(record.attributes[name] == old, "set: \(name) of \(view.number) had another value")
      expect(record.attributes[name] != new, "set: \(name) of \(view.number) has the value")
      record.attributes[name] = new
    }
    if name == "offset", let offset = new.numberValue { onScroll?(offset) }
  }

  package func unset(_ name: String, of view: View, from old: JSONValue) {
    counts.unset += 1
    change(view, "unset") { record in
      expect(!record.isPooled, "unset: \(view.number) is in a pool")
      expect(canUnset(name, ofClass: record.className), "unset: \(name) cannot be unset")
      expect(record.attributes[name] == old, "unset: \(name) of \(view.number) had another value")
      record.attributes[name] = nil
    }
  }

  package func setEvents(_ events: [ViewEvent: [ActionReference]], of view: View) {
    counts.described += 1
    change(view, "events") { record in
      expect(record.events != events, "events: \(view.number) has them")
      record.events = events
    }
  }

  package func setAccessibility(_ accessibility: Accessibility?, of view: View) {
    counts.described += 1
    change(view, "accessibility") { record in
      expect(record.accessibility != accessibility, "accessibility: \(view.number) has it")
      record.accessibility = accessibility
    }
  }

  package func setFrame(_ frame: ViewFrame?, of view: View) {
    counts.framed += 1
    change(view, "frame") { record in
      expect(!record.isPooled, "frame: \(view.number) is in a pool")
      expect(record.frame != frame, "frame: \(view.number) has it")
      record.frame = frame
    }
  }

  package func place(_ view: View, in container: View, inFrontOf sibling: View?) {
    var row = records[container]?.row ?? []
    let before = row.firstIndex(of: view)
    if let before { row.remove(at: before) } else { row.reserveCapacity(row.count + 1) }
    let behind = sibling.map { row.firstIndex(of: $0) } ?? -1
    expect(behind != nil, "place: the sibling of \(view.number) is not in its container")
    let index = (behind ?? -1) + 1
    expect(index != before, "place: \(view.number) is there already")
    change(view, "place") { record in
      expect(record.container == nil || record.container == container, "place: another container")
      expect((record.container == nil) == (before == nil), "place: the container is not consistent")
      expect(
        before == nil || focusedView.map { !isWithin($0, view) } ?? true, "place: takes the focus")
      record.container = container
    }
    if before != nil { counts.moved += 1 }
    row.insert(view, at: index)
    change(container, "place") { $0.row = row }
  }

  package func show(_ view: View) {
    counts.shown += 1
    change(view, "show") { record in
      expect(record.isHidden, "show: \(view.number) is shown")
      expect(!record.isPooled, "show: \(view.number) is still in the pool")
      record.isHidden = false
    }
  }

  package func hide(_ view: View) {
    counts.hidden += 1
    change(view, "hide") { record in
      expect(!record.isHidden, "hide: \(view.number) is hidden")
      expect(record.container != nil, "hide: \(view.number) has no place")
      expect(mayRetire(view), "hide: \(view.number) is in use")
      record.isHidden = true
    }
    loseFocus(in: view)
  }

  package func didEnterPool(_ view: View) {
    expect(isHidden(view), "pool: \(view.number) is not hidden")
    change(view, "pool") { record in
      expect(!record.isPooled, "pool: \(view.number) is in it")
      record.isPooled = true
    }
  }

  package func willLeavePool(_ view: View) {
    change(view, "unpool") { record in
      expect(record.isPooled, "unpool: \(view.number) is in no pool")
      record.isPooled = false
    }
  }

  package func letGo(_ view: View, with inner: [View]) {
    counts.letGo += 1 + inner.count
    expect(inner == inside(view), "let go: \(view.number) has other views within")
    for gone in [view] + inner { expect(mayRetire(gone), "let go: \(gone.number) is in use") }
    loseFocus(in: view)
    change(view, "let go") { record in
      if let container = record.container {
        records[container]?.row.removeAll { $0 == view }
      }
    }
    for gone in [view] + inner { records[gone] = nil }
  }

  private func loseFocus(in view: View) {
    if let focusedView, isWithin(focusedView, view) { self.focusedView = nil }
  }
}

// MARK: Reading

extension RecordingHost {
  /// The numbers of the shown views in a container from back to front.
  package func shownNumbers(in container: View? = nil) -> [Int] {
    shownViews(in: container ?? self.container).map(\.number)
  }

  /// The shown views of the mount in a container from back to front.
  package func shownViews(in container: View) -> [View] {
    let row = records[container]?.row ?? []
    return row.filter { records[$0]?.isHidden == false && !isForeign($0) }
  }

  private func isForeign(_ view: View) -> Bool { className(of: view) == "foreign" }

  /// The numbers of all views in the container.
  package var attachedNumbers: [Int] { records[container]?.row.map(\.number) ?? [] }

  /// The views of the mount that were made and not let go.
  package var existingViews: [View] { records.keys.filter { $0 != container && !isForeign($0) } }

  package func isPooled(_ view: View) -> Bool { records[view]?.isPooled ?? false }

  package func className(of view: View) -> String? { records[view]?.className }

  package func value(_ name: String, of view: View) -> JSONValue? {
    records[view]?.attributes[name]
  }

  package func number(_ name: String, of view: View) -> Double? {
    value(name, of: view)?.numberValue
  }

  package func text(_ name: String, of view: View) -> String? {
    value(name, of: view)?.stringValue
  }

  package func frame(of view: View) -> ViewFrame? { records[view]?.frame }

  /// What is to be seen in a container.
  package func picture(of container: View? = nil) -> [SeenView] {
    shownViews(in: container ?? self.container).compactMap { picture(showing: $0) }
  }

  /// What is to be seen of a view.
  package func picture(showing view: View) -> SeenView? {
    records[view].map { record in
      SeenView(
        className: record.className, attributes: record.attributes, events: record.events,
        accessibility: record.accessibility, frame: record.frame, within: picture(of: view))
    }
  }

  /// What is wrong between two renders, besides the faults so far.
  package var inconsistencies: [String] {
    existingViews.compactMap { view in
      if records[view]?.container == nil { return "\(view.number) has no place" }
      if isPooled(view) != isHidden(view) { return "\(view.number) was told of a wrong pool" }
      return nil
    }
  }

  /// The number of hidden views in the fullest container.
  package var largestPoolCount: Int {
    records.values.map { $0.row.count { records[$0]?.isHidden ?? false } }.max() ?? 0
  }

  /// Whether a view or one around it is hidden.
  package func isHidden(_ view: View) -> Bool {
    guard let record = records[view] else { return false }
    return record.isHidden || record.container.map { isHidden($0) } ?? false
  }

  private func isWithin(_ view: View, _ outer: View) -> Bool {
    view == outer || records[view]?.container.map { isWithin($0, outer) } ?? false
  }

  private func inside(_ view: View) -> [View] {
    records[view]?.row.flatMap { [$0] + inside($0) } ?? []
  }
}
