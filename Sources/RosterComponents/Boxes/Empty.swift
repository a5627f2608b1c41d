internal import RosterLayout

/// An empty box, as small as allowed; see `EmptyRule`.
public struct Empty<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes an empty box.
  public init() { box = Box(EmptyRule(), Node()) }
}
