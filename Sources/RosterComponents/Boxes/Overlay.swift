internal import RosterLayout

/// Puts something over some content, as large as that; see `OverlayRule`.
///
///     Overlay { Badge(count) } content: { Portrait(author) }
public struct Overlay<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes an overlay.
  ///
  /// - Parameters:
  ///   - overlay: What is in front.
  ///   - content: What goes by its own size.
  public init(
    @NodeBuilder<Message> _ overlay: () -> Node<Message>,
    @NodeBuilder<Message> content: () -> Node<Message>
  ) {
    box = Box(OverlayRule(), slots: content(), overlay())
  }
}
