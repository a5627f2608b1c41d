import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting
import Testing

// WriteARenderer.md shows what is between the marks; a test compares the two.

// begin example
/// A view of a toolkit that knows texts and boxes.
final class Widget {
  let className: String
  var text = ""
  var frame: ViewFrame?
  var isHidden = false
  weak var parent: Widget?
  var children: [Widget] = []
  init(_ className: String) { self.className = className }
}

final class WidgetHost: ViewHost {
  typealias View = ObjectIdentifier
  let window = Widget("window")
  private(set) var widgets: [ObjectIdentifier: Widget] = [:]
  var focusedView: ObjectIdentifier?

  init() { widgets[ObjectIdentifier(window)] = window }

  func makeView(_ className: String) -> ObjectIdentifier {
    let widget = Widget(className)
    widgets[ObjectIdentifier(widget)] = widget
    return ObjectIdentifier(widget)
  }

  func set(_ name: String, of view: ObjectIdentifier, from old: JSONValue?, to new: JSONValue) {
    if name == "text" { widgets[view]?.text = new.stringValue ?? "" }
  }

  func unset(_ name: String, of view: ObjectIdentifier, from old: JSONValue) {
    if name == "text" { widgets[view]?.text = "" }
  }

  func canUnset(_ name: String, ofClass className: String) -> Bool { name == "text" }

  func setFrame(_ frame: ViewFrame?, of view: ObjectIdentifier) { widgets[view]?.frame = frame }

  func place(
    _ view: ObjectIdentifier, in container: ObjectIdentifier,
    inFrontOf sibling: ObjectIdentifier?
  ) {
    guard let widget = widgets[view], let parent = widgets[container] else { return }
    parent.children.removeAll { $0 === widget }
    let index = parent.children.firstIndex { ObjectIdentifier($0) == sibling }
    parent.children.insert(widget, at: index.map { $0 + 1 } ?? 0)
    widget.parent = parent
  }

  func show(_ view: ObjectIdentifier) { widgets[view]?.isHidden = false }
  func hide(_ view: ObjectIdentifier) { widgets[view]?.isHidden = true }

  func letGo(_ view: ObjectIdentifier, with inner: [ObjectIdentifier]) {
    if let widget = widgets[view] { widget.parent?.children.removeAll { $0 === widget } }
    for gone in [view] + inner { widgets[gone] = nil }
  }
}
// end example

/// The host in `WriteARenderer.md` works.
@Suite("ViewHost, example")
struct ViewHostExampleTests {
  private static let labels = ["Milk", "Bread"].map { text in
    ViewTree(
      spec: ViewSpec("text", attributes: ["text": .string(text)]),
      scope: ScopePath([ScopeKey(typeName: "Label", identifier: .text(text))]))
  }

  @Test func mountShowsTreesInTheHost() {
    let milk = Self.labels[0]
    let bread = Self.labels[1]
    // begin example
    let host = WidgetHost()
    let mount = ViewMount(in: ObjectIdentifier(host.window), of: host)
    mount.render([milk, bread], isLaidOut: false)
    let counts = mount.render([bread, milk], isLaidOut: false)  // counts.moved == 1
    // end example
    #expect(host.window.children.map(\.text) == ["Bread", "Milk"])
    #expect(counts.moved == 1 && counts.made == 0)
    mount.removeAll()
    #expect(host.window.children.isEmpty && host.widgets.count == 1)
  }

  @Test func linesOfAnotherProcessDoTheSame() throws {
    let program = WireHost()
    var sent: [[UInt8]] = [program.greeting]
    _ = try program.take(WireReport.hello(WireHello()).line.dropLast())
    ViewMount(in: program.root, of: program).render(Self.labels, isLaidOut: false)
    sent.append(try #require(program.takeFrame()))
    var input = sent.map { $0.dropLast() }.makeIterator()
    func readLine() -> ArraySlice<UInt8>? { input.next() }
    // begin example
    let host = WidgetHost()
    let views = RemoteViews(in: ObjectIdentifier(host.window), of: host)
    while let line = readLine() { _ = try views.take(line) }
    // end example
    #expect(host.window.children.map(\.text) == ["Milk", "Bread"])
  }
}
