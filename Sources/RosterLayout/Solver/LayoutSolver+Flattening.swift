extension LayoutSolver {
  /// Makes boxes of a tree, level by level.
  ///
  /// - Complexity: O(*n*), and O(*n* log *n*) where there is an `order`.
  func flatten(_ root: LayoutNode, _ direction: WritingDirection) {
    append(
      box(
        of: root.unmanaged, parent: -1, outputParent: -1, isRightToLeft: direction == .rightToLeft))
    boxes[0].isHidden = boxes[0].style.pointee.display == .none
    deferIfCached(0)
    flatten(from: 0)
  }

  /// Makes the boxes within a box and within those behind it.
  private func flatten(from first: Int) {
    var next = first
    while next < count {
      expand(next)
      next += 1
    }
  }

  /// Makes the boxes of a boundary if the cache has not enough results for it.
  @inline(__always)
  func expandIfDeferred(_ index: Int) {
    if boxes[index].isDeferred { expandDeferred(index) }
  }

  private func expandDeferred(_ index: Int) {
    boxes[index].isDeferred = false
    let next = count
    expand(index)
    flatten(from: next)
  }

  /// Makes the boxes in a box.
  private func expand(_ index: Int) {
    // The content of a box with `display: contents` has been appended with its siblings.
    if boxes[index].isContents || boxes[index].isDeferred { return }
    let kind = boxes[index].style.pointee.kind
    if kind == .measured { return }
    let children = boxes[index].node._withUnsafeGuaranteedRef { $0.children }
    // All are asked before a box is made of the first: so the processor reads their styles out of
    // memory at once, and not one after the other.
    let areMoved = children.contains { $0.storage.boxStyle.pointee.movesItems } && kind != .rule
    let first = count
    var hasOrder = false
    for offset in children.indices {
      let child = children[offset].unmanaged
      if areMoved {
        appendItem(child, of: index, outputParent: index, at: offset, &hasOrder)
      } else {
        appendChild(child, of: index, outputParent: index, at: offset)
      }
    }
    boxes[index].firstChild = Int32(first)
    boxes[index].childCount = Int32(count - first)
    if hasOrder { sortByOrder(index) }
  }

  /// Appends an item of a flex container; in place of an item with `display: contents`, its
  /// children.
  private func appendItem(
    _ node: Unmanaged<NodeStorage>, of parent: Int, outputParent: Int, at sourceIndex: Int,
    _ hasOrder: inout Bool
  ) {
    appendChild(node, of: parent, outputParent: outputParent, at: sourceIndex)
    let index = count - 1
    let style = boxes[index].style
    hasOrder = hasOrder || style.pointee.order != 0
    guard style.pointee.display == .contents,
      style.pointee.kind == .flex || style.pointee.kind == .grid
    else { return }
    boxes[parent].isRearranged = true
    boxes[index].isContents = true
    boxes[index].isInFlow = false
    for (offset, child) in node.takeUnretainedValue().children.enumerated() {
      appendItem(child.unmanaged, of: parent, outputParent: index, at: offset, &hasOrder)
    }
  }

  private func appendChild(
    _ node: Unmanaged<NodeStorage>, of parent: Int, outputParent: Int, at sourceIndex: Int
  ) {
    var child = box(
      of: node, parent: parent, outputParent: outputParent,
      isRightToLeft: boxes[outputParent].isRightToLeft)
    child.sourceIndex = Int32(truncatingIfNeeded: sourceIndex)
    let parentBox = boxes + parent
    child.containingBlock =
      parentBox.pointee.style.pointee.position == .static && parentBox.pointee.containingBlock >= 0
      ? parentBox.pointee.containingBlock : Int32(parent)
    child.boundary =
      parentBox.pointee.style.pointee.isBoundary ? Int32(parent) : parentBox.pointee.boundary
    let style = child.style
    child.isHidden = parentBox.pointee.isHidden || style.pointee.display == .none
    child.isInFlow = !child.isHidden && style.pointee.position != .absolute
    append(child)
    if style.pointee.position == .absolute {
      openBoxes(around: count - 1)
      noteAbsoluteInGrid(count - 1)
    }
    if style.pointee.isBoundary { deferIfCached(count - 1) }
  }

  private func box(
    of node: Unmanaged<NodeStorage>, parent: Int, outputParent: Int, isRightToLeft: Bool
  ) -> Box {
    var style = node._withUnsafeGuaranteedRef { $0.boxStyle }
    var isRightToLeft = isRightToLeft
    if let own = style.pointee.layoutDirection { isRightToLeft = own == .rightToLeft }
    if isRightToLeft && style.pointee.hasLogicalEdges {
      style = mirroredStyle(of: node.takeUnretainedValue())
    }
    return Box(
      style: style, node: node, parent: Int32(parent),
      outputParent: Int32(outputParent), isRightToLeft: isRightToLeft)
  }

  /// CSS Flexbox 1, section 5.4: items are laid out in the order of `order`, then of the tree.
  private func sortByOrder(_ parent: Int) {
    let first = Int(boxes[parent].firstChild)
    let range = first..<first + Int(boxes[parent].childCount)
    let sorted = range.map { (from: $0, box: boxes[$0]) }.sorted {
      ($0.box.style.pointee.order, $0.from) < ($1.box.style.pointee.order, $1.from)
    }
    var moved: [Int32: Int32] = [:]
    for (index, entry) in zip(range, sorted) {
      moved[Int32(entry.from)] = Int32(index)
      boxes[index] = entry.box
    }
    for index in range {
      boxes[index].outputParent = moved[boxes[index].outputParent] ?? boxes[index].outputParent
    }
    boxes[parent].isRearranged = true
  }
}
