extension Layout {
  /// Goes through all boxes, parents before what is in them, siblings from back to front.
  ///
  /// - Parameter body: Is given each layout that is shown, and where its upper left corner is, from
  ///   that of this one.
  /// - Complexity: O(*n*), where *n* is the number of boxes; deep layouts need no deep stack.
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
