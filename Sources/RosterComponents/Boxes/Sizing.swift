public import RosterLayout

/// Gives what is in it a size, as far as there is room; see `SizingRule`.
///
/// What is in it is as large as the box, while in a ``Flex`` it is only as wide.
public struct Sizing<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box of a size.
  public init(_ size: ComponentSize, @NodeBuilder<Message> _ content: () -> Node<Message>) {
    box = Box(SizingRule(size), slots: content())
  }

  /// Makes a box of a width and a height.
  public init(
    width: Dimension = .auto, height: Dimension = .auto,
    @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    self.init(ComponentSize(width: width, height: height), content)
  }
}
