/// What a node has been laid out to. Immutable.
public struct Layout: Sendable {
  /// What was laid out.
  public let node: LayoutNode
  /// How large the box is, with its padding and border.
  public let size: Size
  /// Where the first line of text stands, from the top; the lower edge if there is no text.
  public let baseline: Double
  private let storage: LayoutStorage?

  init(node: LayoutNode, size: Size, baseline: Double, storage: LayoutStorage? = nil) {
    self.node = node
    self.size = size
    self.baseline = baseline
    self.storage = storage
  }

  /// What is in the box, in the order of the node's children.
  public var children: [Child] { storage?.children ?? [] }

  /// The indices of the children from back to front; `nil` if that is their order.
  public var zOrder: [Int]? { storage?.zOrder }

  /// Whether the box is not there, and so nothing in it either: it, or one around it, is not
  /// displayed or left out by a rule. Its size is zero then.
  public var isHidden: Bool { storage?.isHidden ?? false }

  /// The levels of boxes from this one down, itself included.
  public var levels: Int { (storage?.levels ?? 0) + 1 }

  /// A layout within another.
  public struct Child: Sendable {
    /// Where the upper left corner is in the parent.
    public let position: Point
    /// What is there.
    public let layout: Layout
  }

  /// What holds the children; `nil` for none.
  var childStorage: LayoutStorage? { storage }
}
