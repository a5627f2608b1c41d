extension Layout {
  /// Visits all boxes: each one before the boxes in it, and siblings from back to front.
  ///
  /// - Parameter body: Receives each visible layout, and the position of its upper left corner
  ///   relative to that of this layout.
  /// - Complexity: O(*n*), where *n* is the number of boxes. A deep layout needs no deep stack.
  public func forEachBox(_ body: (_ layout: Layout, _ position: Point) throws -> Void) rethrows {
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
