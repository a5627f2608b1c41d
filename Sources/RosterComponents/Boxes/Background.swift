internal import RosterLayout

/// Puts a background behind some content, in the content's size; see `BackgroundRule`.
///
///     Background { ViewNode("card") } content: { Headline(post) }
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
