extension LayoutSolver {
  /// Gives a box outside of the flow its size and position. Everything around it has its place
  /// already.
  ///
  /// CSS Positioned Layout 3, section 4; the static position by CSS Flexbox 1, section 4.1.
  func placeAbsolute(_ child: Int) {
    let block = containingBlock(of: child)
    resolveEdges(child, base: block.width)
    noteParent(child, width: block.width, height: block.height)
    let box = boxes + child
    let insets = box.pointee.style.pointee.insets
    let left = insets.left.points(of: block.width)
    let right = insets.right.points(of: block.width)
    let top = insets.top.points(of: block.height)
    let bottom = insets.bottom.points(of: block.height)
    let horizontal = AbsoluteAxis(
      start: left, end: right, blockStart: block.x, blockSize: block.width,
      isReversed: boxes[Int(box.pointee.containingBlock)].isRightToLeft, isHorizontal: true)
    let vertical = AbsoluteAxis(
      start: top, end: bottom, blockStart: block.y, blockSize: block.height, isReversed: false,
      isHorizontal: false, alignment: verticalAlignment(child),
      excess: box.pointee.style.pointee.alignSelf?.excess ?? .normal)
    findAbsoluteSize(child, horizontal, vertical, block)
    let margin = boxes[child].style.pointee.margin
    let points = boxes[child].margin
    let x = horizontal.position(
      size: boxes[child].width, marginStart: points.left, marginEnd: points.right,
      startIsAuto: margin.left.isAuto, endIsAuto: margin.right.isAuto)
    let y = vertical.position(
      size: boxes[child].height, marginStart: points.top, marginEnd: points.bottom,
      startIsAuto: margin.top.isAuto, endIsAuto: margin.bottom.isAuto)
    boxes[child].x = x.isNaN ? staticX(child) : x
    boxes[child].y = y.isNaN ? staticY(child) : y
  }

  /// CSS Box Alignment 3, section 6.2: `align-self` of the box itself aligns it between its insets,
  /// `align-items` of its container does not.
  private func verticalAlignment(_ child: Int) -> AbsoluteAxis.Place {
    guard let alignment = boxes[child].style.pointee.alignSelf else { return .normal }
    switch alignment.place {
    case .stretch: return .stretch
    case .center: return .center
    case .end, .flexEnd, .selfEnd, .lastBaseline: return .end
    default: return .start
    }
  }

  /// The padding box of the nearest box around a box that is not static, in the coordinates of its
  /// parent.
  private func containingBlock(
    of child: Int
  ) -> (x: Double, y: Double, width: Double, height: Double) {
    if isInGrid(child) { return areaOfAbsolute(child) }
    let block = boxes + Int(boxes[child].containingBlock)
    let parent = boxes + Int(boxes[child].parent)
    let border = block.pointee.style.pointee.border
    return (
      block.pointee.absoluteX - parent.pointee.absoluteX + border.left,
      block.pointee.absoluteY - parent.pointee.absoluteY + border.top,
      max(block.pointee.width - border.horizontal, 0),
      max(block.pointee.height - border.vertical, 0)
    )
  }

  private func findAbsoluteSize(
    _ child: Int, _ horizontal: AbsoluteAxis, _ vertical: AbsoluteAxis,
    _ block: (x: Double, y: Double, width: Double, height: Double)
  ) {
    let style = boxes[child].style
    let margin = boxes[child].margin
    let availableWidth =
      horizontal.room(static: staticRoom(child, horizontal, alongX: true)) - margin.horizontal
    let availableHeight =
      vertical.room(static: staticRoom(child, vertical, alongX: false)) - margin.vertical
    var height = height(style.pointee.height, of: child, base: block.height)
    if height.isNaN && style.pointee.height.isAuto && vertical.isStretched {
      height = max(availableHeight, boxes[child].frame.vertical)
    }
    if style.pointee.height.unit == .stretch {
      height = max(availableHeight, boxes[child].frame.vertical)
    }
    if !height.isNaN { height = clampedHeightByPoints(height, of: child, base: block.height) }
    var width = usedWidth(
      style.pointee.width, of: child, base: block.width, available: availableWidth,
      height: height)
    let hasRatio = !style.pointee.aspectRatio.isNaN
    if width.isNaN {
      // CSS Positioned Layout 3, section 4.3: a width that follows from a height is not stretched.
      if horizontal.isStretched && !(hasRatio && !height.isNaN && !style.pointee.height.isAuto) {
        width = transferredWidth(availableWidth, of: child, base: block.height)
      } else if hasRatio && !height.isNaN {
        width = widthByRatio(child, height: height)
      } else {
        width = transferredWidth(
          fitContentWidth(child, available: availableWidth, height: height), of: child,
          base: block.height)
      }
    }
    width = clampedWidth(
      widthKeepingContent(width, of: child, height: height), of: child, base: block.width,
      available: availableWidth, height: height)
    boxes[child].width = width
    boxes[child].initialHeight = .nan
    if !height.isNaN && style.pointee.hasContentLimits { boxes[child].initialHeight = height }
    var definite = true
    var used = usedHeight(
      style.pointee.height, of: child, width: width, base: block.height,
      available: availableHeight)
    if used.isNaN {
      if hasRatio {
        noteInitialHeight(
          self.height(fromWidth: width, of: child), of: child, base: block.height)
        used = heightByRatio(child, width: width, base: block.height)
      } else if vertical.isStretched {
        used = availableHeight
      } else {
        used = autoHeight(child, width: width, base: block.height)
        definite = false
      }
    }
    boxes[child].height = clampedHeight(
      used, of: child, width: width, base: block.height, available: availableHeight)
    boxes[child].heightIsDefinite = definite && !style.pointee.height.isContentKeyword
  }

