internal import RosterComponents

/// What keys do to the view that has the focus.
extension GestureArena {
  /// Takes an event of a key.
  ///
  /// | key | gesture |
  /// |---|---|
  /// | enter, space | tap of the innermost view that listens to `tap` |
  /// | menu, shift and F10 | long press |
  /// | alt and an arrow | moves the innermost row that listens to `drop`: up and left towards the start of the list, down and right towards its end |
  /// | escape | cancels the press, movement or drag of a pointer |
  ///
  /// A key that is held taps once, but moves a row on and on. A long press of enter is not a gesture,
  /// as terminals do not report that a key goes up.
  ///
  /// - Parameters:
  ///   - event: What the key does.
  ///   - path: The view that has the focus and those around it, innermost first.
  /// - Returns: The gestures that the key makes, in order. If it makes none, the key is for others.
  public mutating func handle(
    _ event: KeyEvent, focus path: [GestureListener<View>]
  ) -> [Gesture<View>] {
    var gestures = advance(to: event.time)
    guard event.phase != .up else { return gestures }
    if event.key == .escape, event.modifiers.isEmpty { return gestures + cancelPress() }
    guard let kind = event.gesture, let listener = listener(of: kind, GesturePath(listeners: path))
    else { return gestures }
    gestures.append(Gesture(kind, of: listener.view, modifiers: event.modifiers))
    return gestures
  }

  private func listener(
    of kind: GestureKind, _ path: GesturePath<View>
  ) -> GestureListener<View>? {
    switch kind {
    case .tap: path.innermost(.tap)
    case .longPress: path.innermost(.longPress)
    default: path.innermost(Listening.drop)
    }
  }
}

extension KeyEvent {
  /// The gesture that the key makes if a view listens to it.
  fileprivate var gesture: GestureKind? {
    switch (key, modifiers) {
    case (.enter, []), (.character(" "), []): phase == .down ? .tap : nil
    case (.menu, []), (.function(10), .shift): phase == .down ? .longPress : nil
    case (.up, .alt), (.left, .alt): .reorder(.earlier)
    case (.down, .alt), (.right, .alt): .reorder(.later)
    default: nil
    }
  }
}
