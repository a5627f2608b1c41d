public import RosterLayout

/// Puts what is in it in the middle; see `CenterRule`.
public struct Center<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box with something in the middle of it.
  ///
  /// - Parameters:
  ///   - axes: Along which axes it is in the middle.
  ///   - minimum: Along which axes the box is no larger than what is in it.
  ///   - content: What is in it.
  public init(
    _ axes: Axes = .both, minimum: Axes = [],
    @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    box = Box(CenterRule(axes, minimum: minimum), slots: content())
  }
}
