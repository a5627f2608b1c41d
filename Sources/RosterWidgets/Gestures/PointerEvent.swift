public import RosterLayout

/// What a mouse, a finger or a pen does, as a host reports it.
///
/// A host makes these of its own events. No clock is read: the time comes with the event.
public struct PointerEvent: Hashable, Sendable {
  /// The step of a press.
  public enum Phase: Hashable, Sendable, CaseIterable {
    /// A button goes down, or a finger touches.
    case down
    /// The pointer moves, whether a button is down or not.
    case moved
    /// The button goes up, or the finger leaves.
    case up
    /// The system takes the pointer away; the press has no effect.
    case cancelled
  }

  /// A button of a mouse; fingers press the primary one.
  public enum Button: Hashable, Sendable {
    /// The button that taps.
    case primary
    /// The button of menus: its press is a long press at once.
    case secondary
    /// A further button; it begins no gesture.
    case other(Int)
  }

  /// The step of the press.
  public var phase: Phase
  /// Where the pointer is, in points, in coordinates that stay the same during a press.
  public var position: Point
  /// When it happened, in seconds since any fixed moment.
  public var time: Double
  /// Tells fingers apart; a mouse has one number.
  public var pointer: Int
  /// The button that goes down or up; of no meaning in other phases.
  public var button: Button
  /// The keys that are held.
  public var modifiers: InputModifiers

  /// Makes an event.
  public init(
    _ phase: Phase, at position: Point, time: Double, pointer: Int = 0, button: Button = .primary,
    modifiers: InputModifiers = []
  ) {
    self.phase = phase
    self.position = position
    self.time = time
    self.pointer = pointer
    self.button = button
    self.modifiers = modifiers
  }
}

/// A turn of a wheel, or two fingers that scroll on a pad.
public struct WheelEvent: Hashable, Sendable {
  /// How far the content is to move, in points; positive numbers show what is further down or to
  /// the right.
  public var distance: Point
  /// Where the pointer is, in points.
  public var position: Point
  /// When it happened, in seconds.
  public var time: Double
  /// The keys that are held. With shift, a wheel that only knows up and down scrolls sideways.
  public var modifiers: InputModifiers

  /// Makes an event.
  public init(
    by distance: Point, at position: Point, time: Double, modifiers: InputModifiers = []
  ) {
    self.distance = distance
    self.position = position
    self.time = time
    self.modifiers = modifiers
  }
}

/// The keys that are held while something else happens.
public struct InputModifiers: OptionSet, Hashable, Sendable {
  /// A bit for each key.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift.
  public static let shift = InputModifiers(rawValue: 1)
  /// Alt, or option.
  public static let alt = InputModifiers(rawValue: 2)
  /// Control.
  public static let control = InputModifiers(rawValue: 4)
  /// The command, Windows or super key.
  public static let command = InputModifiers(rawValue: 8)
}
