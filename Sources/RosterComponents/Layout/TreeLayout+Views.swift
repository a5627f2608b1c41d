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
  /// The trees so far, in each open view and behind all.
  private var trees: [[ViewTree]] = [[]]
  /// The boxes of the trees, if any are stacked.
  private var boxes: [[LaidBox]] = [[]]

  init(isStacked: Bool) { self.isStacked = isStacked }

  mutating func views(of root: LaidBox, _ layout: Layout) -> [ViewTree] {
    steps.append(.begin(root, layout, .zero))
    while let step = steps.popLast() {
      switch step {
      case .begin(let box, let layout, let origin): begin(box, layout, origin)
      case .end(let box, let part, let layout, let frame): end(box, part, layout, frame)
      }
    }
    return trees[0]
  }

  private mutating func begin(_ box: LaidBox, _ layout: Layout?, _ origin: Point) {
    var base = origin
    if case .view(let part) = box.part {
      let frame = layout.map { ViewFrame(origin: origin, size: $0.size) }
      steps.append(.end(box, part, layout, frame))
      open(countMax: box.children.count)
      base = .zero
    }
    let children = box.children
    guard let layout, !box.isMeasured else {
      for child in children.reversed() { steps.append(.begin(child, nil, .zero)) }
      return
    }
    let places = layout.children
    for index in places.indices.reversed() {
      if let place = children[index].shown(places[index]) {
        let origin = Point(x: base.x + place.position.x, y: base.y + place.position.y)
        steps.append(.begin(children[index], place.layout, origin))
      } else {
        steps.append(.begin(children[index], nil, .zero))
      }
    }
  }

  private mutating func end(
    _ box: LaidBox, _ part: ViewPart, _ layout: Layout?, _ frame: ViewFrame?
  ) {
    var tree = ViewTree(
      spec: part.spec, events: part.events.dictionary, scope: box.scope,
      children: trees.removeLast())
    tree.frame = frame
    if isStacked {
      let children = boxes.removeLast()
      if let layout { tree.zOrder = Self.zOrder(of: children, in: box, layout) }
      boxes[boxes.count - 1].append(box)
    }
    trees[trees.count - 1].append(tree)
  }

  private mutating func open(countMax: Int) {
    // Arrays of their own, so that trees are not copied into the one around them.
    trees.append([])
    if countMax > 0 { trees[trees.count - 1].reserveCapacity(countMax) }
    if isStacked { boxes.append([]) }
  }

  /// Returns the indices of the views in a view from back to front, `nil` if that is their order.
  /// Views that are not displayed come last.
  private static func zOrder(
    of children: [LaidBox], in box: LaidBox, _ layout: Layout
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
    if isMeasured { return children.map { ($0, nil) } }
    return zip(children, layout.children).map { ($0, $0.shown($1)) }
  }

  /// Returns the place of this box in the layout around it; `nil` if it is not displayed.
  fileprivate func shown(_ place: Layout.Child) -> Layout.Child? {
    precondition(place.layout.node.id == node.id, "a layout has the children of its node")
    return place.layout.isHidden ? nil : place
  }
}
