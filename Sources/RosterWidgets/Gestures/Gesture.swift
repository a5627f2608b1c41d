public import RosterComponents
public import RosterJSON
public import RosterLayout

/// A view under a pointer, or around the focus, and what it listens to.
public struct GestureListener<View: Hashable & Sendable>: Hashable, Sendable {
  /// The host's name of the view.
  public var view: View
  /// What the view listens to. Besides `tap`, `doubleTap`, `longPress`, `pan` and `swipe` these events
  /// count:
  ///
  /// - `drop`: the row can be dragged to another place, after a long press on it or by a key;
  /// - `dragHandle`: a press on this view drags the row that listens to `drop` without a long press.
  public var events: Set<ViewEvent>
  /// The axes along which a pointer that presses the view scrolls it. A wheel does so, too. For a
  /// mouse, which does not push content, a host passes only the axes of wheel events.
  public var scrollAxes: Axes

  /// Makes a listener.
  public init(_ view: View, _ events: Set<ViewEvent> = [], scrolls scrollAxes: Axes = []) {
    self.view = view
    self.events = events
    self.scrollAxes = scrollAxes
  }
}

/// What a user has done to a view, or is doing.
public struct Gesture<View: Hashable & Sendable>: Hashable, Sendable {
  /// The view.
  public var view: View
  /// What is done to it.
  public var kind: GestureKind
  /// Where the pointer is, in points; `nil` if it was a key.
  public var position: Point?
  /// The keys that were held when the press began.
  public var modifiers: InputModifiers

  /// Makes a gesture.
  public init(
    _ kind: GestureKind, of view: View, at position: Point? = nil, modifiers: InputModifiers = []
  ) {
    self.view = view
    self.kind = kind
    self.position = position
    self.modifiers = modifiers
  }
}

/// What a user does to a view.
public enum GestureKind: Hashable, Sendable {
  /// The step of a gesture that lasts. What began either ends or is cancelled.
  public enum Phase: Hashable, Sendable {
    /// The gesture begins, goes on, or ends and has its effect.
    case began, changed, ended
    /// The gesture has no effect; what it has done so far is to be taken back.
    case cancelled
  }

  /// Where a swipe goes: the value of `ViewEvent.swipe`.
  public enum Direction: String, Codable, Hashable, Sendable, CaseIterable, ActionArgument {
    /// The direction in which the pointer moves, as it is seen. Where text runs from right to left, what
    /// follows stands to the left: a component that shows it by a swipe then takes `right` for it.
    case left, right, up, down
  }

  /// A press begins that may become a tap; the host may show the view as pressed.
  case pressBegan
  /// The press is over, whatever came of it.
  case pressEnded
  /// The view was tapped.
  case tap
  /// The view was tapped twice.
  case doubleTap
  /// The view was pressed for a while, or with the button of menus.
  case longPress
  /// A movement, with the distance from its start.
  case pan(Phase, Point)
  /// A quick movement that has ended.
  case swipe(Direction)
  /// A pointer pushes the content of a view, with the distance from the start of the movement. When
  /// it ends, `velocity` says how fast the content goes on, in points per second.
  case scroll(Phase, Point, velocity: Point)
  /// A wheel scrolls the content of a view by a distance: positive numbers show what is further down
  /// or to the right.
  case wheel(Point)
  /// A row is dragged; `position` of the gesture is where the pointer is. A list then drags
  /// the row: `ListPresenter.beginReorder(_:at:within:)`.
  case drag(Phase)
  /// A key moves a row one place. A list then moves
  /// it: `ListPresenter.reorder(_:_:within:_:)`.
  case reorder(ReorderStep)

  /// The event that a program hears, with the values that it passes; `nil` for what only the host
  /// uses, and for a movement that is cancelled.
  public var event: (name: ViewEvent, values: [JSONValue])? {
    switch self {
    case .tap: (.tap, [])
    case .doubleTap: (.doubleTap, [])
    case .longPress: (.longPress, [])
    case .pan(.cancelled, _): nil
    case .pan(_, let distance): (.pan, [.number(distance.x), .number(distance.y)])
    case .swipe(let direction): (.swipe, [.string(direction.rawValue)])
    case .pressBegan, .pressEnded, .scroll, .wheel, .drag, .reorder: nil
    }
  }
}

/// The names of the events that have no constant in `ViewEvent`.
enum Listening {
  static let drop = ViewEvent(rawValue: "drop")
  static let dragHandle = ViewEvent(rawValue: "dragHandle")
}

/// The views under a pointer, the innermost first.
struct GesturePath<View: Hashable & Sendable>: Sendable {
  var listeners: [GestureListener<View>]

  /// The innermost view that listens to one of some events.
  func innermost(_ events: ViewEvent...) -> GestureListener<View>? {
    listeners.first { !$0.events.isDisjoint(with: events) }
  }

  /// The innermost view that scrolls along one of some axes.
  func innermost(scrolling axes: Axes) -> GestureListener<View>? {
    listeners.first { !$0.scrollAxes.isDisjoint(with: axes) }
  }

  /// The row that a handle drags: the innermost that can be dropped, from the handle outwards.
  var row: View? {
    guard let handle = listeners.firstIndex(where: { $0.events.contains(Listening.dragHandle) })
    else { return nil }
    return listeners[handle...].first { $0.events.contains(Listening.drop) }?.view
  }
}
