internal import RosterComponents
public import RosterJSON
internal import RosterLayout
internal import RosterMounting
internal import RosterText

/// A view of a ``TerminalHost``.
public final class TerminalView: Hashable {
  /// The class.
  public let className: String
  /// The attributes.
  public internal(set) var attributes: [String: JSONValue] = [:]
  /// The view around it; `nil` for the root, and before the view has its place.
  public internal(set) weak var container: TerminalView?

  /// From back to front.
  var children: [TerminalView] = []
  var frame: ViewFrame?
  var isHidden = false
  var isPooled = false
  var events: Set<ViewEvent> = []
  var label: String?
  /// The size of the root, which has no frame.
  var rootSize: Size?
  /// Where a scrolling view is; see `shownOffset`.
  var offset = 0.0
  /// What the user has made of the value of a field that has the focus.
  var editor: FieldEditor?
  /// What the program wants of the text that the user edits.
  var wishes: FieldWishes = []
  /// The text to draw, as soon as it was drawn once.
  var text: ShownText?
  /// The picture to draw, decoded once; `.some(nil)` if it is none.
  var picture: PixelPicture??
  /// The sign in its first cell; see `TerminalHost.mark(_:with:)`.
  var mark: Character?
  /// What a program that loads pictures knows of the picture of this view.
  var loaded: PictureContent?

  init(_ className: String) { self.className = className }

  /// Whether both are the same view.
  public static func == (left: TerminalView, right: TerminalView) -> Bool { left === right }

  /// Hashes the identity of the view.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension TerminalView {
  func string(_ name: String) -> String? { attributes[name]?.stringValue }

  func flag(_ name: String) -> Bool { attributes[name]?.boolValue ?? false }

  func number(_ name: String) -> Double? {
    attributes[name]?.numberValue.flatMap { $0.isFinite ? $0 : nil }
  }

  var isDisabled: Bool { flag("disabled") }

  var opacity: Double { min(max(number("opacity") ?? 1, 0), 1) }

  /// Whether the view is drawn where it is, regardless of the views around it.
  var isVisibleItself: Bool { !isHidden && opacity > 0 }

  /// The views around this one, inside out.
  var containers: some Sequence<TerminalView> {
    sequence(first: self) { $0.container }.dropFirst()
  }

  func isWithin(_ view: TerminalView) -> Bool {
    sequence(first: self) { $0.container }.contains { $0 === view }
  }
}

// MARK: - Places

/// One of the two directions in which views are placed and scroll.
enum ScrollAxis {
  case horizontal
  case vertical
}

/// Returns the boundary between cells that is nearest to a coordinate.
///
/// Moving everything by whole cells must not change how it is rounded, so halves are always rounded
/// up.
func cellBoundary(_ coordinate: Double) -> Int {
  guard coordinate.isFinite else { return coordinate > 0 ? 1 << 40 : coordinate < 0 ? -1 << 40 : 0 }
  return Int(min(max((coordinate + 0.5).rounded(.down), -0x1p40), 0x1p40))
}

extension TerminalView {
  /// The axis along which the content of the view scrolls; `nil` if it does not.
  var scrollAxis: ScrollAxis? {
    switch className {
    case "list": string("axis") == "horizontal" ? .horizontal : .vertical
    case "scroll": string("axis") == "vertical" ? .vertical : .horizontal
    default: nil
    }
  }

  /// The size; a view without a frame is as large as the view around it.
  var size: Size {
    // Trees may be deep: a loop, and no recursion, here and below.
    for view in sequence(first: self, next: { $0.container }) {
      if let size = view.frame?.size ?? view.rootSize { return size }
    }
    return .zero
  }

  /// How far a scrolling view can be scrolled.
  var offsetMax: Double {
    guard let axis = scrollAxis else { return 0 }
    let length = number("length") ?? children.reduce(0) { max($0, $1.end(along: axis)) }
    return max(0, length - size.length(along: axis))
  }

  /// Where the visible part of a scrolling view begins: whole cells, so that all of its content
  /// moves by as many.
  var shownOffset: Double {
    (min(max(offset, 0), offsetMax) + 0.5).rounded(.down)
  }

