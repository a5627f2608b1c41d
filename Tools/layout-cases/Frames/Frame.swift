package import RosterLayout

/// The position and size of a box in its parent, with the boxes in it.
public struct Frame: Hashable, Sendable {
  /// The distance of the left edge from that of the parent.
  public var left: Double
  /// The distance of the upper edge from that of the parent.
  public var top: Double
  /// The width with padding and border.
  public var width: Double
  /// The height with padding and border.
  public var height: Double
  /// The boxes in it, in the order of the tree.
  public var children: [Frame]

  /// Makes a frame.
  public init(left: Double, top: Double, width: Double, height: Double, children: [Frame] = []) {
    self.left = left
    self.top = top
    self.width = width
    self.height = height
    self.children = children
  }
}

extension Frame {
  /// The frames of a layout in its place.
  ///
  /// - Complexity: O(*n*), where *n* is the number of boxes.
  package init(_ child: Layout.Child) {
    self.init(
      left: child.position.x, top: child.position.y, width: child.layout.size.width,
      height: child.layout.size.height, children: child.layout.children.map(Frame.init))
  }
}
