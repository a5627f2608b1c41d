extension LayoutSolver {
  /// CSS Flexbox 1, sections 9.4 (from step 9), 9.5 and 9.6: gives the items their positions.
  func place(_ run: FlexRun) {
    boxes[run.container].baselineChild = -1
    boxes[run.container].lastBaselineChild = -1
    guard run.lineCount > 0 else { return }
    stretchLines(run)
    var space = (before: 0.0, between: 0.0)
    if run.wraps {
      space = Self.space(
        boxes[run.container].style.pointee.flex.alignContent, free: freeCross(run),
        count: run.lineCount, isReversed: wrapsInReverse(run))
    }
    var offset = space.before
    for line in run.firstLine..<lineCount {
      alignItems(of: line, at: offset, run)
      offset += lines[line].cross + run.crossGap + space.between
    }
    noteBaselineItems(run)
  }

  /// Returns the room that the lines leave.
  private func freeCross(_ run: FlexRun) -> Double {
    var total = run.crossGap * Double(run.lineCount - 1)
    for line in run.firstLine..<lineCount { total += lines[line].cross }
    return run.cross - total
  }

  /// CSS Flexbox 1, section 9.4, step 9: lets stretched lines fill a container of known size.
  func stretchLines(_ run: FlexRun) {
    guard run.wraps, run.lineCount > 0,
      boxes[run.container].style.pointee.flex.alignContent.place == .stretch
    else { return }
    let share = freeCross(run) / Double(run.lineCount)
    guard share > 0 else { return }
    for line in run.firstLine..<lineCount { lines[line].cross += share }
  }

  private func wrapsInReverse(_ run: FlexRun) -> Bool {
    boxes[run.container].style.pointee.flex.wrapsInReverse
  }

  /// CSS Box Alignment 3, section 4.1: returns the space before the first of several items, and the
  /// space between two in addition to the gap.
  ///
  /// - Parameter isReversed: Whether the axis runs against the direction of text, so that `start`
  ///   is the end of the axis.
  static func space(
    _ distribution: Alignment, free: Double, count: Int, isReversed: Bool
  ) -> (before: Double, between: Double) {
    let place = distribution.fitting(free: free)
    switch place {
    case .flexStart, .stretch: return (0, 0)
    case .flexEnd: return (free, 0)
    case .start, .left, .right, .selfStart, .selfEnd, .baseline, .lastBaseline:
      return (isReversed ? free : 0, 0)
    case .end: return (isReversed ? 0 : free, 0)
    case .center: return (free / 2, 0)
    case .spaceBetween, .spaceAround, .spaceEvenly: break
    }
    // Section 5.3: items that are too large are not centered, so that they do not extend beyond the
    // edge where text begins.
    if free <= 0 { return (isReversed && place != .spaceBetween ? free : 0, 0) }
    switch place {
    case .spaceBetween: return (0, count > 1 ? free / Double(count - 1) : 0)
    case .spaceAround: return (free / Double(count) / 2, free / Double(count))
    default: return (free / Double(count + 1), free / Double(count + 1))
    }
  }

  /// CSS Flexbox 1, section 8.5: finds the items whose baselines are the first and the last one of
  /// the container.
  private func noteBaselineItems(_ run: FlexRun) {
    let isReversed = wrapsInReverse(run)
    let (first, last) = (run.firstLine, lineCount - 1)
    let container = boxes + run.container
    container.pointee.baselineChild = Int32(
      baselineItem(run, line: isReversed ? last : first, isLast: false))
    container.pointee.lastBaselineChild = Int32(
      baselineItem(run, line: isReversed ? first : last, isLast: true))
  }

  /// Returns an item of a line that is aligned by a baseline, otherwise the item nearest to the
  /// start, or to the end for the last baseline. If an axis is reversed, the last item in order is
  /// nearest to the start.
  ///
  /// If there are items of both kinds, those count that are aligned at that edge of the line which
  /// is higher for the first baseline and lower for the last one, as in browsers.
  private func baselineItem(_ run: FlexRun, line index: Int, isLast: Bool) -> Int {
    let line = lines[index]
    let takesLast = boxes[run.container].style.pointee.flex.isReverse != isLast
    var found = -1
    var aligned = -1
    for child in line.first..<line.end where boxes[child].isInFlow {
      if run.isRow && !boxes[child].ascent.isNaN {
        if isAtLastBaseline(child) == (isLast != wrapsInReverse(run)) { return child }
        if aligned < 0 { aligned = child }
      }
      if found < 0 || takesLast { found = child }
    }
    return aligned < 0 ? found : aligned
  }

  // MARK: A line

  private func alignItems(of line: Int, at crossOffset: Double, _ run: FlexRun) {
    let (free, autoMargins) = freeMain(line, run)
    let flex = boxes[run.container].style.pointee.flex
    var share = 0.0
    var space = (before: 0.0, between: 0.0)
    if autoMargins > 0 && free > 0 {
      share = free / Double(autoMargins)
    } else {
      space = Self.space(
        flex.justifyContent.alongMainAxis(
          isRow: run.isRow, isRightToLeft: boxes[run.container].isRightToLeft), free: free,
        count: lines[line].itemCount, isReversed: flex.isReverse)
    }
    var offset = space.before
    let (first, end) = (lines[line].first, lines[line].end)
    for child in first..<end where boxes[child].isInFlow {
      let margins = mainMargins(child, run, auto: share)
      offset += margins.before
      let cross = alignCross(child, line, run)
      setResult(child, main: offset, cross: crossOffset + cross, run)
      offset += boxes[child].main + margins.after + run.mainGap + space.between
    }
  }

  /// Returns the remaining length of a line, and the number of `auto` margins that share it.
  private func freeMain(_ line: Int, _ run: FlexRun) -> (free: Double, autoMargins: Int) {
    var used = run.mainGap * Double(lines[line].itemCount - 1)
    var autoMargins = 0
    for child in lines[line].first..<lines[line].end where boxes[child].isInFlow {
      let box = boxes + child
      let autos = box.pointee.style.pointee.autoMargins
      if run.isRow {
        used += box.pointee.main + box.pointee.margin.horizontal
        autoMargins += (autos.left ? 1 : 0) + (autos.right ? 1 : 0)
      } else {
        used += box.pointee.main + box.pointee.margin.vertical
        autoMargins += (autos.top ? 1 : 0) + (autos.bottom ? 1 : 0)
      }
    }
    return (run.main - used, autoMargins)
  }

  private func mainMargins(
    _ child: Int, _ run: FlexRun, auto share: Double
  ) -> (before: Double, after: Double) {
    let box = boxes + child
    let autos = box.pointee.style.pointee.autoMargins
    let margin = box.pointee.margin
    let first =
      run.isRow
      ? margin.left + (autos.left ? share : 0)
      : margin.top + (autos.top ? share : 0)
    let second =
      run.isRow
      ? margin.right + (autos.right ? share : 0)
      : margin.bottom + (autos.bottom ? share : 0)
    return run.isMainReversed ? (second, first) : (first, second)
  }

  // MARK: Across the main axis

  /// Stretches an item, and returns its distance from the edge where its line begins.
  private func alignCross(_ child: Int, _ line: Int, _ run: FlexRun) -> Double {
    let lineCross = lines[line].cross
    if boxes[child].stretches {
      stretch(child, to: lineCross, run)
    } else if !run.isRow && run.wraps {
      refit(child, to: lineCross, run)
    }
    let box = boxes + child
    let autos = box.pointee.style.pointee.autoMargins
    let margin = box.pointee.margin
    let first = run.isRow ? margin.top : margin.left
    let second = run.isRow ? margin.bottom : margin.right
    let (before, after) = run.isCrossReversed ? (second, first) : (first, second)
    let free = lineCross - box.pointee.cross - before - after
    let autoFirst = run.isRow ? autos.top : autos.left
    let autoSecond = run.isRow ? autos.bottom : autos.right
    if autoFirst || autoSecond {
      let (autoBefore, autoAfter) =
        run.isCrossReversed ? (autoSecond, autoFirst) : (autoFirst, autoSecond)
      // If there is too little room, the margin at the start is 0 and the other one is negative.
      if free < 0 { return before + (wrapsInReverse(run) ? free : 0) }
      return before + (autoBefore ? (autoAfter ? free / 2 : free) : 0)
    }
    let isOpposite =
      !run.isRow && box.pointee.isRightToLeft != boxes[run.container].isRightToLeft
    switch alignment(child, run).ofItem(isOpposite: isOpposite).fitting(free: free) {
    case .flexEnd: return before + free
    case .start: return before + (wrapsInReverse(run) ? free : 0)
    case .end: return before + (wrapsInReverse(run) ? 0 : free)
    case .center: return before + free / 2
    case .baseline:
      let ascent = box.pointee.ascent
      return ascent.isNaN ? before : before + lines[line].ascent - ascent
    case .lastBaseline:
      let descent = box.pointee.ascent
      return before + free - (descent.isNaN ? 0 : lines[line].descent - descent)
    default: return before
    }
  }

  /// CSS Flexbox 1, section 9.4, step 11.
  private func stretch(_ child: Int, to lineCross: Double, _ run: FlexRun) {
    let box = boxes + child
    let style = box.pointee.style
    if run.isRow {
      let available = lineCross - box.pointee.margin.vertical
      // Browsers do not lay out again what has its height already.
      if available == box.pointee.cross && !box.pointee.initialHeight.isNaN { return }
      boxes[child].cross = clampedHeight(
        available, of: child, width: box.pointee.main, base: run.baseHeight,
        available: available, isGiven: true)
      boxes[child].initialHeight = .nan
      if style.pointee.hasContentLimits {
        noteInitialHeight(available, of: child, base: run.baseHeight)
      }
      if !boxes[child].ascent.isNaN {
        boxes[child].ascent = ascentOfItem(child, run, isLast: isAtLastBaseline(child))
      }
    } else {
      let available = lineCross - box.pointee.margin.horizontal
      boxes[child].cross = clampedWidth(
        available, of: child, base: run.baseWidth, available: available,
        height: box.pointee.main)
    }
  }

  /// Gives an item of a column that wraps the width of its line, which was only limited by that of
  /// the container before (not in CSS: what browsers do).
  private func refit(_ child: Int, to lineCross: Double, _ run: FlexRun) {
    let style = boxes[child].style
    guard style.pointee.width.isAuto, style.pointee.aspectRatio.isNaN, lineCross > run.width
    else { return }
    let available = lineCross - boxes[child].margin.horizontal
    let height = boxes[child].main
    let width = fitContentWidth(child, available: available, height: height)
    let previous = boxes[child].cross
    boxes[child].cross = clampedWidth(
      width, of: child, base: run.baseWidth, available: available, height: height)
    if run.isCrossReversed != isAtLastBaseline(child) {
      boxes[child].ascent += boxes[child].cross - previous
    }
  }

  // MARK: The result

  private func setResult(_ child: Int, main: Double, cross: Double, _ run: FlexRun) {
    let definite = itemHeightIsDefinite(child, run)
    let container = boxes + run.container
    let box = boxes + child
    let frame = container.pointee.frame
    let (fromStartX, fromStartY) = run.isRow ? (main, cross) : (cross, main)
    box.pointee.width = run.isRow ? box.pointee.main : box.pointee.cross
    box.pointee.height = run.isRow ? box.pointee.cross : box.pointee.main
    // Measured from the edge where the axis begins, which matters if the frame is larger than the
    // box.
    box.pointee.x =
      (run.isRow ? run.isMainReversed : run.isCrossReversed)
      ? container.pointee.width - frame.right - fromStartX - box.pointee.width
      : frame.left + fromStartX
    box.pointee.y =
      (run.isRow ? run.isCrossReversed : run.isMainReversed)
      ? container.pointee.height - frame.bottom - fromStartY - box.pointee.height
      : frame.top + fromStartY
    box.pointee.insetY = 0
    box.pointee.heightIsDefinite = definite
    box.pointee.heightIsGiven = definite || (!run.isRow && !run.availableHeight.isNaN)
    if box.pointee.style.pointee.hasInsets {
      moveByInsets(
        child, baseWidth: run.baseWidth, baseHeight: run.baseHeight,
        isRightToLeft: boxes[run.container].isRightToLeft)
    }
  }

  /// CSS Positioned Layout 3, section 3.3: if both of two opposite insets are given, the one at the
  /// start counts.
  func moveByInsets(
    _ child: Int, baseWidth: Double, baseHeight: Double, isRightToLeft: Bool
  ) {
    let box = boxes + child
    let style = box.pointee.style
    guard style.pointee.position == .relative else { return }
    let insets = style.pointee.insets
    let left = insets.left.points(of: baseWidth)
    let right = insets.right.points(of: baseWidth)
    let fromRight = isRightToLeft ? !right.isNaN : left.isNaN
    let horizontal = fromRight ? -right : left
    if !horizontal.isNaN { box.pointee.x += horizontal }
    let top = insets.top.points(of: baseHeight)
    let bottom = insets.bottom.points(of: baseHeight)
    let vertical = top.isNaN ? -bottom : top
    if !vertical.isNaN {
      box.pointee.y += vertical
      box.pointee.insetY = vertical
    }
  }

  /// CSS Flexbox 1, section 9.8: returns whether percentages may refer to the height of an item.
  func itemHeightIsDefinite(_ child: Int, _ run: FlexRun) -> Bool {
    let box = boxes + child
    let style = box.pointee.style
    if run.isRow && box.pointee.stretches { return true }
    if !run.isRow {
      if !run.baseHeight.isNaN { return true }
      let basis = style.pointee.flexBasis
      if basis.unit == .points { return true }
      if !basis.isAuto || style.pointee.flexBasisIsContent {
        return !style.pointee.aspectRatio.isNaN
      }
    }
    if !height(style.pointee.height, of: child, base: run.baseHeight).isNaN { return true }
    return !style.pointee.aspectRatio.isNaN
  }
}
