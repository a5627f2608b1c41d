public import RosterComponents
public import RosterJSON
public import RosterLayout
public import RosterMounting

/// Shows views in the cells of a terminal: one point is one cell.
///
///     let host = TerminalHost(size: Size(width: 80, height: 24))
///     let mount = ViewMount(in: host.root, of: host)
///     mount.render(tree)
///     print(host.plainText(width: 80))
///
/// Each view is drawn within its frame and within the frames of the views around it. Frames are
/// rounded to the nearest cells, so views whose frames touch have touching cells. Text of models is
/// drawn without anything that a terminal acts upon. A class that the host does not know is an
/// empty container.
///
/// A host belongs to one isolation, like the mounts that use it. ``TerminalScreen`` has one, and
/// shows it.
public final class TerminalHost: ViewHost {
  /// The view in which mounts put their views; as large as the host.
  public let root = TerminalView("root")
  /// How views are drawn.
  public let options: TerminalOptions
  /// The view that receives the keys.
  public internal(set) var focusedView: TerminalView? {
    didSet { if focusedView !== oldValue { focusChanged(from: oldValue) } }
  }
  /// The time in seconds, for what moves by itself: spinners and progress without a value.
  public var time = 0.0 {
    didSet {
      guard ViewDrawing.step(time) != ViewDrawing.step(oldValue) else { return }
      moving.filter(\.movesByItself).forEach(damage)
    }
  }

  let names: ColorNames
  let glyphs: Glyphs
  /// The views that may move by themselves.
  private var moving: Set<TerminalView> = []
  /// The views that may take the focus, best first, since the focused one has gone.
  var heirs: [TerminalView] = []
  /// What was typed into a field, as long as the program has not heard of it.
  var typed: TypedText?
  /// What has happened to the focus since this was last taken.
  var focusEvents: [(view: TerminalView, event: ViewEvent)] = []
  private var grid: CellGrid
  /// For each row of the grid, whether it may look different by now.
  private var isDamaged: [Bool]

  /// Makes a host for a terminal with all colours.
  ///
  /// - Parameters:
  ///   - size: The size in cells.
  ///   - options: How views are drawn.
  public convenience init(size: Size, options: TerminalOptions = TerminalOptions()) {
    self.init(size: CellSize(size), options: options, depth: .trueColor)
  }

  package init(size: CellSize, options: TerminalOptions, depth: ColorDepth) {
    self.options = options
    names = ColorNames(theme: options.theme, depth: depth)
    glyphs = Glyphs(options)
    grid = CellGrid(size)
    isDamaged = Array(repeating: true, count: size.rows)
    root.rootSize = Size(size)
  }

  /// The size in cells.
  public var size: Size { Size(grid.size) }

  /// Gives the host another size. The program lays its list out anew.
  public func resize(to size: Size) {
    let size = CellSize(size)
    guard size != grid.size else { return }
    grid = CellGrid(size)
    isDamaged = Array(repeating: true, count: size.rows)
    root.rootSize = Size(size)
  }

  /// Whether a visible view moves by itself, so that ``time`` should go on.
  public var isMoving: Bool {
    moving.contains { $0.movesByItself && !visibleCells(of: $0).isEmpty }
  }

  // MARK: Damage

  /// Notes that a view may look different. It is called before and after each change, and what
  /// looks different between two states lies within the view in one of both.
  func damage(_ view: TerminalView) {
    for row in visibleCells(of: view).rows { isDamaged[row] = true }
    // How far such a view scrolls, or what it shows, depends on the views in it.
    if let container = view.container, container.dependsOnChildren {
      for row in visibleCells(of: container).rows { isDamaged[row] = true }
    }
  }

  /// The cells in which a view may be visible.
  func visibleCells(of view: TerminalView) -> CellRectangle {
    let cells = view.place(below: root)?.visible.intersection(CellRectangle(grid.size))
    if let cells, !cells.isEmpty { return cells }
    return CellRectangle(rows: 0..<0, columns: 0..<0)
  }

  private func changing(_ view: TerminalView, _ change: () -> Void) {
    damage(view)
    change()
    damage(view)
  }

  // MARK: Drawing

  /// Draws what has changed since the last call.
  ///
  /// - Returns: The grid, and the rows that were drawn anew.
  /// - Complexity: In the number of mounted views and the cells of the damaged rows.
  package func draw() -> (grid: CellGrid, rows: [Int]) {
    settleFocus()
    let rows = isDamaged.indices.filter { isDamaged[$0] }
    if rows.isEmpty { return (grid, []) }
    let damaged = isDamaged
    // Taken out while it is drawn, so that it is not copied.
    let taken = grid
    grid = CellGrid(CellSize(rows: 0, columns: 0))
    grid = drawn(on: Canvas(taken) { damaged[$0] }, focused: focusedView)
    isDamaged = Array(repeating: false, count: grid.size.rows)
    return (grid, rows)
  }

