public import RosterLayout

/// Lets its content be as long as it wants, while the box itself is as long as the room that it
/// has; see `ClippingRule`.
///
/// A box without a view does not hide content. The view around it does if it has
/// `overflow(.hidden)`.
public struct Clipping<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box.
  ///
  /// - Parameters:
  ///   - axes: The axes along which the content is as long as it wants.
  ///   - content: The nodes in the box.
  public init(_ axes: Axes, @NodeBuilder<Message> _ content: () -> Node<Message>) {
    box = Box(ClippingRule(axes), slots: content())
  }
}
