extension LayoutSolver {
  /// Returns the alignment of an item across the main axis.
  @inline(__always)
  func alignment(_ child: Int, _ run: FlexRun) -> Alignment {
    boxes[child].style.pointee.alignSelf
      ?? boxes[run.container].style.pointee.flex.alignItems
  }

  /// CSS Flexbox 1, section 9.2: the flex base size of an item of a row, and its limits.
  func prepareRowItem(_ child: Int, _ run: FlexRun) {
    resolveEdges(child, base: run.baseWidth)
    noteParent(child, width: run.baseWidth, height: run.baseHeight)
    let box = boxes + child
    let style = box.pointee.style
    box.pointee.initialHeight = .nan
    box.pointee.stretches =
      style.pointee.height.unit == .stretch
      || style.pointee.height.isAuto && alignment(child, run).place == .stretch
        && !style.pointee.autoMargins.top && !style.pointee.autoMargins.bottom
    let available = run.width - box.pointee.margin.horizontal
    let height =
      box.pointee.style.pointee.widthFollowsHeight
      ? knownItemHeight(child, run) : .nan
    var basis = style.pointee.flexBasis
    if basis.isAuto && !style.pointee.flexBasisIsContent { basis = style.pointee.width }
    var base = usedWidth(
      basis, of: child, base: run.baseWidth, available: available, height: height,
      heightBase: run.baseHeight)
    if base.isNaN {
      base =
        !height.isNaN && !style.pointee.aspectRatio.isNaN
        ? self.width(fromHeight: height, of: child)
        : transferredWidth(
          contentWidth(child, .max, height: height - boxes[child].frame.vertical)
            + boxes[child].frame.horizontal, of: child, base: run.baseHeight)
    }
    var least = 0.0
    var most = Double.infinity
    if style.pointee.minWidth.isAuto {
      if !style.pointee.isScrollContainer
        && (!style.pointee.flexBasis.isAuto || !style.pointee.aspectRatio.isNaN)
      {
        least = automaticMinimumWidth(
          child, base: run.baseWidth, height: knownItemHeight(child, run),
          heightBase: run.baseHeight)
      }
    } else {
      least = usedWidth(
        style.pointee.minWidth, of: child, base: run.baseWidth, available: available,
        height: height)
    }
    if !style.pointee.maxWidth.isAuto {
      most = usedWidth(
        style.pointee.maxWidth, of: child, base: run.baseWidth, available: available,
        height: height)
    }
    setFlexBase(child, base, least: least, most: most, frame: boxes[child].frame.horizontal)
  }

  /// The height of an item of a row, as far as it is known before widths; NaN if it is not.
  func knownItemHeight(_ child: Int, _ run: FlexRun) -> Double {
    let box = boxes + child
    let style = box.pointee.style
    var known = height(style.pointee.height, of: child, base: run.baseHeight)
    let fills = style.pointee.height.unit == .stretch || box.pointee.stretches && !run.wraps
    if known.isNaN && fills && !run.baseHeight.isNaN {
      known = max(run.baseHeight - box.pointee.margin.vertical, box.pointee.frame.vertical)
    }
    return known.isNaN ? .nan : clampedHeightByPoints(known, of: child, base: run.baseHeight)
  }

  /// CSS Flexbox 1, section 9.2: the flex base size of an item of a column, and its limits; and its
  /// width as long as that of its column is not known.
  func prepareColumnItem(_ child: Int, _ run: FlexRun) {
    resolveEdges(child, base: run.baseWidth)
    noteParent(child, width: run.baseWidth, height: run.baseHeight)
    let box = boxes + child
    let style = box.pointee.style
    box.pointee.stretches =
      style.pointee.width.unit == .stretch
      || style.pointee.width.isAuto && alignment(child, run).place == .stretch
        && !style.pointee.autoMargins.left && !style.pointee.autoMargins.right
    boxes[child].isAtContentHeight = false
    boxes[child].initialHeight = .nan
    boxes[child].cross = .nan
    var basis = style.pointee.flexBasis
    if basis.isAuto && !style.pointee.flexBasisIsContent { basis = style.pointee.height }
    let available = run.availableHeight - boxes[child].margin.vertical
    let limit = columnItemLimit(child)
    let needsWidth =
      basis.isContentKeyword || style.pointee.minHeight.isContentKeyword
      || style.pointee.maxHeight.isContentKeyword
    var width = needsWidth ? columnItemWidth(child, run) : .nan
    let followsWidth = basis.isContentKeyword && !style.pointee.aspectRatio.isNaN
    var base =
      followsWidth
      ? height(fromWidth: width, of: child)
      : usedHeight(
        basis, of: child, width: width, base: run.baseHeight, available: available, limit: limit)
    if base.isNaN {
      width = columnItemWidth(child, run)
      base =
        style.pointee.aspectRatio.isNaN
        ? autoHeight(child, width: width, base: .nan, limit: limit)
        : height(fromWidth: width, of: child)
    }
    var least = 0.0
    var most = Double.infinity
    if style.pointee.minHeight.isAuto {
      if !style.pointee.isScrollContainer
        && (!style.pointee.flexBasis.isAuto || !style.pointee.aspectRatio.isNaN)
      {
        least = automaticMinimumHeight(child, run)
      }
    } else {
      least = usedHeightLimit(
        style.pointee.minHeight, of: child, width: width, base: run.baseHeight,
        available: available, limit: limit)
    }
    if !style.pointee.maxHeight.isAuto {
      most = usedHeightLimit(
        style.pointee.maxHeight, of: child, width: width, base: run.baseHeight,
        available: available, limit: limit)
    }
    setFlexBase(child, base, least: least, most: most, frame: boxes[child].frame.vertical)
  }

