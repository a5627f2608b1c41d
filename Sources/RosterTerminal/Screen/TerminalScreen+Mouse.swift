internal import RosterComponents
internal import RosterJSON
internal import RosterLayout
internal import RosterWidgets

extension TerminalScreen {
  /// Does what the mouse stands for.
  func handle(_ mouse: MouseEvent, at time: Double) -> [TerminalEvent] {
    let position = hostPosition(mouse.position)
    // A press that began within the views may end outside of them.
    let path = host.path(at: position)
    return act(on: gestures.handle(mouse, at: position, over: path, host, time))
  }

  /// Does what gestures stand for.
  func act(on gestures: [ScreenGestures.Made]) -> [TerminalEvent] {
    gestures.flatMap { made -> [TerminalEvent] in
      let (view, gesture) = (made.view, made.gesture)
      switch gesture.kind {
      case .tap: return tapped(view, at: gesture.position)
      case .wheel(let distance): return wheeled(view, distance)
      case .drag(let phase):
        return gesture.position.map { [.dragged(view, phase, at: $0)] } ?? []
      default:
        guard let event = gesture.kind.event else { return [] }
        return [.view(view, event.name, event.values)]
      }
    }
  }

  private func wheeled(_ view: TerminalView, _ distance: Point) -> [TerminalEvent] {
    guard let axis = view.scrollAxis,
      let offset = host.scroll(
        view, to: view.shownOffset + distance.coordinate(along: axis))
    else { return [] }
    return [Self.event(view, offset)]
  }

  private func tapped(_ view: TerminalView, at point: Point?) -> [TerminalEvent] {
    host.focus(view)
    let column = point.map { cellBoundary($0.x.rounded(.down)) }
    guard let column, let cells = view.place(below: host.root)?.cells else {
      return acted(on: view)
    }
    switch view.className {
    case "segments":
      let place = column - cells.columns.lowerBound
      guard let segment = Segments(view).first(where: { $0.columns.contains(place) }),
        !segment.isSelected
      else { return [] }
      return selected(segment.index, in: view)
    case "field":
      guard var editor = view.editor, !editor.text.isEmpty, !view.flag("secure") else { return [] }
      let shown = FieldText(view, columns: cells.columns.count, isFocused: true, host.glyphs)
      let target = column - cells.columns.lowerBound + shown.start
      editor.move(to: prefix(of: editor.text, columns: target).count)
      view.editor = editor
      return []
    default: return acted(on: view)
    }
  }
}

/// The gestures of the mouse, with the views that they are about.
struct ScreenGestures {
  private var arena = GestureArena<ObjectIdentifier>(.cells)
  /// The views of the press and of the tap before it, which exist as long as they are needed here.
  private var views: [ObjectIdentifier: TerminalView] = [:]

  /// A gesture with its view.
  struct Made {
    let view: TerminalView
    let gesture: Gesture<ObjectIdentifier>
  }

  /// Whether something may come of the time alone.
  var isWaiting: Bool { arena.nextDeadline != nil }

  /// The distance that one step of a wheel scrolls.
  private static let wheelDistance = 3.0

  mutating func advance(to time: Double) -> [Made] { made(arena.advance(to: time)) }

  mutating func handle(
    _ mouse: MouseEvent, at position: CellPosition, over path: [TerminalView],
    _ host: TerminalHost, _ time: Double
  ) -> [Made] {
    // The middle of the cell.
    let point = Point(x: Double(position.column) + 0.5, y: Double(position.row) + 0.5)
    let modifiers = InputModifiers(rawValue: mouse.modifiers.rawValue)
    func pointer(_ phase: PointerEvent.Phase, _ button: MouseEvent.Button = .left) -> PointerEvent {
      PointerEvent(phase, at: point, time: time, button: button.gestural, modifiers: modifiers)
    }
    switch mouse.action {
    case .press(let button):
      return made(arena.handle(pointer(.down, button), over: listeners(path, host)))
    case .release(let button): return made(arena.handle(pointer(.up, button)))
    case .drag(let button): return made(arena.handle(pointer(.moved, button)))
    case .move: return made(arena.handle(pointer(.moved)))
    case .wheel(let direction):
      let distance = direction.distance(Self.wheelDistance)
      let event = WheelEvent(by: distance, at: point, time: time, modifiers: modifiers)
      return made(arena.handle(event, over: scrollers(path)))
    }
  }

  private mutating func made(_ gestures: [Gesture<ObjectIdentifier>]) -> [Made] {
    gestures.compactMap { gesture in
      guard let view = views[gesture.view], !view.isPooled, view.container != nil else {
        return nil
      }
      return Made(view: view, gesture: gesture)
    }
  }

  private mutating func listeners(
    _ path: [TerminalView], _ host: TerminalHost
  ) -> [GestureListener<ObjectIdentifier>] {
    if !isWaiting { views = [:] }
    // What is disabled, or lies in something disabled, hears nothing.
    let firstEnabled = path.lastIndex(where: \.isDisabled).map { $0 + 1 } ?? 0
    return path[firstEnabled...].map { view in
      views[ObjectIdentifier(view)] = view
      var events = view.events
      if host.canFocus(view) { events.insert(.tap) }
      return GestureListener(ObjectIdentifier(view), events)
    }
  }

  private mutating func scrollers(
    _ path: [TerminalView]
  ) -> [GestureListener<ObjectIdentifier>] {
    path.map { view in
      views[ObjectIdentifier(view)] = view
      let axes: Axes =
        switch view.scrollAxis {
        case nil: []
        case .horizontal: .horizontal
        case .vertical: .vertical
        }
      return GestureListener(ObjectIdentifier(view), scrolls: axes)
    }
  }
}

extension MouseEvent.Button {
  fileprivate var gestural: PointerEvent.Button {
    switch self {
    case .left: .primary
    case .right: .secondary
    case .middle: .other(1)
    case .other(let number): .other(number)
    }
  }
}

extension MouseEvent.Direction {
  fileprivate func distance(_ length: Double) -> Point {
    switch self {
    case .up: Point(x: 0, y: -length)
    case .down: Point(x: 0, y: length)
    case .left: Point(x: -length, y: 0)
    case .right: Point(x: length, y: 0)
    }
  }
}
