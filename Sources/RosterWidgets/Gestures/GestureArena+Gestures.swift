internal import RosterLayout

/// The gestures that the steps of a press make.
extension GestureArena {
  func gesture(
    _ kind: GestureKind, of view: View, _ trace: PointerTrace, _ modifiers: InputModifiers
  ) -> [Gesture<View>] {
    [Gesture(kind, of: view, at: trace.position, modifiers: modifiers)]
  }

  func endPressed(_ open: OpenPress) -> [Gesture<View>] {
    open.pressedView.map { gesture(.pressEnded, of: $0, open.trace, open.modifiers) } ?? []
  }

  func gesture(_ phase: GestureKind.Phase, _ claim: Claim) -> [Gesture<View>] {
    kind(phase, claim).map { gesture($0, of: claim.view, claim.trace, claim.modifiers) } ?? []
  }

  private func kind(_ phase: GestureKind.Phase, _ claim: Claim) -> GestureKind? {
    let trace = claim.trace
    switch claim.kind {
    case .pan: return .pan(phase, trace.distance)
    case .drag: return .drag(phase)
    case .scroll(let axes):
      let velocity = phase == .ended ? trace.velocity.masked(to: axes) : .zero
      return .scroll(phase, trace.distance.masked(to: axes), velocity: velocity)
    case .swipe(let axis): return phase == .ended ? swipe(trace, along: axis) : nil
    }
  }

  /// The swipe that a movement was: far enough from its start, and fast enough in the same direction
  /// when it ended.
  private func swipe(_ trace: PointerTrace, along axis: Axes) -> GestureKind? {
    let isHorizontal = axis == .horizontal
    let distance = isHorizontal ? trace.distance.x : trace.distance.y
    let speed = isHorizontal ? trace.velocity.x : trace.velocity.y
    guard abs(distance) >= configuration.swipeDistance, abs(speed) >= configuration.swipeSpeed,
      (distance < 0) == (speed < 0), distance != 0
    else { return nil }
    if isHorizontal { return .swipe(distance < 0 ? .left : .right) }
    return .swipe(distance < 0 ? .up : .down)
  }
}