  /// Returns what is to be seen, drawn from nothing.
  package func freshGrid() -> CellGrid {
    drawn(on: Canvas(CellGrid(grid.size)) { _ in true }, focused: focusedView)
  }

  private func drawn(on canvas: Canvas, focused: TerminalView?, above: Int = 0) -> CellGrid {
    var drawing = ViewDrawing(
      canvas: canvas, names: names, glyphs: glyphs, focused: focused, time: time)
    let place = ViewPlace(
      origin: Point(x: 0, y: -Double(above)), size: root.size, clip: canvas.bounds)
    drawing.draw(root, at: place)
    return drawing.canvas.grid
  }

  /// Returns everything that is mounted as lines of text, for output that is no terminal.
  ///
  /// A list without a frame shows all of its mounted rows.
  ///
  /// - Parameter width: The number of columns, of which 10,000 are shown at most. What is wider is cut off.
  public func plainText(width: Int) -> String {
    let width = min(width, CellSize.sideMax)
    let before = root.rootSize
    let lists = root.children.filter { $0.frame == nil && $0.scrollAxis == .vertical }
    let offsets = lists.map(\.offset)
    lists.forEach { $0.offset = 0 }
    defer {
      root.rootSize = before
      for (list, offset) in zip(lists, offsets) { list.offset = offset }
    }
    let length = min(Self.plainRowCountMax, cellBoundary(extent))
    root.rootSize = Size(width: Double(width), height: Double(length))
    var lines: [String] = []
    for start in stride(from: 0, to: length, by: Self.plainPageCount) {
      let size = CellSize(rows: min(Self.plainPageCount, length - start), columns: width)
      let page = drawn(on: Canvas(CellGrid(size)) { _ in true }, focused: nil, above: start)
      for row in 0..<size.rows {
        let text = page.text(ofRow: row)
        let end = text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex
        lines.append(String(text[..<end]))
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns views as lines of text, for output that is no terminal.
  ///
  ///     print(TerminalHost.plainText(of: tree.views, width: 80))
  ///
  /// - Parameters:
  ///   - views: The views, which were laid out.
  ///   - width: The number of columns, of which 10,000 are shown at most. What is wider is cut off.
  ///   - options: How views are drawn.
  public static func plainText(
    of views: [ViewTree], width: Int, options: TerminalOptions = TerminalOptions()
  ) -> String {
    let host = TerminalHost(size: Size(width: Double(width), height: 0), options: options)
    let mount = ViewMount(in: host.root, of: host)
    mount.render(views, isLaidOut: true)
    return host.plainText(width: width)
  }

  private static let plainPageCount = 200
  private static let plainRowCountMax = 1_000_000

  /// How far down the shown views go. A view without a frame goes as far as those in it.
  private var extent: Double {
    var end = 0.0
    var remaining = [root]
    while let view = remaining.popLast() {
      for child in view.children where child.isVisibleItself {
        if let frame = child.frame {
          end = max(end, frame.origin.y + frame.size.height)
        } else {
          remaining.append(child)
        }
      }
    }
    return end
  }
}

// MARK: - Views

extension TerminalHost {
  /// Makes a view.
  public func makeView(_ className: String) -> TerminalView {
    let view = TerminalView(className)
    if className == "spinner" || className == "progress" { moving.insert(view) }
    return view
  }

  /// Sets an attribute.
  public func set(_ name: String, of view: TerminalView, from old: JSONValue?, to new: JSONValue) {
    changing(view) {
      view.attributes[name] = new
      view.forget(name)
      switch name {
      case "offset" where view.scrollAxis != nil:
        setOffset(of: view, from: old?.numberValue, to: view.number("offset") ?? 0)
      default: setField(name, of: view, from: old)
      }
    }
  }

  /// Shows a sign in the first cell of a view, over what is there: beside a row that has changed, for example.
  ///
  /// A row that goes out of sight gives its view to another one, without the sign. So a program marks the rows that are
  /// visible after each update.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - sign: A character of one cell; `nil` for none.
  public func mark(_ view: TerminalView, with sign: Character?) {
    guard view.mark != sign else { return }
    changing(view) { view.mark = sign }
  }

  /// Shows a value that the user has given a view, before the program hears of it. What the program
  /// makes of it is set only if it differs; see `ReportedValue`.
  func show(_ value: JSONValue, as name: String, of view: TerminalView) {
    changing(view) {
      view.attributes[name] = value
      view.forget(name)
    }
  }

  private func setOffset(of view: TerminalView, from old: Double?, to target: Double) {
    if view.className == "list" {
      // The mount knows where the user was when it decided, and the user may have scrolled on.
      view.offset = old.map { view.offset + target - $0 } ?? target
    } else {
      view.offset = target
    }
  }

  /// Removes an attribute.
  public func unset(_ name: String, of view: TerminalView, from old: JSONValue) {
    changing(view) {
      view.attributes[name] = nil
      view.forget(name)
      if name == "offset" { view.offset = 0 }
      setField(name, of: view, from: old)
    }
  }

  /// Returns `true`: every attribute can be unset.
  public func canUnset(_ name: String, ofClass className: String) -> Bool { true }

  /// Replaces the events of a view.
  public func setEvents(_ events: [ViewEvent: [ActionReference]], of view: TerminalView) {
    view.events = Set(events.keys)
  }

  /// Replaces the description of a view for assistive technology. The label of an image that cannot
  /// be drawn is drawn instead.
  public func setAccessibility(_ accessibility: Accessibility?, of view: TerminalView) {
    guard view.label != accessibility?.label else { return }
    changing(view) {
      view.label = accessibility?.label
      view.text = nil
    }
  }

  /// Gives a view its frame; without one it is as large as the view around it.
  public func setFrame(_ frame: ViewFrame?, of view: TerminalView) {
    changing(view) { view.frame = frame }
  }

  /// Puts a view in front of a sibling.
  public func place(
    _ view: TerminalView, in container: TerminalView, inFrontOf sibling: TerminalView?
  ) {
    changing(view) {
      container.children.removeAll { $0 === view }
      let behind = sibling.flatMap { sibling in
        container.children.firstIndex { $0 === sibling }
      }
      container.children.insert(view, at: behind.map { $0 + 1 } ?? 0)
      view.container = container
    }
  }

  /// Shows a hidden view.
  public func show(_ view: TerminalView) {
    changing(view) { view.isHidden = false }
  }

  /// Hides a view. The focus, if it is in it, goes to the nearest view that can have it.
  public func hide(_ view: TerminalView) {
    loseFocus(within: view)
    changing(view) { view.isHidden = true }
  }

  /// Notes that a view is in a pool.
  public func didEnterPool(_ view: TerminalView) {
    view.isPooled = true
    view.loaded = nil
    // The view may come back as a header, which no program marks.
    view.mark = nil
  }

  /// Notes that a view leaves its pool.
  public func willLeavePool(_ view: TerminalView) { view.isPooled = false }

  /// Removes a view.
  public func letGo(_ view: TerminalView, with inner: [TerminalView]) {
    loseFocus(within: view)
    damage(view)
    view.container?.children.removeAll { $0 === view }
    view.container = nil
    for gone in [view] + inner {
      moving.remove(gone)
      gone.loaded = nil
      // Nothing is kept through views that a program still holds.
      gone.children = []
    }
  }
}

// MARK: - Pictures

extension TerminalHost: PictureHost {
  /// The upper and the lower half of a cell are a pixel each. Zero if the terminal has no colours, and so shows
  /// texts instead of pictures.
  public var pixelsPerPoint: Size {
    glyphs.drawPixels(in: names.depth) ? Size(width: 1, height: 2) : .zero
  }

  /// Shows what is known of a picture. Views of other classes have none.
  public func show(_ content: PictureContent?, in view: TerminalView) {
    guard view.className == "image", view.loaded != content else { return }
    changing(view) {
      view.loaded = content
      // The text that is drawn instead of a picture depends on it.
      view.text = nil
    }
  }
}

extension TerminalView {
  /// Forgets what was made of an attribute.
  fileprivate func forget(_ name: String) {
    switch name {
    case "text", "truncation", "letterSpacing", "lineSpacing", "tabWidth", "tabStops",
      "alternative",
      "value", "placeholder", "secure", "multiline", "wraps":
      text = nil
    case "pixels", "preview": picture = nil
    case "source": loaded = nil
    default: break
    }
  }

  /// Whether more of the view than the room of a child may change with the child.
  fileprivate var dependsOnChildren: Bool {
    className == "slot" || scrollAxis != nil && number("length") == nil
  }

  /// Whether the view looks different from one step of the time to the next.
  fileprivate var movesByItself: Bool {
    switch className {
    case "spinner": attributes["active"]?.boolValue ?? true
    case "progress": number("value") == nil
    default: false
    }
  }
}

extension CellSize {
  init(_ size: Size) {
    self.init(
      rows: min(cellBoundary(size.height), Self.sideMax),
      columns: min(cellBoundary(size.width), Self.sideMax))
  }
}

extension Size {
  init(_ size: CellSize) { self.init(width: Double(size.columns), height: Double(size.rows)) }
}
