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
    let node = box.pointee.node.takeUnretainedValue()
    let storage: LayoutStorage?
    if box.pointee.childCount == 0 {
      storage = nil
    } else if box.pointee.isRearranged {
      storage = rearrangedStorage(of: index, byParent: boxesByParent(in: index), layouts)
    } else {
      storage = self.storage(of: index, layouts)
    }
    if box.pointee.isHidden {
      return Layout(
        node: node, size: .zero, baseline: 0,
        storage: LayoutStorage(
          children: storage?.children ?? [], zOrder: nil, levels: storage?.levels ?? 0,
          isHidden: true))
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
      baseline: rounded(y + baseline) - top, storage: storage)
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

  private func storage(
    of index: Int, _ layouts: UnsafeMutablePointer<Layout>
  ) -> LayoutStorage {
    let first = Int(boxes[index].firstChild)
    let count = Int(boxes[index].childCount)
    var levels = 0
    var isInOrder = true
    var children: [Layout.Child] = []
    children.reserveCapacity(count)
    for offset in 0..<count {
      let box = boxes + first + offset
      let layout = (layouts + first + offset).move()
      levels = max(levels, layout.levels)
      isInOrder =
        isInOrder && box.pointee.style.pointee.zIndex == 0
        && (box.pointee.depth == 0 || Int(box.pointee.depth) == offset)
      let position =
        box.pointee.isHidden
        ? .zero
        : Point(x: rounded(box.pointee.x), y: rounded(box.pointee.y))
      children.append(Layout.Child(position: position, layout: layout))
    }
    let zOrder = isInOrder ? nil : zOrder(of: Array(first..<first + count))
    return LayoutStorage(children: children, zOrder: zOrder, levels: levels)
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
  private func rearrangedStorage(
    of index: Int, byParent: [Int32: [Int]], _ layouts: UnsafeMutablePointer<Layout>
  ) -> LayoutStorage? {
    guard let own = byParent[Int32(index)] else { return nil }
    var levels = 0
    let children = own.map { child in
      let box = boxes + child
      let layout: Layout
      if box.pointee.isContents {
        layout = Layout(
          node: box.pointee.node.takeUnretainedValue(), size: .zero, baseline: 0,
          storage: rearrangedStorage(of: child, byParent: byParent, layouts))
      } else {
        layout = (layouts + child).move()
      }
      levels = max(levels, layout.levels)
      let isNowhere = box.pointee.isHidden || box.pointee.isContents
      return Layout.Child(
        position: isNowhere
          ? .zero : Point(x: rounded(box.pointee.x), y: rounded(box.pointee.y)),
        layout: layout)
    }
    return LayoutStorage(children: children, zOrder: zOrder(of: own), levels: levels)
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
