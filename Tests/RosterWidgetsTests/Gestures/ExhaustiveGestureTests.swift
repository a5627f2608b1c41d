import RosterComponents
import RosterLayout
import RosterTestKit
import RosterWidgets
import Testing

/// All short rows of events, and long ones at random, over several paths.
@Suite("GestureArena, everything")
struct ExhaustiveGestureTests {
  /// What can happen next.
  enum Step: String, CaseIterable {
    case down, up, cancel
    case near, aside, along
    case otherDown, otherUp
    case soon, late
    case wheel

    var seconds: Double { self == .soon ? 0.1 : self == .late ? 0.6 : 0 }
  }

  static let paths: [[Listener]] = [
    [Listener("a", [.tap])],
    [Listener("a", [.tap, .doubleTap, .longPress]), Listener("list", scrolls: .vertical)],
    [Listener("a", [.doubleTap]), Listener("b", [.tap, "swipe"]), Listener("c", [.longPress])],
    [Listener("a", [.tap, .pan]), Listener("row", [.doubleTap, "drop"])],
    [Listener("a", ["dragHandle"]), Listener("row", [.tap, .longPress, "drop"])],
    [
      Listener("a", [.tap, .pan, "swipe"]), Listener("b", scrolls: .horizontal),
      Listener("row", [.doubleTap, "drop"]), Listener("list", scrolls: .vertical),
    ],
  ]

  @Test(arguments: paths.indices)
  func everyShortRowOfEventsKeepsTheRules(index: Int) {
    let isLongest = index == 1
    var faults: [String] = []
    walk(GestureWalk(Self.paths[index]), depth: isLongest ? 5 : 4, [], &faults)
    #expect(faults.prefix(3) == [])
  }

  private func walk(
    _ walk: GestureWalk, depth: Int, _ steps: [Step], _ faults: inout [String]
  ) {
    guard depth > 0, faults.isEmpty else { return }
    for step in Step.allCases {
      var next = walk
      if let fault = next.take(step) ?? next.finished() {
        faults.append("\(text(steps + [step])): \(fault)")
        return
      }
      self.walk(next, depth: depth - 1, steps + [step], &faults)
    }
  }

  private func text(_ steps: [Step]) -> String {
    steps.map(\.rawValue).joined(separator: " ")
  }

  @Test(arguments: UInt64(1)...40)
  func longRowsOfEventsKeepTheRules(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let path = Self.paths[random.index(below: Self.paths.count)]
    var (walk, again) = (GestureWalk(path), GestureWalk(path))
    var steps: [Step] = []
    for _ in 0..<200 {
      let step = Step.allCases[random.index(below: Step.allCases.count)]
      steps.append(step)
      let fault = walk.take(step) ?? again.take(step) ?? walk.finished()
      #expect(fault == nil, "seed \(seed), \(text(steps))")
      #expect(walk.log == again.log, "seed \(seed)")
      if fault != nil { return }
    }
  }
}

/// An arena that is advanced at every deadline, one that only gets events, and the rules.
struct GestureWalk {
  private let path: [Listener]
  private var punctual = GestureArena<String>(.pixels)
  private var late = GestureArena<String>(.pixels)
  private var ledger = GestureLedger()
  private var held: Set<Int> = []
  private var position = Point.zero
  private var time = 0.0
  private(set) var log: [Gesture<String>] = []
  private var lateLog: [Gesture<String>] = []

  init(_ path: [Listener]) { self.path = path }

  /// Takes a step.
  ///
  /// - Returns: The rule that does not hold.
  mutating func take(_ step: ExhaustiveGestureTests.Step) -> String? {
    switch step {
    case .soon, .late: return wait(step.seconds)
    case .down: return down(0)
    case .otherDown: return down(1)
    case .up: return up(0)
    case .otherUp: return up(1)
    case .cancel: return cancel(0)
    case .near: return move(by: Point(x: 3, y: 0))
    case .aside: return move(by: Point(x: 60, y: 0))
    case .along: return move(by: Point(x: 0, y: 60))
    case .wheel:
      let event = WheelEvent(by: Point(x: 0, y: 1), at: position, time: time)
      lateLog += late.handle(event, over: path)
      // A wheel is no press, so it may come after one that was cancelled.
      let gestures = punctual.handle(event, over: path)
      return check(gestures, isCancelling: true)
    }
  }

  /// Whether everything is over if the pointers are taken away now and time passes.
  func finished() -> String? {
    var copy = self
    for pointer in [0, 1] {
      if let fault = copy.cancel(pointer) { return fault }
    }
    if let fault = copy.wait(10) { return fault }
    if let open = copy.ledger.open { return "\(open) is still open" }
    let rest = copy.late.advance(to: copy.time)
    guard copy.log == copy.lateLog + rest else { return "late calls bring something else" }
    return copy.punctual.nextDeadline == nil ? nil : "there is a deadline without a press"
  }

  private mutating func wait(_ seconds: Double) -> String? {
    time += seconds
    while let deadline = punctual.nextDeadline, deadline <= time {
      if let fault = check(punctual.advance(to: deadline), isCancelling: false) { return fault }
      if let next = punctual.nextDeadline, next <= deadline { return "a deadline stays" }
    }
    return nil
  }

  private mutating func down(_ pointer: Int) -> String? {
    held.remove(pointer)
    let isAlone = held.isEmpty
    held.insert(pointer)
    return send(.down, pointer, isCancelling: true) { $0.noteDown(isAlone: isAlone) }
  }

  private mutating func up(_ pointer: Int) -> String? {
    held.remove(pointer)
    return send(.up, pointer, isCancelling: false)
  }

  private mutating func cancel(_ pointer: Int) -> String? {
    let wasHeld = held.remove(pointer) != nil
    defer { if wasHeld { ledger.noteCancel() } }
    return send(.cancelled, pointer, isCancelling: true)
  }

  private mutating func move(by distance: Point) -> String? {
    position = Point(x: position.x + distance.x, y: position.y + distance.y)
    return send(.moved, 0, isCancelling: false)
  }

  private mutating func send(
    _ phase: PointerEvent.Phase, _ pointer: Int, isCancelling: Bool,
    _ note: (inout GestureLedger) -> Void = { _ in }
  ) -> String? {
    let event = PointerEvent(phase, at: position, time: time, pointer: pointer)
    lateLog += late.handle(event, over: path)
    note(&ledger)
    return check(punctual.handle(event, over: path), isCancelling: isCancelling)
  }

  private mutating func check(
    _ gestures: [Gesture<String>], isCancelling: Bool
  ) -> String? {
    log += gestures
    return ledger.take(gestures, over: path, isCancelling: isCancelling)
  }
}
