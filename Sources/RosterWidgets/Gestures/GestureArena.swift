internal import RosterComponents
internal import RosterLayout

/// Finds out what pointers and keys do to views: one state machine, without a clock and without
/// views.
///
/// A host passes its events, with the views under the pointer and what they listen to, and performs
/// the gestures that come back. It also calls ``advance(to:)`` at ``nextDeadline``; if it is late,
/// the next event brings the same gestures.
///
///     path of the pointer, innermost first     button: tap     row: tap, longPress, drop     list
///
///     down, up                    tap of the button
///     down, 0.5 s                 the row is dragged: a row that can be dropped is not long pressed
///     down, moved downwards       the list scrolls
///
/// These are the rules:
///
/// - The innermost view that listens to an event gets it. Of a press comes at most one tap, double
///   tap, long press, pan, swipe, scroll or drag.
/// - A movement beyond the slop ends the tap and the long press. A handle then drags its row.
///   Otherwise, if a view scrolls along the main axis of the movement, it scrolls. Otherwise the
///   innermost view that listens to `pan` or `swipe` gets the movement; if it listens to both, `pan`.
/// - A tap waits for a second one only if a view of the path listens to `doubleTap`. A press that
///   is held for the delay of a long press is no part of a double tap.
/// - A second pointer or button cancels the gesture; no other begins until all are up.
/// - A deadline that is reached at the time of an event comes before it.
///
/// Only the first event of a press needs a path: views that appear later get nothing of it.
public struct GestureArena<View: Hashable & Sendable>: Sendable {
  /// The distances and times.
  public let configuration: GestureConfiguration

  /// A button of a pointer.
  struct Contact: Hashable, Sendable {
    var pointer: Int
    var button: PointerEvent.Button

    init(_ event: PointerEvent) {
      pointer = event.pointer
      button = event.button
    }
  }

  /// What the press that is going on is so far. There is none, too, once it has had its effect.
  enum Press: Sendable {
    case none
    /// It may become everything.
    case open(OpenPress)
    /// It is one gesture until it ends.
    case claimed(Claim)
  }

  struct OpenPress: Sendable {
    let contact: Contact
    var path: GesturePath<View>
    let startTime: Double
    let modifiers: InputModifiers
    var trace: PointerTrace
    /// The view that is shown as pressed.
    var pressedView: View?
    /// When it has lasted so long that a long press begins, or the tap before it stands alone.
    var holdDeadline: Double?
  }

  struct Claim: Sendable {
    enum Kind: Sendable {
      case pan, drag
      case swipe(Axes)
      case scroll(Axes)
    }

    let contact: Contact
    let view: View
    let kind: Kind
    let modifiers: InputModifiers
    var trace: PointerTrace
  }

  /// A tap after which another may come.
  struct WaitingTap: Sendable {
    var gesture: Gesture<View>?
    var doubleTapView: View
    var position: Point
    /// When it stands alone; `nil` while the second press lasts.
    var deadline: Double?
  }

  var press = Press.none
  var waitingTap: WaitingTap?
  /// The buttons and fingers that are down.
  private var held: Set<Contact> = []
  /// The time of the last event.
  private(set) var now = -Double.infinity

  /// Makes an arena in which nothing is pressed.
  public init(_ configuration: GestureConfiguration) {
    self.configuration = configuration.sound
  }

  /// When ``advance(to:)`` is to be called if no event comes before, in the time of the events.
  public var nextDeadline: Double? {
    if let deadline = waitingTap?.deadline { return deadline }
    if case .open(let open) = press { return open.holdDeadline }
    return nil
  }

  /// Whether a movement or a drag is going on; a host then keeps sending the pointer's events to
  /// this arena wherever the pointer goes.
  public var hasClaim: Bool {
    if case .claimed = press { true } else { false }
  }

  // MARK: What comes in

  /// Takes an event of a pointer. An event without a finite position is ignored, and time does not
  /// go backwards.
  ///
  /// - Parameters:
  ///   - event: What the pointer does.
  ///   - path: The views under it, innermost first; of use only when it goes down.
  /// - Returns: The gestures that follow from it, in order.
  public mutating func handle(
    _ event: PointerEvent, over path: [GestureListener<View>] = []
  ) -> [Gesture<View>] {
    var gestures = advance(to: event.time)
    guard event.position.isFinite || event.phase == .up || event.phase == .cancelled else {
      return gestures
    }
    switch event.phase {
    case .down: gestures += down(event, GesturePath(listeners: path))
    case .moved: gestures += moved(event)
    case .up:
      guard held.remove(Contact(event)) != nil, contact == Contact(event) else { break }
      gestures += moved(event)
      gestures += ended()
    case .cancelled:
      held = held.filter { $0.pointer != event.pointer }
      if contact?.pointer == event.pointer { gestures += cancelPress() }
    }
    return gestures
  }

