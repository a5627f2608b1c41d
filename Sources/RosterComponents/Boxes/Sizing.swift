public import RosterLayout

/// Gives its content a size, as far as there is room; see `SizingRule`.
///
/// The content fills the box. In a ``Flex`` it would fill only the width.
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
