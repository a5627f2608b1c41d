internal import RosterLayout

/// Gives its content a ratio of width and height; see `RatioRule`.
public struct Ratio<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box of a ratio.
  public init(
    heightByWidth ratio: Double, @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    box = Box(RatioRule(heightByWidth: ratio), slots: content())
  }
}
