public import RosterCore
internal import RosterLayout

extension TreeLayout {
  /// Where each component is in the item, and how large: the smallest frame around its boxes. A
  /// component without any has none.
  ///
  /// - Complexity: O(*n*) in the number of boxes.
  public var frames: [ScopePath: ViewFrame] {
    let boxes = boxFrames
    var frames: [ScopePath: ViewFrame] = [:]
    var remaining = scopes.inner
    while let laid = remaining.popLast() {
      remaining += laid.inner
      guard let scope = laid.scope else { continue }
      let own = laid.boxes.compactMap { boxes[ObjectIdentifier($0)] }
      if let first = own.first {
        frames[scope.path] = own.dropFirst().reduce(first) { $0.union($1) }
      }
    }
    return frames
  }

  /// Where a component is in the item, and how large; `nil` if it is not there.
  ///
  /// - Complexity: O(*n*) in the number of boxes; for several components ask for ``frames``.
  public func frame(of scope: ScopePath) -> ViewFrame? { frames[scope] }

  /// Where each box is in the item.
  private var boxFrames: [ObjectIdentifier: ViewFrame] {
    var frames: [ObjectIdentifier: ViewFrame] = [:]
    var remaining: [(box: LaidBox, layout: Layout, origin: Point)] = [(root, layout, .zero)]
    while let (box, layout, origin) = remaining.popLast() {
      frames[ObjectIdentifier(box)] = ViewFrame(origin: origin, size: layout.size)
      for (child, place) in box.placedChildren(layout) {
        guard let place else { continue }
        let position = Point(x: origin.x + place.position.x, y: origin.y + place.position.y)
        remaining.append((child, place.layout, position))
      }
    }
    return frames
  }
}
