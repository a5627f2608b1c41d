import RosterComponents
import RosterJSON
import RosterLayout
import RosterTerminal

/// A host with views that a test makes one by one.
struct HostUnderTest {
  let host: TerminalHost

  init(
    _ columns: Int, _ rows: Int, _ options: TerminalOptions = TerminalOptions(),
    depth: ColorDepth = .trueColor
  ) {
    host = TerminalHost(
      size: CellSize(rows: rows, columns: columns), options: options, depth: depth)
  }

  /// Makes a view in front of the others of its container, as a mount does.
  ///
  /// - Parameter frame: Left, top, width and height; all of the container's room if it is missing.
  @discardableResult
  func add(
    _ className: String, _ frame: [Double]? = nil, _ attributes: [String: JSONValue] = [:],
    in container: TerminalView? = nil, events: [ViewEvent] = []
  ) -> TerminalView {
    let view = host.makeView(className)
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      host.set(name, of: view, from: nil, to: value)
    }
    if !events.isEmpty {
      let action = ActionReference(target: .responders, name: "act")
      host.setEvents(
        Dictionary(uniqueKeysWithValues: events.map { ($0, [action]) }), of: view)
    }
    setFrame(frame, of: view)
    let container = container ?? host.root
    host.place(view, in: container, inFrontOf: last[container])
    last[container] = view
    return view
  }

  /// The view in front of all others of each container.
  private final class Last { var views: [TerminalView: TerminalView] = [:] }
  private let lastViews = Last()
  private var last: [TerminalView: TerminalView] {
    get { lastViews.views }
    nonmutating set { lastViews.views = newValue }
  }

  func setFrame(_ frame: [Double]?, of view: TerminalView) {
    guard let frame else { return }
    host.setFrame(
      ViewFrame(
        origin: Point(x: frame[0], y: frame[1]), size: Size(width: frame[2], height: frame[3])),
      of: view)
  }

  func set(_ name: String, _ value: JSONValue, of view: TerminalView) {
    host.set(name, of: view, from: view.attributes[name], to: value)
  }

  /// The rows of the screen without the spaces at their ends.
  var rows: [String] {
    let (grid, _) = host.draw()
    return (0..<grid.size.rows).map { row in
      var text = Substring(grid.text(ofRow: row))
      while text.last == " " { text.removeLast() }
      return String(text)
    }
  }

  /// The style of a cell.
  func style(_ row: Int, _ column: Int) -> CellStyle { host.draw().grid[row, column].style }
}
