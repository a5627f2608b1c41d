internal import RosterLayout

/// Puts an overlay in front of some content, in the content's size; see `OverlayRule`.
///
///     Overlay { Badge(count) } content: { Portrait(author) }
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
