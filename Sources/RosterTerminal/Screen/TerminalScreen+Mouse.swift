internal import RosterComponents
internal import RosterJSON
internal import RosterLayout
internal import RosterWidgets

extension TerminalScreen {
  /// Does what the mouse stands for.
  func handle(_ mouse: MouseEvent, at time: Double) -> [TerminalEvent] {
    let position = hostPosition(mouse.position)
    if let events = promptTouched(mouse, at: time) { return events }
    // A press that began in the views does not end in the text.
    if textPage != nil { return act(on: gestures.cancel()) + mouseInText(mouse) }
    // A press that began within the views may end outside of them.
    let path = host.path(at: position)
    if case .wheel(let direction) = mouse.action,
      let events = fieldWheeled(path.first, direction)
    {
      return events
    }
    let inField = fieldTouched(mouse, at: position, path.first, time)
    if inField.isDrag { return inField.events }
    return inField.events
      + act(on: gestures.handle(mouse, at: position, over: path, host, time))
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

  // MARK: Text

  /// Places the cursor in the prompt, or selects in it; `nil` if the mouse is elsewhere.
  private func promptTouched(_ mouse: MouseEvent, at time: Double) -> [TerminalEvent]? {
    guard var editor = prompt?.editor, let room = promptRoom() else { return nil }
    let cell = promptCell(at: mouse.position)
    switch mouse.action {
    case .press(.left):
      guard let cell else { return nil }
      textPresses.press(at: mouse.position, time)
      editor.press(textPresses.count, at: cell, mouse.modifiers, in: room)
    case .drag(.left):
      guard let cell else { return nil }
      editor.point(at: cell, isExtending: true, in: room)
    default: return cell == nil ? nil : []
    }
    prompt?.editor = editor
    return []
  }

  /// Places the cursor in a field, or selects in it.
  private func fieldTouched(
    _ mouse: MouseEvent, at position: CellPosition, _ view: TerminalView?, _ time: Double
  ) -> (events: [TerminalEvent], isDrag: Bool) {
    switch mouse.action {
    case .press(.left):
      textPresses.field = nil
      guard let view, view.className == "field", host.focus(view) else { return ([], false) }
      textPresses.press(at: mouse.position, time)
      textPresses.field = view
      let count = textPresses.count
      return (
        pointed(in: view, position) { $0.press(count, at: $2, mouse.modifiers, in: $1) }, false
      )
    case .drag(.left):
      guard let field = textPresses.field, field === host.focusedView else { return ([], false) }
      // The press selects text now, and nothing else comes of it.
      let cancelled = act(on: gestures.cancel())
      let events = pointed(in: field, position) { $0.point(at: $2, isExtending: true, in: $1) }
      return (cancelled + events, true)
    case .release(.left):
      textPresses.field = nil
      return ([], false)
    default: return ([], false)
    }
  }

  private func pointed(
    in field: TerminalView, _ position: CellPosition,
    _ change: (inout FieldEditor, FieldRoom, CellPosition) -> Void
  ) -> [TerminalEvent] {
    guard let cells = host.textPlace(of: field)?.cells else { return [] }
    let cell = CellPosition(
      row: position.row - cells.rows.lowerBound,
      column: position.column - cells.columns.lowerBound)
    return editing(field) { change(&$0, $1, cell) }
  }

  /// Scrolls the text that is edited; `nil` if it is at its end, so that what is around it scrolls.
  private func fieldWheeled(
    _ view: TerminalView?, _ direction: MouseEvent.Direction
  ) -> [TerminalEvent]? {
    guard let view, view === host.focusedView, view.editor != nil,
      let room = host.textPlace(of: view)?.room, room.isMultiline,
      direction == .up || direction == .down,
      view.editor?.scroll(by: direction == .up ? -1 : 1, in: room) == true
    else { return nil }
    host.damage(view)
    return []
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

  /// Ends what is going on without an effect.
  mutating func cancel() -> [Made] { made(arena.cancel()) }

  mutating func advance(to time: Double) -> [Made] { made(arena.advance(to: time)) }

  mutating func handle(
    _ mouse: MouseEvent, at position: CellPosition, over path: [TerminalView],
    _ host: TerminalHost, _ time: Double
  ) -> [Made] {
    // The middle of the cell.
    let point = Point(x: Double(position.column) + 0.5, y: Double(position.row) + 0.5)
    let modifiers = mouse.modifiers
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
      let turned = mouse.modifiers.contains(.shift) && distance.x == 0
      return made(
        arena.handle(
          event, over: scrollers(path, turned ? Point(x: distance.y, y: 0) : distance)))
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

  /// What scrolls in a direction. A view that is at its end leaves it to those around it.
  private mutating func scrollers(
    _ path: [TerminalView], _ distance: Point
  ) -> [GestureListener<ObjectIdentifier>] {
    path.map { view in
      views[ObjectIdentifier(view)] = view
      var axes: Axes = []
      if let axis = view.scrollAxis, view.canScroll(by: distance.coordinate(along: axis)) {
        axes = axis == .horizontal ? .horizontal : .vertical
      }
      return GestureListener(ObjectIdentifier(view), scrolls: axes)
    }
  }
}

/// The presses of the mouse in text: two in one place select a word, three a line.
struct TextPresses {
  /// The field that was pressed, as long as the button is held.
  weak var field: TerminalView?
  /// How many presses this was.
  private(set) var count = 0
  private var last: (position: CellPosition, time: Double)?

  /// In seconds.
  private static let interval = 0.4

  mutating func press(at position: CellPosition, _ time: Double) {
    let isNext = last.map { $0.position == position && time - $0.time <= Self.interval } ?? false
    count = isNext ? count % 3 + 1 : 1
    last = (position, time)
  }
}

extension FieldEditor {
  /// Does what a number of presses at one place does.
  fileprivate mutating func press(
    _ count: Int, at cell: CellPosition, _ modifiers: InputModifiers, in room: FieldRoom
  ) {
    point(at: cell, isExtending: modifiers.contains(.shift) && count == 1, in: room)
    if count == 2 { selectWord(in: room) }
    if count == 3 { room.isMultiline ? selectLine(in: room) : perform(.selectAll, in: room) }
  }
}

extension TerminalView {
  /// Whether there is more in a direction.
  fileprivate func canScroll(by distance: Double) -> Bool {
    distance < 0 ? shownOffset > 0 : distance > 0 && shownOffset < (offsetMax + 0.5).rounded(.down)
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
