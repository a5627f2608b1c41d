extension LayoutSolver {
  /// Makes the layouts of all boxes, from the leaves up, rounded to whole pixels.
  func result() -> Layout {
    let layouts = layoutMemory ?? .allocate(capacity: count)
    defer { if layoutMemory == nil { layouts.deallocate() } }
    var index = count - 1
    while index >= 0 {
      // A box with `display: contents` gets its layout from the box that contains its children.
      if !boxes[index].isContents {
        (layouts + index).initialize(to: layout(of: index, layouts))
        if boxes[index].style.pointee.isBoundary && !boxes[index].isHidden {
          noteBoundary(index, layouts[index])
        }
      }
      index -= 1
    }
    return layouts.move()
  }

  /// Makes the layout of a box, and moves those of the boxes in it out of `layouts`.
  private func layout(of index: Int, _ layouts: UnsafeMutablePointer<Layout>) -> Layout {
    let box = boxes + index
    if box.pointee.isDeferred { return reusedLayout(of: index) }
    let node = LayoutNode(box.pointee.node.takeUnretainedValue())
    let children =
      box.pointee.isRearranged
      ? rearrangedChildren(
        of: index, byParent: boxesByParent(in: index), areHidden: box.pointee.isHidden, layouts)
      : self.children(of: index, layouts)
    if box.pointee.isHidden {
      return Layout(node: node, size: .zero, baseline: 0, children: children)
    }
    // The last baselines of items count only where they are aligned by them, and are known then.
    let baseline = baselineOfPlaced(index, isLast: false) { child, _ in
      self.boxes[child].resultBaseline
    }
    box.pointee.resultBaseline = baseline
    let (x, y) = (box.pointee.absoluteX, box.pointee.absoluteY)
    let top = rounded(y)
    return Layout(
      node: node,
      size: Size(
        width: rounded(x + box.pointee.width) - rounded(x),
        height: rounded(y + box.pointee.height) - top),
      baseline: rounded(y + baseline) - top, children: children)
  }

  /// CSS leaves open how boxes are rounded to whole pixels. As in browsers (`offsetLeft`, and the
  /// difference of edges that are rounded relative to the root) and in Yoga, a position is rounded
  /// in the parent, and a size is the difference of the edges rounded relative to the root. Halves
  /// are rounded up.
  @inline(__always)
  private func rounded(_ position: Double) -> Double {
    if pixelsPerPoint == 1 { return Self.floor(position + 0.5) }
    if pixelsPerPoint == 0 { return position }
    return Self.floor(position * pixelsPerPoint + 0.5) / pixelsPerPoint
  }

  /// Rounds down, without a call into the C library if the result fits into an integer.
  @inline(__always)
  private static func floor(_ number: Double) -> Double {
    guard number.magnitude < 4_503_599_627_370_496 else { return number.rounded(.down) }
    let integer = Double(Int64(number))
    return integer > number ? integer - 1 : integer
  }

  // MARK: Children

  private func children(
    of index: Int, _ layouts: UnsafeMutablePointer<Layout>
  ) -> Layout.Children {
    let isHidden = boxes[index].isHidden
    let first = Int(boxes[index].firstChild)
    let count = Int(boxes[index].childCount)
    if count == 0 && !isHidden { return Layout.Children() }
    var isInOrder = true
    for offset in 0..<count {
      let box = boxes + first + offset
      isInOrder =
        isInOrder && box.pointee.style.pointee.zIndex == 0
        && (box.pointee.depth == 0 || Int(box.pointee.depth) == offset)
    }
    return Layout.Children(
      count: count, zOrder: isInOrder || isHidden ? nil : zOrder(of: Array(first..<first + count)),
      areHidden: isHidden
    ) { offset in
      child(first + offset, (layouts + first + offset).move())
    }
  }

  private func child(_ index: Int, _ layout: consuming Layout) -> Layout.Child {
    let box = boxes + index
    let isNowhere = box.pointee.isHidden || box.pointee.isContents
    return Layout.Child(
      position: isNowhere ? .zero : Point(x: rounded(box.pointee.x), y: rounded(box.pointee.y)),
      layout: layout)
  }

  /// Returns the boxes in a box, by the box whose node is their parent, in the order of the nodes.
  private func boxesByParent(in index: Int) -> [Int32: [Int]] {
    let first = Int(boxes[index].firstChild)
    let range = first..<first + Int(boxes[index].childCount)
    return Dictionary(grouping: range) { boxes[$0].outputParent }.mapValues { children in
      children.sorted { boxes[$0].sourceIndex < boxes[$1].sourceIndex }
    }
  }

  /// Returns the children of a node whose boxes stand in another order, or among those of other
  /// nodes.
  private func rearrangedChildren(
    of index: Int, byParent: [Int32: [Int]], areHidden: Bool,
    _ layouts: UnsafeMutablePointer<Layout>
  ) -> Layout.Children {
    let own = byParent[Int32(index)] ?? []
    if own.isEmpty && !areHidden { return Layout.Children() }
    return Layout.Children(
      count: own.count, zOrder: areHidden ? nil : zOrder(of: own), areHidden: areHidden
    ) { offset in
      let box = boxes + own[offset]
      if !box.pointee.isContents { return child(own[offset], (layouts + own[offset]).move()) }
      let inner = rearrangedChildren(
        of: own[offset], byParent: byParent, areHidden: false, layouts)
      return child(
        own[offset],
        Layout(
          node: LayoutNode(box.pointee.node.takeUnretainedValue()), size: .zero, baseline: 0,
          children: inner))
    }
  }

  /// Returns the children from back to front: by `zIndex`, then by the order of a rule, then by
  /// `order`, then by their order in the tree (CSS Flexbox 1, section 4.3).
  private func zOrder(of children: [Int]) -> [Int]? {
    let keys = children.enumerated().map { offset, child in
      let style = boxes[child].style
      return (style.pointee.zIndex, boxes[child].depth, style.pointee.order, offset)
    }
    let sorted = keys.indices.sorted { keys[$0] < keys[$1] }
    return sorted.elementsEqual(keys.indices) ? nil : sorted
  }
}
