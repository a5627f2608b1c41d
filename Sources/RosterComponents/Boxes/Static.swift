public import RosterLayout

/// Puts each box at a given place; see `StaticRule`.
///
///     Static([.init(Point(x: 4, y: 0)), .init(Point(x: 40, y: 8))]) {
///       ViewNode("sun")
///       ViewNode("cloud")
///     }
public struct Static<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box with places.
  ///
  /// - Parameters:
  ///   - places: The places of the boxes, in their order. A component counts as the boxes in its
  ///     body.
  ///   - content: The nodes in the box.
  public init(
    _ places: [StaticRule.Place], @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    box = Box(StaticRule(places), content())
  }
}
