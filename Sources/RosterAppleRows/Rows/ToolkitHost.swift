package import RosterComponents
package import RosterJSON
package import RosterLayout
internal import RosterMounting

/// Shows view descriptions with the views of a toolkit.
///
/// It reads attributes and keeps them for each view; a ``ViewToolkit`` does the rest. Every attribute can be unset.
@MainActor package final class ToolkitHost<View: AnyObject & Hashable>: @MainActor ViewHost {
  private struct Record {
    let className: String
    let kind: ViewKind
    /// The attributes, with what the user has made of them.
    var attributes: JSONObject = [:]
    var content: ViewContent
    var motion = ViewMotion()
    var events: Set<ViewEvent> = []
    var gestures: Set<ViewEvent> = []
  }

  /// Called with each event of a view for which the description has an action. The values are those that the user has given
  /// the view: a recycled view must not show them.
  package var onEvent: (_ event: ViewEvent, _ view: View, _ values: [JSONValue]) -> Void = {
    _, _, _ in
  }

  /// In which direction views lay out what is their own.
  package var direction = WritingDirection.leftToRight {
    didSet {
      guard direction != oldValue else { return }
      for view in Array(records.keys) {
        toolkit.setDirection(direction, of: view)
        showContent(of: view)
      }
    }
  }

  /// The size of the font, in points.
  package var fontSize: Double {
    get { toolkit.fontSize }
    set {
      guard newValue != toolkit.fontSize else { return }
      toolkit.fontSize = newValue
      for (view, record) in records where record.kind.hasFont {
        toolkit.show(record.content, in: view)
      }
    }
  }

  /// Loads pictures by their address; `nil` if none are shown.
  package var pictures: PictureRequests<View>?

  private let toolkit: any ViewToolkit<View>
  private var records: [View: Record] = [:]

  init(_ toolkit: any ViewToolkit<View>) {
    self.toolkit = toolkit
    toolkit.report = { [weak self] view, event, values in self?.take(event, of: view, values) }
  }

  private func take(_ event: ViewEvent, of view: View, _ values: [JSONValue]) {
    guard let record = records[view] else { return }
    let value = ReportedValue(event, values, ofClass: record.className)
    if let value { records[view]?.attributes[value.name] = value.value }
    if value != nil || record.events.contains(event) { onEvent(event, view, values) }
  }

  /// The number of views.
  package var viewCount: Int { records.count }

  // MARK: Views

  package func makeView(_ className: String) -> View {
    let kind = ViewKind(className: className)
    let view = toolkit.makeView(kind)
    let content = ViewContent(kind, [:], direction)
    records[view] = Record(className: className, kind: kind, content: content)
    // Attributes that say what is so without them change nothing later.
    toolkit.show(content, in: view)
    if direction != .leftToRight { toolkit.setDirection(direction, of: view) }
    return view
  }

  package func letGo(_ view: View, with inner: [View]) {
    toolkit.endEditing(in: view)
    toolkit.remove(view)
    for gone in [view] + inner {
      records[gone] = nil
      pictures?.end(for: gone)
    }
  }

  // MARK: Attributes

  package func set(_ name: String, of view: View, from old: JSONValue?, to new: JSONValue) {
    records[view]?.attributes[name] = new
    attributeChanged(name, of: view)
  }

  package func unset(_ name: String, of view: View, from old: JSONValue) {
    records[view]?.attributes[name] = nil
    attributeChanged(name, of: view)
  }

  package func canUnset(_ name: String, ofClass className: String) -> Bool { true }

  private func attributeChanged(_ name: String, of view: View) {
    guard let record = records[view] else { return }
    // The view may show what the user has made of the value, so this is no comparison with what it was set to last.
    if name == record.kind.valueName { return showValue(of: view, record) }
    if ViewMotion.attributeNames.contains(name) { return showMotion(of: view, record) }
    showContent(of: view)
  }

  private func showContent(of view: View) {
    guard let record = records[view] else { return }
    let content = ViewContent(record.kind, record.attributes, direction)
    guard content != record.content else { return }
    records[view]?.content = content
    toolkit.show(content, in: view)
    if case .image(let source, _) = content.body { showPicture(source, in: view) }
    // Which title is chosen is lost with the titles, or came before them.
    if record.kind == .segments, content.body != record.content.body {
      showValue(of: view, record)
    }
  }

  /// Shows a picture that has an address, now or when it is loaded. One that has a name is shown with the content.
  private func showPicture(_ source: String?, in view: View) {
    let picture = pictures?.picture(source, for: view) { [weak self] picture, view in
      self?.toolkit.show(picture, in: view)
    }
    if let picture { toolkit.show(picture, in: view) }
  }

  private func showMotion(of view: View, _ record: Record) {
    let motion = ViewMotion(record.attributes)
    guard motion != record.motion else { return }
    records[view]?.motion = motion
    toolkit.setMotion(motion, of: view)
  }

  private func showValue(of view: View, _ record: Record) {
    let name = record.kind.valueName
    let value = ViewValue(name.flatMap { record.attributes[$0] }, of: record.kind)
    if let value { toolkit.show(value, in: view) }
  }

  package func setEvents(_ events: [ViewEvent: [ActionReference]], of view: View) {
    guard let record = records[view] else { return }
    records[view]?.events = Set(events.keys)
    let gestures = record.kind.gestures(events.keys)
    guard gestures != record.gestures else { return }
    records[view]?.gestures = gestures
    toolkit.setGestures(gestures, of: view)
  }

  // MARK: Places

  package func setFrame(_ frame: ViewFrame?, of view: View) { toolkit.setFrame(frame, of: view) }

  package func place(_ view: View, in container: View, inFrontOf sibling: View?) {
    toolkit.place(view, in: container, inFrontOf: sibling)
  }

  package func show(_ view: View) { toolkit.setHidden(false, of: view) }

  package func hide(_ view: View) {
    toolkit.endEditing(in: view)
    toolkit.setHidden(true, of: view)
  }

  // MARK: Animations

  /// The time of the display, in seconds since any moment.
  var time: Double { toolkit.time }

  /// Whether the user does not want motion.
  var reducesMotion: Bool { toolkit.reducesMotion }

  /// Calls a closure before each frame of the display that shows a view, until it returns `false`; returns whether a
  /// display shows the view.
  func eachFrame(of view: View, _ body: @escaping (_ time: Double) -> Bool) -> Bool {
    toolkit.eachFrame(of: view, body)
  }

  // MARK: The keyboard and assistive technology

  package var focusedView: View? {
    records.first { $0.value.kind == .field && toolkit.isFocused($0.key) }?.key
  }

  /// Takes the keyboard from what is in a view.
  func endEditing(in view: View) { toolkit.endEditing(in: view) }

  /// Says what assistive technology finds in a view, in this order.
  func setElements(_ elements: [RowElement<View>], of container: View) {
    toolkit.setElements(elements, of: container)
  }
}