  // MARK: The static position: as if it were the only item of its container

  /// Returns the room from the static position of a box to the edges of its containing block.
  private func staticRoom(_ child: Int, _ axis: AbsoluteAxis, alongX: Bool) -> Double {
    let parent = boxes + Int(boxes[child].parent)
    let frame = staticFrame(child)
    let first = alongX ? frame.left : frame.top
    let last =
      alongX ? parent.pointee.width - frame.right : parent.pointee.height - frame.bottom
    let blockEnd = axis.blockStart + axis.blockSize
    let fraction = staticFraction(child, alongX: alongX)
    if fraction == 0 { return blockEnd - first }
    if fraction == 1 { return last - axis.blockStart }
    let center = (first + last) / 2
    return 2 * max(min(center - axis.blockStart, blockEnd - center), 0)
  }

  private func staticX(_ child: Int) -> Double {
    let parent = boxes + Int(boxes[child].parent)
    let box = boxes + child
    let frame = staticFrame(child)
    let room = parent.pointee.width - frame.horizontal
    let free = room - box.pointee.width - box.pointee.margin.horizontal
    let fraction = staticFraction(child, alongX: true, free: free)
    return frame.left + box.pointee.margin.left + free * fraction
  }

  private func staticY(_ child: Int) -> Double {
    let parent = boxes + Int(boxes[child].parent)
    let box = boxes + child
    let frame = staticFrame(child)
    let room = parent.pointee.height - frame.vertical
    let free = room - box.pointee.height - box.pointee.margin.vertical
    let fraction = staticFraction(child, alongX: false, free: free)
    return frame.top + box.pointee.margin.top + free * fraction
  }

  /// Whether a box is in a grid that places it.
  private func isInGrid(_ child: Int) -> Bool {
    boxes[Int(boxes[child].parent)].style.pointee.kind == .grid
      && boxes[child].containingBlock == boxes[child].parent
  }

  /// The edges around the static position of a box: those of the content of its parent. In a grid that
  /// is the containing block, they are those of the area of the box (CSS Grid 2, section 9.1, as
  /// browsers implement it).
  private func staticFrame(_ child: Int) -> Sides {
    let parent = boxes + Int(boxes[child].parent)
    guard isInGrid(child) else { return parent.pointee.frame }
    let area = areaOfAbsolute(child)
    return Sides(
      left: area.x, right: parent.pointee.width - area.x - area.width, top: area.y,
      bottom: parent.pointee.height - area.y - area.height)
  }

  /// Returns the fraction of the free room to the left of a box, or above it.
  private func staticFraction(_ child: Int, alongX: Bool, free: Double = 0) -> Double {
    let parent = boxes + Int(boxes[child].parent)
    if parent.pointee.style.pointee.kind == .grid {
      return staticFractionInGrid(child, alongX: alongX, free: free)
    }
    let flex = parent.pointee.style.pointee.flex
    let isRightToLeft = parent.pointee.isRightToLeft
    let fraction: Double
    if alongX == flex.isRow {
      let isReversed = flex.isReverse != (alongX && isRightToLeft)
      let distribution = flex.justifyContent.alongMainAxis(
        isRow: flex.isRow, isRightToLeft: isRightToLeft)
      fraction = Self.mainFraction(
        distribution.fitting(free: free), isReverse: flex.isReverse)
      return isReversed ? 1 - fraction : fraction
    }
    let isReversed = flex.wrapsInReverse != (alongX && isRightToLeft)
    let alignment = (boxes[child].style.pointee.alignSelf ?? flex.alignItems)
      .ofItem(isOpposite: alongX && boxes[child].isRightToLeft != isRightToLeft)
    fraction = Self.crossFraction(
      alignment.fitting(free: free), isReverse: flex.wrapsInReverse)
    return isReversed ? 1 - fraction : fraction
  }

  private static func mainFraction(_ place: Alignment.Place, isReverse: Bool) -> Double {
    switch place {
    case .flexStart, .stretch, .spaceBetween: 0
    case .flexEnd: 1
    case .start, .left, .right, .selfStart, .selfEnd, .baseline, .lastBaseline:
      isReverse ? 1 : 0
    case .end: isReverse ? 0 : 1
    case .center, .spaceAround, .spaceEvenly: 0.5
    }
  }

  private static func crossFraction(_ place: Alignment.Place, isReverse: Bool) -> Double {
    switch place {
    case .flexEnd: 1
    case .start, .baseline: isReverse ? 1 : 0
    case .end, .lastBaseline: isReverse ? 0 : 1
    case .center: 0.5
    default: 0
    }
  }
}