  /// Lets time pass: a press becomes a long press, a tap stands alone.
  ///
  /// - Returns: The gestures that follow from it, in order.
  public mutating func advance(to time: Double) -> [Gesture<View>] {
    guard time.isFinite else { return [] }
    var gestures: [Gesture<View>] = []
    while let deadline = nextDeadline, deadline <= time {
      gestures += waitingTap?.deadline != nil ? releaseWaitingTap() : heldLong()
    }
    now = max(now, time)
    return gestures
  }

  /// Takes an event of a wheel: the innermost view that scrolls along its axis scrolls. A press
  /// that was not a movement or a drag has no effect then, as other content comes under it.
  public mutating func handle(
    _ event: WheelEvent, over path: [GestureListener<View>]
  ) -> [Gesture<View>] {
    var gestures = advance(to: event.time)
    var distance = event.distance
    if event.modifiers.contains(.shift), distance.x == 0 {
      distance = Point(x: distance.y, y: 0)
    }
    guard distance.isFinite, distance.length > 0,
      let listener = GesturePath(listeners: path).innermost(scrolling: distance.mainAxis)
    else { return gestures }
    if case .open = press { gestures += cancelPress() }
    gestures.append(
      Gesture(
        .wheel(distance.masked(to: listener.scrollAxes)), of: listener.view, at: event.position,
        modifiers: event.modifiers))
    return gestures
  }

  /// Cancels what is going on: the views have gone, or the window has lost the pointer. A tap that
  /// waits for a second one is not reported any more.
  public mutating func cancel() -> [Gesture<View>] {
    waitingTap = nil
    return cancelPress()
  }

  /// Forgets views that are gone, or that now show something else: they are neither tapped nor
  /// pressed any more, and their movement is cancelled.
  public mutating func forget(where isGone: (View) -> Bool) -> [Gesture<View>] {
    var gestures: [Gesture<View>] = []
    if let waiting = waitingTap {
      if let view = waiting.gesture?.view, isGone(view) { waitingTap?.gesture = nil }
      if isGone(waiting.doubleTapView) { gestures += releaseWaitingTap() }
    }
    switch press {
    case .none: break
    case .open(var open):
      open.path.listeners.removeAll { isGone($0.view) }
      if let view = open.pressedView, isGone(view) {
        gestures += gesture(.pressEnded, of: view, open.trace, open.modifiers)
        open.pressedView = nil
      }
      press = .open(open)
    case .claimed(let claim):
      if isGone(claim.view) { gestures += cancelPress() }
    }
    return gestures
  }

  // MARK: The steps of a press

  /// The button that the press is made with.
  private var contact: Contact? {
    switch press {
    case .none: nil
    case .open(let open): open.contact
    case .claimed(let claim): claim.contact
    }
  }

  private mutating func down(
    _ event: PointerEvent, _ path: GesturePath<View>
  ) -> [Gesture<View>] {
    var gestures = cancelPress()
    let contact = Contact(event)
    // If it is down already, its going up was lost.
    held.remove(contact)
    let isAlone = held.isEmpty
    held.insert(contact)
    guard isAlone, event.button == .primary else {
      gestures += releaseWaitingTap()
      if isAlone, event.button == .secondary, let listener = path.innermost(.longPress) {
        gestures.append(
          Gesture(.longPress, of: listener.view, at: event.position, modifiers: event.modifiers))
      }
      return gestures
    }
    return gestures + open(event, contact, path)
  }

  private mutating func open(
    _ event: PointerEvent, _ contact: Contact, _ path: GesturePath<View>
  ) -> [Gesture<View>] {
    var gestures: [Gesture<View>] = []
    if isSecondTap(at: event.position, path) {
      waitingTap?.deadline = nil
    } else {
      gestures += releaseWaitingTap()
    }
    var open = OpenPress(
      contact: contact, path: path, startTime: now, modifiers: event.modifiers,
      trace: PointerTrace(from: event.position, at: now))
    open.pressedView = path.innermost(.tap, .doubleTap, .longPress)?.view
    if waitingTap != nil || path.innermost(.longPress, Listening.drop) != nil {
      open.holdDeadline = now + configuration.longPressDelay
    }
    press = .open(open)
    if let view = open.pressedView {
      gestures += gesture(.pressBegan, of: view, open.trace, open.modifiers)
    }
    return gestures
  }

