internal import RosterLayout

/// Puts something behind some content, as large as that; see `BackgroundRule`.
///
///     Background { ViewNode("card") } content: { Headline(post) }
public struct Background<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a background.
  ///
  /// - Parameters:
  ///   - background: What is behind.
  ///   - content: What goes by its own size.
  public init(
    @NodeBuilder<Message> _ background: () -> Node<Message>,
    @NodeBuilder<Message> content: () -> Node<Message>
  ) {
    box = Box(BackgroundRule(), slots: background(), content())
  }
}
