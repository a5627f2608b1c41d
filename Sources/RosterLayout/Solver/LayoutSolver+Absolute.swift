extension LayoutSolver {
  /// Gives a box outside of the flow its size and position. Everything around it has its place
  /// already.
  ///
  /// CSS Positioned Layout 3, section 4; the static position by CSS Flexbox 1, section 4.1.
  func placeAbsolute(_ child: Int) {
    let block = containingBlock(of: child)
    resolveEdges(child, base: block.width)
    let box = boxes + child
    let insets = box.pointee.style.pointee.insets
    let left = insets.left.points(of: block.width)
    let right = insets.right.points(of: block.width)
    let top = insets.top.points(of: block.height)
    let bottom = insets.bottom.points(of: block.height)
    let isRightToLeft = boxes[Int(box.pointee.containingBlock)].isRightToLeft
    let justification = ownJustification(child)?
      .alongRow(isRightToLeft: isRightToLeft)
      .ofItem(isOpposite: box.pointee.isRightToLeft != isRightToLeft)
    let alignment = box.pointee.style.pointee.alignSelf?.ofItem(isOpposite: false)
    let horizontal = AbsoluteAxis(
      start: left, end: right, blockStart: block.x, blockSize: block.width,
      isReversed: isRightToLeft, isHorizontal: true, alignment: .init(justification),
      excess: justification?.excess ?? .normal)
    let vertical = AbsoluteAxis(
      start: top, end: bottom, blockStart: block.y, blockSize: block.height, isReversed: false,
      isHorizontal: false, alignment: .init(alignment), excess: alignment?.excess ?? .normal)
    findAbsoluteSize(child, horizontal, vertical, block)
    let autos = boxes[child].style.pointee.autoMargins
    let points = boxes[child].margin
    let x = horizontal.position(
      size: boxes[child].width, marginStart: points.left, marginEnd: points.right,
      startIsAuto: autos.left, endIsAuto: autos.right)
    let y = vertical.position(
      size: boxes[child].height, marginStart: points.top, marginEnd: points.bottom,
      startIsAuto: autos.top, endIsAuto: autos.bottom)
    boxes[child].x = x.isNaN ? staticPosition(child, horizontal, alongX: true) : x
    boxes[child].y = y.isNaN ? staticPosition(child, vertical, alongX: false) : y
  }

  private func ownJustification(_ child: Int) -> Alignment? {
    boxes[child].node.takeUnretainedValue().style.justifySelf.map { Alignment($0) }
  }

  /// The padding box of the nearest box around a box that is not static, in the coordinates of its
  /// parent.
  private func containingBlock(
    of child: Int
  ) -> (x: Double, y: Double, width: Double, height: Double) {
    let block = boxes + Int(boxes[child].containingBlock)
    let parent = boxes + Int(boxes[child].parent)
    if block.pointee.style.pointee.kind == .grid {
      let area = areaOfAbsolute(child)
      return (
        area.x + block.pointee.absoluteX - parent.pointee.absoluteX,
        area.y + block.pointee.absoluteY - parent.pointee.absoluteY, area.width, area.height
      )
    }
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
    noteParent(child, width: block.width, height: block.height, room: availableHeight)
    var height = height(style.pointee.height, of: child, base: block.height)
    if height.isNaN && style.pointee.height.isAuto && vertical.isStretched {
      height = max(availableHeight, boxes[child].frame.vertical)
    }
    if style.pointee.height.unit == .stretch {
      height = max(availableHeight, boxes[child].frame.vertical)
    }
    let least = definiteLimit(
      style.pointee.minHeight, of: child, base: block.height, available: availableHeight)
    let most = definiteLimit(
      style.pointee.maxHeight, of: child, base: block.height, available: availableHeight)
    if !height.isNaN {
      if height > most { height = most }
      if height < least { height = least }
      height = max(height, boxes[child].frame.vertical)
    }
    var width = usedWidth(
      style.pointee.width, of: child, base: block.width, available: availableWidth,
      height: height)
    let hasRatio = !style.pointee.aspectRatio.isNaN
    if width.isNaN {
      // CSS Positioned Layout 3, section 4.3: a width that follows from a height is not stretched.
      if horizontal.isStretched && !(hasRatio && !height.isNaN && !style.pointee.height.isAuto) {
        width = transferredWidth(availableWidth, of: child, least: least, most: most)
      } else if hasRatio && !height.isNaN {
        width = widthByRatio(child, height: height)
      } else {
        width = transferredWidth(
          fitContentWidth(child, available: availableWidth, height: height), of: child,
          least: least, most: most)
      }
    } else if style.pointee.width.isContentKeyword && height.isNaN {
      width = transferredWidth(width, of: child, least: least, most: most)
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
    boxes[child].heightIsDefinite =
      definite && (hasRatio || !style.pointee.height.isContentKeyword)
  }

  /// Returns a limit of the height of a box outside of the flow that does not follow from its content;
  /// NaN for others.
  private func definiteLimit(
    _ length: Length, of child: Int, base: Double, available: Double
  ) -> Double {
    length.unit == .stretch
      ? max(available, boxes[child].frame.vertical) : height(length, of: child, base: base)
  }

  // MARK: The static position: as if it were the only item of its container

  /// Returns the edges of the room for a box at its static position (CSS Positioned Layout 3, section
  /// 4.1): from that position to the edges of its containing block, or as far to both sides.
  private func staticRoom(
    _ child: Int, _ axis: AbsoluteAxis, alongX: Bool
  ) -> (first: Double, last: Double) {
    let (first, last) = staticEdges(child, alongX: alongX)
    let blockEnd = axis.blockStart + axis.blockSize
    let fraction = staticFraction(child, alongX: alongX)
    if fraction == 0 { return (first, blockEnd) }
    if fraction == 1 { return (axis.blockStart, last) }
    let center = (first + last) / 2
    let half = max(min(center - axis.blockStart, blockEnd - center), 0)
    return (center - half, center + half)
  }

  private func staticPosition(_ child: Int, _ axis: AbsoluteAxis, alongX: Bool) -> Double {
    let box = boxes + child
    let margin = box.pointee.margin
    let size =
      alongX
      ? box.pointee.width + margin.horizontal : box.pointee.height + margin.vertical
    let before = alongX ? margin.left : margin.top
    let room = staticRoom(child, axis, alongX: alongX)
    if isSafeAtStaticPosition(child, axis, alongX: alongX), size > room.last - room.first {
      return before + (axis.isReversed ? room.last - size : room.first)
    }
    let (first, last) = staticEdges(child, alongX: alongX)
    return before + first + (last - first - size) * staticFraction(child, alongX: alongX)
  }

  /// Whether a box that is larger than the room at its static position begins where that does.
  private func isSafeAtStaticPosition(
    _ child: Int, _ axis: AbsoluteAxis, alongX: Bool
  ) -> Bool {
    let parent = boxes[Int(boxes[child].parent)].style
    if parent.pointee.kind == .grid { return axis.excess == .safe }
    return alongX != parent.pointee.flex.isRow
      && boxes[child].style.pointee.alignSelf?.excess == .safe
  }

  /// Returns the edges of the static position along an axis.
  private func staticEdges(_ child: Int, alongX: Bool) -> (first: Double, last: Double) {
    let parent = boxes + Int(boxes[child].parent)
    let frame = staticFrame(child)
    return alongX
      ? (frame.left, parent.pointee.width - frame.right)
      : (frame.top, parent.pointee.height - frame.bottom)
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
  ///
  /// In browsers `safe` counts here if it is in the style of the box itself, but not in that of its
  /// container (CSS Box Alignment 3, section 6.1: the actual position is aligned by the former alone).
  private func staticFraction(_ child: Int, alongX: Bool) -> Double {
    let parent = boxes + Int(boxes[child].parent)
    if parent.pointee.style.pointee.kind == .grid {
      return staticFractionInGrid(child, alongX: alongX)
    }
    let flex = parent.pointee.style.pointee.flex
    let isRightToLeft = parent.pointee.isRightToLeft
    let fraction: Double
    if alongX == flex.isRow {
      let isReversed = flex.isReverse != (alongX && isRightToLeft)
      let distribution = flex.justifyContent.alongMainAxis(
        isRow: flex.isRow, isRightToLeft: isRightToLeft)
      fraction = Self.mainFraction(distribution.place, isReverse: flex.isReverse)
      return isReversed ? 1 - fraction : fraction
    }
    let isReversed = flex.wrapsInReverse != (alongX && isRightToLeft)
    let alignment = (boxes[child].style.pointee.alignSelf ?? flex.alignItems)
      .ofItem(isOpposite: alongX && boxes[child].isRightToLeft != isRightToLeft)
    fraction = Self.crossFraction(alignment.place, isReverse: flex.wrapsInReverse)
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
