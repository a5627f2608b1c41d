/// The result of laying out a node. Immutable.
public struct Layout: Sendable {
  /// The node that was laid out.
  public let node: LayoutNode
  /// The size of the box, with its padding and border.
  public let size: Size
  /// The baseline of the first line of text, from the top; the lower edge if there is no text.
  public let baseline: Double
  private let storage: LayoutStorage?

  init(node: LayoutNode, size: Size, baseline: Double, storage: LayoutStorage? = nil) {
    self.node = node
    self.size = size
    self.baseline = baseline
    self.storage = storage
  }

  /// The layouts of the children, in the order of the node's children.
  public var children: [Child] { storage?.children ?? [] }

  /// The indices of the children from back to front; `nil` if that is their order.
  public var zOrder: [Int]? { storage?.zOrder }

  /// Whether the box is not laid out. This is the case if the box or one around it is not
  /// displayed, or if a rule left it out. The size is zero then.
  public var isHidden: Bool { storage?.isHidden ?? false }

  /// The number of levels of boxes from this one down, including itself.
  public var levels: Int { (storage?.levels ?? 0) + 1 }

  /// A layout within another.
  public struct Child: Sendable {
    /// The position of the upper left corner in the parent.
    public let position: Point
    /// The layout of the child.
    public let layout: Layout
  }

  /// The storage of the children; `nil` if there are none.
  var childStorage: LayoutStorage? { storage }
}
