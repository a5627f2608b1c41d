internal import RosterLayout

/// Room with nothing in it, as small as it may be; see `EmptyRule`.
public struct Empty<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box with nothing in it.
  public init() { box = Box(EmptyRule(), Node()) }
}