  /// The length at which the content of an item of a column wraps before the item flexes; infinite
  /// for none. Percentages do not count yet (not in CSS: what browsers do).
  func columnItemLimit(_ child: Int) -> Double {
    let known = height(boxes[child].style.pointee.height, of: child, base: .nan)
    if known.isNaN { return .infinity }
    return clampedHeightByPoints(known, of: child, base: .nan) - boxes[child].frame.vertical
  }

  /// The height that the style of an item of a column gives it; NaN if it gives none.
  func columnItemHeight(_ child: Int, _ run: FlexRun) -> Double {
    let style = boxes[child].style
    var known = height(style.pointee.height, of: child, base: run.baseHeight)
    if style.pointee.height.unit == .stretch, !run.baseHeight.isNaN {
      known = max(run.baseHeight - boxes[child].margin.vertical, boxes[child].frame.vertical)
    }
    return known.isNaN ? .nan : clampedHeightByPoints(known, of: child, base: run.baseHeight)
  }

  /// The width of an item of a column before it flexes. Most items whose width follows their height
  /// need it only at the height that they have after that.
  func columnItemWidth(_ child: Int, _ run: FlexRun) -> Double {
    if !boxes[child].cross.isNaN { return boxes[child].cross }
    let style = boxes[child].style
    let usesHeight = style.pointee.flexBasis.isAuto && !style.pointee.flexBasisIsContent
    let width = columnItemWidth(
      child, run, height: usesHeight ? columnItemHeight(child, run) : .nan)
    boxes[child].cross = width
    return width
  }

  /// The width of an item of a column before it is stretched to one of several columns.
  ///
  /// - Parameter isFlexed: Whether the height is that after flexing.
  func columnItemWidth(
    _ child: Int, _ run: FlexRun, height: Double, isFlexed: Bool = false
  ) -> Double {
    let box = boxes + child
    let style = box.pointee.style
    let available = run.width - box.pointee.margin.horizontal
    var width = usedWidth(
      style.pointee.width, of: child, base: run.baseWidth, available: available, height: height,
      heightBase: run.baseHeight)
    if width.isNaN {
      if boxes[child].stretches && !run.wraps && available.isFinite {
        width = available
      } else if !height.isNaN && !style.pointee.aspectRatio.isNaN {
        // CSS Sizing 4, section 5.1.2: the content is a minimum of the width if that follows from a
        // height of the style. A height that comes from flexing has its own minimum already.
        width =
          isFlexed && style.pointee.height.isAuto
          ? self.width(fromHeight: height, of: child) : widthByRatio(child, height: height)
      } else {
        width = transferredWidth(
          fitContentWidth(child, available: available, height: height), of: child,
          base: run.baseHeight)
      }
    } else if style.pointee.width.isContentKeyword && !(isFlexed && style.pointee.height.isAuto) {
      width = widthKeepingContent(width, of: child, height: height)
    }
    return clampedWidth(
      width, of: child, base: run.baseWidth, available: available, height: height)
  }

  private func setFlexBase(
    _ child: Int, _ base: Double, least: Double, most: Double, frame: Double
  ) {
    let box = boxes + child
    box.pointee.flexBase = base
    box.pointee.minMain = least > frame ? least : frame
    box.pointee.maxMain = most.isNaN ? .infinity : max(most, frame)
    box.pointee.hypotheticalMain = max(min(base, box.pointee.maxMain), box.pointee.minMain)
  }
}
