public import RosterLayout

/// Lets what is in it be as long as it wants, and is itself as long as there is room; see
/// `ClippingRule`.
///
/// A box without a view hides nothing: the view around it says with `overflow(.hidden)` that it does.
public struct Clipping<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box.
  ///
  /// - Parameters:
  ///   - axes: Along which axes what is in it is as long as it wants.
  ///   - content: What is in it.
  public init(_ axes: Axes, @NodeBuilder<Message> _ content: () -> Node<Message>) {
    box = Box(ClippingRule(axes), slots: content())
  }
}