  private func end(along axis: ScrollAxis) -> Double {
    guard !isHidden, let frame else { return 0 }
    return frame.origin.coordinate(along: axis) + frame.size.length(along: axis)
  }

  /// Whether the view is a header that stays visible while its section is.
  var sticks: Bool { className == "row" && attributes["stickyEnd"] != nil }

  /// The origin in the view around it, where it is scrolled to.
  func origin(scrolledTo offset: Double?) -> Point {
    var origin = frame?.origin ?? .zero
    guard let axis = container?.scrollAxis, let offset, frame != nil else { return origin }
    var start = origin.coordinate(along: axis)
    if sticks, let end = number("stickyEnd") {
      start = max(start, min(offset, end - size.length(along: axis)))
    }
    switch axis {
    case .horizontal: origin.x = start - offset
    case .vertical: origin.y = start - offset
    }
    return origin
  }

  /// The views in it from back to front: headers that stick are in front of the rows, and the row
  /// that is dragged is in front of all.
  var drawnChildren: [TerminalView] {
    guard className == "list", children.contains(where: { $0.layer > 0 }) else { return children }
    return (0...2).flatMap { layer in children.filter { $0.layer == layer } }
  }

  var layer: Int { className == "row" && flag("dragged") ? 2 : sticks ? 1 : 0 }

  /// Whether the views in it are drawn and can be hit. Those of controls are not.
  var showsChildren: Bool { !Self.controls.contains(className) }

  private static let controls: Set<String> = [
    "text", "button", "toggle", "segments", "field", "progress", "spinner", "badge", "divider",
    "image", "spacer",
  ]
}

extension Size {
  func length(along axis: ScrollAxis) -> Double { axis == .horizontal ? width : height }
}

extension Point {
  func coordinate(along axis: ScrollAxis) -> Double { axis == .horizontal ? x : y }
}

/// Where a view is in the grid.
struct ViewPlace {
  let origin: Point
  let size: Size
  /// All cells of the view, also those that are not visible.
  let cells: CellRectangle
  /// The cells that may be visible: those within all views around it.
  let visible: CellRectangle

  init(origin: Point, size: Size, clip: CellRectangle) {
    (self.origin, self.size) = (origin, size)
    let (left, top) = (cellBoundary(origin.x), cellBoundary(origin.y))
    cells = CellRectangle(
      rows: top..<max(top, cellBoundary(origin.y + max(0, size.height))),
      columns: left..<max(left, cellBoundary(origin.x + max(0, size.width))))
    visible = cells.intersection(clip)
  }

  /// Returns the place of a view within this one.
  func place(of child: TerminalView, scrolledTo offset: Double?) -> ViewPlace {
    let inner = child.origin(scrolledTo: offset)
    return ViewPlace(
      origin: Point(x: origin.x + inner.x, y: origin.y + inner.y), size: child.frame?.size ?? size,
      clip: visible)
  }
}

extension TerminalView {
  /// The offset to place the views in it with; `nil` if the view does not scroll.
  var childOffset: Double? { scrollAxis == nil ? nil : shownOffset }

  /// The place of the view below a root; `nil` if the view is not below it, or not shown.
  func place(below root: TerminalView) -> ViewPlace? {
    var path: [TerminalView] = []
    for view in sequence(first: self, next: { $0.container }) {
      guard view.isVisibleItself, view === self || view.showsChildren else { return nil }
      path.append(view)
      if view === root { break }
    }
    guard path.last === root else { return nil }
    let everything = CellRectangle(rows: 0..<1 << 40, columns: 0..<1 << 40)
    var place = ViewPlace(origin: .zero, size: root.size, clip: everything)
    for view in path.dropLast().reversed() {
      place = place.place(of: view, scrolledTo: view.container?.childOffset)
    }
    return place
  }
}

extension CellRectangle {
  var isEmpty: Bool { rows.isEmpty || columns.isEmpty }

  func contains(_ position: CellPosition) -> Bool {
    rows.contains(position.row) && columns.contains(position.column)
  }
}
