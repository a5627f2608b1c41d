/// The result of laying out a node. Immutable.
package struct Layout: Sendable {
  /// The node that was laid out.
  package let node: LayoutNode
  /// The size of the box, with its padding and border.
  package let size: Size
  /// The baseline of the first line of text, from the top; the lower edge if there is no text.
  package let baseline: Double
  /// The layouts of the children, in the order of the node's children.
  package let children: Children

  init(node: LayoutNode, size: Size, baseline: Double, children: Children = Children()) {
    self.node = node
    self.size = size
    self.baseline = baseline
    self.children = children
  }

  /// The indices of the children from back to front; `nil` if that is their order.
  package var zOrder: [Int]? { children.zOrder }

  /// Whether the box is not laid out. This is the case if the box or one around it is not
  /// displayed, or if a rule left it out. The size is zero then.
  package var isHidden: Bool { children.areHidden }

  /// Whether the drawing order of this box or one within differs from that of the nodes.
  package var isStacked: Bool { children.areStacked }

  /// The number of levels of boxes from this one down, including itself.
  package var levels: Int { children.levels + 1 }

  /// A layout within another.
  package struct Child: Sendable {
    /// The position of the upper left corner in the parent.
    package let position: Point
    /// The layout of the child.
    package let layout: Layout
  }
}

extension Layout {
  /// Visits all boxes: each one before the boxes in it, and siblings from back to front.
  ///
  /// - Parameter body: Receives each visible layout, and the position of its upper left corner
  ///   relative to that of this layout.
  /// - Complexity: O(*n*), where *n* is the number of boxes. A deep layout needs no deep stack.
  package func forEachBox(_ body: (_ layout: Layout, _ position: Point) throws -> Void) rethrows {
    var pending = [Child(position: .zero, layout: self)]
    while let next = pending.popLast() {
      if next.layout.isHidden { continue }
      try body(next.layout, next.position)
      let children = next.layout.children
      for index in (next.layout.zOrder ?? Array(children.indices)).reversed() {
        let child = children[index]
        let position = Point(
          x: next.position.x + child.position.x, y: next.position.y + child.position.y)
        pending.append(Child(position: position, layout: child.layout))
      }
    }
  }
}
