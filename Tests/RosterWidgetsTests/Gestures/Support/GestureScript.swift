import RosterComponents
import RosterLayout
import RosterWidgets

/// An arena with a pointer, and texts of what came of it.
struct GestureScript {
  var arena: GestureArena<String>
  var path: [GestureListener<String>]
  var time = 0.0
  private(set) var log: [String] = []

  init(_ path: [GestureListener<String>], _ configuration: GestureConfiguration = .pixels) {
    arena = GestureArena(configuration)
    self.path = path
  }

  /// What has come since the last call, and forgets it.
  mutating func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  mutating func down(
    _ x: Double = 0, _ y: Double = 0, pointer: Int = 0, button: PointerEvent.Button = .primary
  ) {
    send(.down, x, y, pointer, button)
  }

  mutating func move(_ x: Double, _ y: Double, pointer: Int = 0) {
    send(.moved, x, y, pointer, .primary)
  }

  mutating func up(
    _ x: Double = 0, _ y: Double = 0, pointer: Int = 0, button: PointerEvent.Button = .primary
  ) {
    send(.up, x, y, pointer, button)
  }

  mutating func cancelPointer(_ pointer: Int = 0) { send(.cancelled, 0, 0, pointer, .primary) }

  mutating func tap(_ x: Double = 0, _ y: Double = 0) {
    down(x, y)
    up(x, y)
  }

  /// Lets time pass, with the calls that a host makes at deadlines.
  mutating func wait(_ seconds: Double) {
    time += seconds
    var last = -Double.infinity
    while let deadline = arena.nextDeadline, deadline <= time, deadline > last {
      add(arena.advance(to: deadline))
      last = deadline
    }
  }

  mutating func key(
    _ key: KeyEvent.Key, _ modifiers: InputModifiers = [], _ phase: KeyEvent.Phase = .down
  ) {
    add(arena.handle(KeyEvent(key, modifiers, phase: phase, time: time), focus: path))
  }

  mutating func wheel(_ x: Double, _ y: Double, _ modifiers: InputModifiers = []) {
    let event = WheelEvent(by: Point(x: x, y: y), at: .zero, time: time, modifiers: modifiers)
    add(arena.handle(event, over: path))
  }

  mutating func add(_ gestures: [Gesture<String>]) { log += gestures.map(text) }

  private mutating func send(
    _ phase: PointerEvent.Phase, _ x: Double, _ y: Double, _ pointer: Int,
    _ button: PointerEvent.Button
  ) {
    let event = PointerEvent(
      phase, at: Point(x: x, y: y), time: time, pointer: pointer, button: button)
    add(arena.handle(event, over: path))
  }
}

/// What a gesture is, in a few words.
func text(_ gesture: Gesture<String>) -> String {
  func number(_ point: Point) -> String { "\(Int(point.x.rounded())),\(Int(point.y.rounded()))" }
  let words: String =
    switch gesture.kind {
    case .pressBegan: "press"
    case .pressEnded: "release"
    case .tap: "tap"
    case .doubleTap: "doubleTap"
    case .longPress: "longPress"
    case .pan(let phase, let distance): "pan \(phase) \(number(distance))"
    case .swipe(let direction): "swipe \(direction)"
    case .scroll(let phase, let distance, let velocity):
      "scroll \(phase) \(number(distance))" + (velocity == .zero ? "" : " at \(number(velocity))")
    case .wheel(let distance): "wheel \(number(distance))"
    case .drag(let phase): "drag \(phase)"
    case .reorder(let step): "move \(step)"
    }
  return "\(gesture.view): \(words)"
}

typealias Listener = GestureListener<String>
