public import RosterLayout

/// Keeps its content away from the edges; see `InsetRule`.
///
///     Inset(top: .points(.infinity)) { Caption() }  // pushed to the lower edge
public struct Inset<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes insets on the given sides.
  public init(
    top: Dimension = 0, left: Dimension = 0, bottom: Dimension = 0, right: Dimension = 0,
    @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    let rule = InsetRule(top: top, left: left, bottom: bottom, right: right)
    box = Box(rule, slots: content())
  }

  /// Makes the same inset on all sides.
  public init(_ all: Dimension, @NodeBuilder<Message> _ content: () -> Node<Message>) {
    box = Box(InsetRule(all), slots: content())
  }
}
