public import RosterLayout

/// Puts its boxes on top of each other, the last one in front; see `ZStackRule`.
public struct ZStack<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a stack.
  public init(
    _ gravity: ZStackRule.Gravity = .topLeft,
    @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    box = Box(ZStackRule(gravity), content())
  }
}