  private func isSecondTap(at position: Point, _ path: GesturePath<View>) -> Bool {
    guard let waiting = waitingTap, path.innermost(.doubleTap)?.view == waiting.doubleTapView
    else { return false }
    let first = waiting.position
    let distance = Point(x: position.x - first.x, y: position.y - first.y).length
    return distance <= configuration.doubleTapDistance
  }

  private mutating func moved(_ event: PointerEvent) -> [Gesture<View>] {
    guard event.position.isFinite else { return [] }
    switch press {
    case .open(var open) where open.contact.pointer == event.pointer:
      open.trace.move(to: event.position, at: now, window: configuration.velocityWindow)
      press = .open(open)
      return open.trace.distance.length > configuration.slop ? claimed(open) : []
    case .claimed(var claim) where claim.contact.pointer == event.pointer:
      let former = claim.trace.position
      claim.trace.move(to: event.position, at: now, window: configuration.velocityWindow)
      press = .claimed(claim)
      return former == event.position ? [] : gesture(.changed, claim)
    default: return []
    }
  }

  /// The pointer goes up.
  private mutating func ended() -> [Gesture<View>] {
    defer { press = .none }
    switch press {
    case .none: return []
    case .claimed(let claim): return gesture(.ended, claim)
    case .open(let open): return endPressed(open) + tapped(open)
    }
  }

  private mutating func tapped(_ open: OpenPress) -> [Gesture<View>] {
    if let waiting = waitingTap {
      waitingTap = nil
      return gesture(.doubleTap, of: waiting.doubleTapView, open.trace, open.modifiers)
    }
    let taps = open.path.innermost(.tap).map {
      gesture(.tap, of: $0.view, open.trace, open.modifiers)
    }
    guard now - open.startTime < configuration.longPressDelay,
      let listener = open.path.innermost(.doubleTap)
    else { return taps ?? [] }
    waitingTap = WaitingTap(
      gesture: taps?.first, doubleTapView: listener.view, position: open.trace.position,
      deadline: now + configuration.doubleTapInterval)
    return []
  }

  /// The press has lasted for the delay of a long press.
  private mutating func heldLong() -> [Gesture<View>] {
    guard case .open(var open) = press else { return [] }
    open.holdDeadline = nil
    press = .open(open)
    let gestures = releaseWaitingTap()
    guard let listener = open.path.innermost(.longPress, Listening.drop) else { return gestures }
    press = .none
    guard listener.events.contains(Listening.drop) else {
      return gestures + endPressed(open)
        + gesture(.longPress, of: listener.view, open.trace, open.modifiers)
    }
    return gestures + endPressed(open) + claim(.drag, listener.view, open)
  }

  /// Gives a press that has become a movement to the view that gets it.
  private mutating func claimed(_ open: OpenPress) -> [Gesture<View>] {
    press = .none
    let gestures = releaseWaitingTap() + endPressed(open)
    let axis = open.trace.distance.mainAxis
    if let row = open.path.row { return gestures + claim(.drag, row, open) }
    if let listener = open.path.innermost(scrolling: axis) {
      return gestures + claim(.scroll(listener.scrollAxes), listener.view, open)
    }
    guard let listener = open.path.innermost(.pan, .swipe) else { return gestures }
    let kind: Claim.Kind = listener.events.contains(.pan) ? .pan : .swipe(axis)
    return gestures + claim(kind, listener.view, open)
  }

  private mutating func claim(
    _ kind: Claim.Kind, _ view: View, _ open: OpenPress
  ) -> [Gesture<View>] {
    let claim = Claim(
      contact: open.contact, view: view, kind: kind, modifiers: open.modifiers, trace: open.trace)
    press = .claimed(claim)
    return gesture(.began, claim)
  }

  /// Cancels the press. A tap before it was complete, so it counts.
  mutating func cancelPress() -> [Gesture<View>] {
    defer { press = .none }
    switch press {
    case .none: return []
    case .claimed(let claim): return gesture(.cancelled, claim)
    case .open(let open): return releaseWaitingTap() + endPressed(open)
    }
  }

  private mutating func releaseWaitingTap() -> [Gesture<View>] {
    defer { waitingTap = nil }
    return waitingTap?.gesture.map { [$0] } ?? []
  }
}
