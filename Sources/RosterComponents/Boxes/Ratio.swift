internal import RosterLayout

/// Gives what is in it a shape; see `RatioRule`.
public struct Ratio<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box of a shape.
  public init(
    heightByWidth ratio: Double, @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    box = Box(RatioRule(heightByWidth: ratio), slots: content())
  }
}
