extension LayoutSolver {
  /// Gives every box its size and position, from the root down. The root has its size already.
  func placeAll() {
    var index = 0
    while index < count {
      if boxes[index].isHidden {
        hideBoxes(in: index)
      } else if !boxes[index].isContents {
        if boxes[index].isDeferred && reuse(index) {
          counts.reused += 1
        } else {
          counts.placed += 1
          expandIfDeferred(index)
          if boxes[index].childCount > 0 { placeBoxes(in: index) }
        }
      }
      index += 1
    }
  }

  /// Hides the boxes within a hidden box.
  private func hideBoxes(in index: Int) {
    let first = Int(boxes[index].firstChild)
    for child in first..<first + Int(boxes[index].childCount) { boxes[child].isHidden = true }
  }

  private func placeBoxes(in index: Int) {
    placeChildren(index)
    if boxes[index].style.pointee.hasCollapsedItems { hideCollapsedItems(of: index) }
    let isInRule = boxes[index].style.pointee.kind == .rule
    let first = Int(boxes[index].firstChild)
    for child in first..<first + Int(boxes[index].childCount) {
      let box = boxes + child
      if box.pointee.isHidden { continue }
      if !isInRule && !box.pointee.isInFlow && !box.pointee.isContents { placeAbsolute(child) }
      let placed = boxes + child
      placed.pointee.x = Self.exact(placed.pointee.x)
      placed.pointee.y = Self.exact(placed.pointee.y)
      placed.pointee.width = Self.exact(placed.pointee.width)
      placed.pointee.height = Self.exact(placed.pointee.height)
      placed.pointee.absoluteX = boxes[index].absoluteX + placed.pointee.x
      placed.pointee.absoluteY = boxes[index].absoluteY + placed.pointee.y
    }
  }

  /// Gives the boxes within a box of known size their sizes and positions.
  func placeChildren(_ index: Int) {
    expandIfDeferred(index)
    let box = boxes + index
    switch box.pointee.style.pointee.kind {
    case .measured: return
    case .rule: placeByRule(index)
    case .grid: placeByGrid(index)
    case .flex:
      let frame = box.pointee.frame
      let initialHeight = box.pointee.initialHeight
      runFlex(
        index, width: max(box.pointee.width - frame.horizontal, 0),
        height: max(box.pointee.height - frame.vertical, 0),
        heightIsDefinite: box.pointee.heightIsDefinite, limit: .infinity,
        initialHeight: initialHeight.isNaN ? .nan : max(initialHeight - frame.vertical, 0),
        purpose: .placing)
    }
  }

  /// Rounds a length to 2⁻²⁰ of a point. So a length is the same number in whichever way it is
  /// computed, and sums of positions are exact: a box is rounded to whole pixels in the same way
  /// wherever its ancestors are.
  @inline(__always)
  static func exact(_ length: Double) -> Double {
    // Adding 1.5 · 2³² leaves 20 binary digits after the point.
    (length + 6_442_450_944) - 6_442_450_944
  }

  // MARK: Baselines

  /// Returns the baseline of the first or the last line of text in a box whose boxes are placed; the
  /// lower edge if there is none.
  ///
  /// - Parameter baseline: Returns the first or, if the second argument is true, the last baseline
  ///   of a box in the box.
  func baselineOfPlaced(
    _ index: Int, isLast: Bool, child baseline: (Int, Bool) -> Double
  ) -> Double {
    let box = boxes + index
    let style = box.pointee.style
    let found: Double
    switch style.pointee.kind {
    case .measured: found = measuredBaseline(index, isLast: isLast)
    case .flex, .grid, .rule:
      if let baseline = ruleBaseline(index) { return baseline }
      let child = Int(isLast ? box.pointee.lastBaselineChild : box.pointee.baselineChild)
      if child < 0 { return box.pointee.height }
      let isAligned = !boxes[child].ascent.isNaN && style.pointee.flex.isRow
      found =
        boxes[child].y - boxes[child].insetY
        + (isAligned && isAtLastBaseline(child)
          ? alignedLastBaseline(child) : baseline(child, isLast && !isAligned))
    }
    // CSS Box Alignment 3, section 9.1: that of content that is scrolled is within the box.
    return style.pointee.isScrollContainer ? max(min(found, boxes[index].height), 0) : found
  }

  /// Returns the last baseline by which an item of a row is aligned.
  private func alignedLastBaseline(_ child: Int) -> Double {
    let box = boxes + child
    let flex = boxes[Int(box.pointee.parent)].style.pointee.flex
    return flex.wrapsInReverse
      ? box.pointee.ascent - box.pointee.margin.top
      : box.pointee.height + box.pointee.margin.bottom - box.pointee.ascent
  }

  private func measuredBaseline(_ index: Int, isLast: Bool) -> Double {
    let box = boxes + index
    let frame = box.pointee.frame
    let width = max(box.pointee.width - frame.horizontal, 0)
    if isLast {
      let measured = measure(index, width: .exactly(width), height: .maxContent)
      let last = measured.lastBaseline ?? measured.baseline
      return last.map { frame.top + $0 } ?? boxes[index].height
    }
    let baseline =
      knownTextBaseline(index, width: width)
      ?? measureText(index, width: width).baseline ?? .nan
    return baseline.isNaN ? boxes[index].height : frame.top + baseline
  }
}
