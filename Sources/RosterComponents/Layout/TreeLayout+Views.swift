internal import RosterCore
internal import RosterLayout

extension TreeLayout {
  /// The outermost views of the tree, with their frames.
  var views: [ViewTree] {
    var framing = ViewFraming(isStacked: layout.isStacked)
    return framing.views(of: root, layout)
  }
}

/// Combines views and their frames, from the outside in and in the order of the tree. It does not
/// recurse, since trees may be deep.
private struct ViewFraming {
  private enum Step {
    /// A box and its position in the view around it; a box without a layout is not displayed.
    case begin(LaidBox, Layout?, Point)
    case end(LaidBox, ViewPart, Layout?, ViewFrame?)
  }

  /// Whether the drawing order of any boxes differs from that of the tree.
  let isStacked: Bool
  private var steps: [Step] = []
  private var trees: [ViewTree] = []
  /// The boxes of the trees.
  private var boxes: [LaidBox] = []
  /// The index of the first tree in each open view.
  private var starts: [Int] = []

  init(isStacked: Bool) { self.isStacked = isStacked }

  mutating func views(of root: LaidBox, _ layout: Layout) -> [ViewTree] {
    steps.append(.begin(root, layout, .zero))
    while let step = steps.popLast() {
      switch step {
      case .begin(let box, let layout, let origin): begin(box, layout, origin)
      case .end(let box, let part, let layout, let frame): end(box, part, layout, frame)
      }
    }
    return trees
  }

  private mutating func begin(_ box: LaidBox, _ layout: Layout?, _ origin: Point) {
    var base = origin
    if case .view(let part) = box.part {
      let frame = layout.map { ViewFrame(origin: origin, size: $0.size) }
      steps.append(.end(box, part, layout, frame))
      starts.append(trees.count)
      base = .zero
    }
    guard let layout else {
      for child in box.children.reversed() { steps.append(.begin(child, nil, .zero)) }
      return
    }
    for (child, place) in box.placedChildren(layout).reversed() {
      let origin = place.map { Point(x: base.x + $0.position.x, y: base.y + $0.position.y) }
      steps.append(.begin(child, place?.layout, origin ?? .zero))
    }
  }

  private mutating func end(
    _ box: LaidBox, _ part: ViewPart, _ layout: Layout?, _ frame: ViewFrame?
  ) {
    let start = starts.removeLast()
    var tree = ViewTree(
      spec: part.spec, events: part.events.dictionary, scope: box.scope,
      children: Array(trees[start...]))
    tree.frame = frame
    if isStacked, let layout {
      tree.zOrder = Self.zOrder(of: boxes[start...], in: box, layout)
    }
    trees.removeSubrange(start...)
    boxes.removeSubrange(start...)
    trees.append(tree)
    boxes.append(box)
  }

  /// Returns the indices of the views in a view from back to front, `nil` if that is their order.
  /// Views that are not displayed come last.
  private static func zOrder(
    of children: ArraySlice<LaidBox>, in box: LaidBox, _ layout: Layout
  ) -> [Int]? {
    var drawn: [ObjectIdentifier: Int] = [:]
    var remaining: [(box: LaidBox, layout: Layout)] = [(box, layout)]
    while let (outer, layout) = remaining.popLast() {
      if outer !== box, case .view = outer.part {
        drawn[ObjectIdentifier(outer)] = drawn.count
        continue
      }
      let places = outer.placedChildren(layout)
      for index in (layout.zOrder ?? Array(places.indices)).reversed() {
        let (child, place) = places[index]
        if let place { remaining.append((child, place.layout)) }
      }
    }
    let ranks = children.map { drawn[ObjectIdentifier($0)] ?? .max }
    let order = ranks.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    return order == Array(ranks.indices) ? nil : order
  }
}

extension LaidBox {
  /// Returns the boxes within, each with its place. A box without a place is not displayed.
  func placedChildren(_ layout: Layout) -> [(box: LaidBox, place: Layout.Child?)] {
    if case .measured = node.content { return children.map { ($0, nil) } }
    return zip(children, layout.children).map { child, place in
      precondition(place.layout.node === child.node, "a layout has the children of its node")
      return (child, place.layout.isHidden ? nil : place)
    }
  }
}

extension Layout {
  /// Whether the drawing order of its boxes differs from that of the nodes.
  fileprivate var isStacked: Bool {
    var remaining = [self]
    while let layout = remaining.popLast() {
      if layout.zOrder != nil { return true }
      for child in layout.children { remaining.append(child.layout) }
    }
    return false
  }
}
