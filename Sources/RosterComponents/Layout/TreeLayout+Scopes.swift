public import RosterCore
internal import RosterLayout

extension TreeLayout {
  /// The position and size of each component in the item: the smallest frame around its boxes. A
  /// component without boxes has no frame.
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

  /// Returns the position and size of a component in the item; `nil` if it does not exist or has no
  /// boxes.
  ///
  /// - Complexity: O(*n*) in the number of boxes. For several components, use ``frames``.
  public func frame(of scope: ScopePath) -> ViewFrame? { frames[scope] }

  /// The frame of each box in the item.
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
