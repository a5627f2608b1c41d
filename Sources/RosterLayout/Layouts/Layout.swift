/// What a node has been laid out to. Immutable.
public struct Layout: Sendable {
  /// What was laid out.
  public let node: LayoutNode
  /// How large the box is, with its padding and border.
  public let size: Size
  /// Where the first line of text stands, from the top; the lower edge if there is no text.
  public let baseline: Double
  /// What is in the box, in the order of the node's children.
  public let children: [Child]
  /// The indices of the children from back to front; `nil` if that is their order.
  public let zOrder: [Int]?

  /// A layout within another.
  public struct Child: Sendable {
    /// Where the upper left corner is in the parent.
    public let position: Point
    /// What is there.
    public let layout: Layout
  }
}
