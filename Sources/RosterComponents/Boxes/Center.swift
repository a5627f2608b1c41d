public import RosterLayout

/// Centres its content; see `CenterRule`.
public struct Center<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box that centres its content.
  ///
  /// - Parameters:
  ///   - axes: The axes along which the content is centred.
  ///   - minimum: The axes along which the box is no larger than its content.
  ///   - content: The nodes in the box.
  public init(
    _ axes: Axes = .both, minimum: Axes = [],
    @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    box = Box(CenterRule(axes, minimum: minimum), slots: content())
  }
}
