/// What a key of a keyboard does, as a host reports it.
public struct KeyEvent: Hashable, Sendable {
  /// The step of a press. A host that only hears of characters, like a terminal, reports `down`.
  public enum Phase: Hashable, Sendable, CaseIterable {
    /// The key goes down.
    case down
    /// The key is still down, and the keyboard repeats it.
    case repeated
    /// The key goes up.
    case up
  }

  /// A key.
  public enum Key: Hashable, Sendable {
    /// A key that types a character; the space bar types a space.
    case character(Character)
    /// A key that does something.
    case enter, escape, tab, backspace, delete, menu
    /// A key that goes somewhere.
    case up, down, left, right, home, end, pageUp, pageDown
    /// A function key, from 1.
    case function(Int)
  }

  /// The key.
  public var key: Key
  /// The other keys that are held.
  public var modifiers: InputModifiers
  /// The step of the press.
  public var phase: Phase
  /// When it happened, in seconds.
  public var time: Double

  /// Makes an event.
  public init(
    _ key: Key, _ modifiers: InputModifiers = [], phase: Phase = .down, time: Double
  ) {
    self.key = key
    self.modifiers = modifiers
    self.phase = phase
    self.time = time
  }
}
