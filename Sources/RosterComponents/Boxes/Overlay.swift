public import RosterLayout

/// Puts an overlay in front of some content, in the content's size. The overlay does not affect the
/// layout of the content.
///
///     Overlay {
///       Badge(count)
///     } content: {
///       Portrait(author)
///     }
public struct Overlay<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes an overlay.
  ///
  /// - Parameters:
  ///   - overlay: The nodes in front of the content.
  ///   - content: The nodes that determine the size.
  public init(
    @NodeBuilder<Message> _ overlay: () -> Node<Message>,
    @NodeBuilder<Message> content: () -> Node<Message>
  ) {
    box = Box(OverlayRule(), slots: content(), overlay())
  }
}

/// Puts a background behind some content, in the content's size. The background does not affect the
/// layout of the content.
///
///     Background {
///       ViewNode("card")
///     } content: {
///       Headline(post)
///     }
public struct Background<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a background.
  ///
  /// - Parameters:
  ///   - background: The nodes behind the content.
  ///   - content: The nodes that determine the size.
  public init(
    @NodeBuilder<Message> _ background: () -> Node<Message>,
    @NodeBuilder<Message> content: () -> Node<Message>
  ) {
    box = Box(BackgroundRule(), slots: background(), content())
  }
}

/// Puts its boxes on top of each other, the last one in front; see `LayeredRule`.
public struct LayeredBox<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a stack.
  public init(
    _ gravity: LayeredRule.Gravity = .topLeft,
    @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    box = Box(LayeredRule(gravity), content())
  }
}
