import RosterComponents
import RosterWidgets

/// Checks what holds of every row of gestures, whatever the events were.
struct GestureLedger {
  private var pressed: String?
  private var lasting: String?
  /// The presses that have not had an effect so far, each of which may have one.
  private var unspent = 0
  /// Whether the press was cancelled, so that nothing may come before the next one.
  private var isSilent = false

  /// A press begins.
  mutating func noteDown(isAlone: Bool) {
    unspent += 1
    isSilent = !isAlone
  }

  /// The press was cancelled.
  mutating func noteCancel() { isSilent = true }

  /// Takes gestures that came of one event.
  ///
  /// - Parameter isCancelling: Whether the event was one that cancels: what was complete before
  ///   may still come with it.
  /// - Returns: What is wrong with them.
  mutating func take(
    _ gestures: [Gesture<String>], over path: [Listener], isCancelling: Bool
  ) -> String? {
    for gesture in gestures {
      if isSilent && !isCancelling { return "\(text(gesture)) after a cancel" }
      if let fault = note(gesture) ?? listening(gesture, path) { return fault }
    }
    return nil
  }

  /// What is still open; nothing if every press is over.
  var open: String? { pressed ?? lasting }

  private mutating func note(_ gesture: Gesture<String>) -> String? {
    switch gesture.kind {
    case .pressBegan:
      defer { pressed = gesture.view }
      return pressed == nil ? nil : "pressed twice"
    case .pressEnded:
      defer { pressed = nil }
      return pressed == gesture.view ? nil : "released without a press"
    case .tap, .longPress, .swipe: return spend(1, gesture)
    case .doubleTap: return spend(2, gesture)
    case .pan(let phase, _), .scroll(let phase, _, _), .drag(let phase): return last(phase, gesture)
    case .wheel, .reorder: return nil
    }
  }

  private mutating func spend(_ count: Int, _ gesture: Gesture<String>) -> String? {
    unspent -= count
    return unspent >= 0 ? nil : "\(text(gesture)) is more than one of a press"
  }

  private mutating func last(
    _ phase: GestureKind.Phase, _ gesture: Gesture<String>
  ) -> String? {
    if pressed != nil { return "\(text(gesture)) while pressed" }
    switch phase {
    case .began:
      defer { lasting = gesture.view }
      return lasting == nil ? spend(1, gesture) : "began twice"
    case .changed: return lasting == gesture.view ? nil : "\(text(gesture)) did not begin"
    case .ended, .cancelled:
      defer { lasting = nil }
      return lasting == gesture.view ? nil : "\(text(gesture)) did not begin"
    }
  }

  /// Whether the view is the innermost that listens to what it got.
  private func listening(_ gesture: Gesture<String>, _ path: [Listener]) -> String? {
    func innermost(_ event: ViewEvent) -> String? {
      path.first { $0.events.contains(event) }?.view
    }
    let view: String? =
      switch gesture.kind {
      case .tap: innermost(.tap)
      case .doubleTap: innermost(.doubleTap)
      case .longPress: innermost(.longPress)
      case .drag: innermost("drop")
      default: gesture.view
      }
    return view == gesture.view ? nil : "\(text(gesture)), but \(view ?? "nothing") listens"
  }
}
