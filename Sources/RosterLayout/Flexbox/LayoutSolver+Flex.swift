extension LayoutSolver {
  /// Lays out the items of a flex container.
  ///
  /// - Parameters:
  ///   - width: The width of the content; infinite to compute it (`.width`).
  ///   - height: The height of the content; NaN to compute it.
  ///   - heightIsDefinite: Whether percentages may refer to the height.
  ///   - limit: The length at which a column wraps, if `height` is not known.
  ///   - initialHeight: The height to which percentages refer if it is not `height`; otherwise NaN.
  ///   - purpose: The purpose of the run.
  /// - Returns: The height or the width of the content, depending on `purpose`.
  /// - Source: CSS Flexbox 1, section 9.
  @discardableResult
  func runFlex(
    _ index: Int, width: Double, height: Double, heightIsDefinite: Bool, limit: Double,
    initialHeight: Double = .nan, purpose: FlexRun.Purpose
  ) -> Double {
    var run = flexRun(
      index, width: Self.exact(width), height: Self.exact(height),
      heightIsDefinite: heightIsDefinite, limit: limit,
      initialHeight: Self.exact(initialHeight), purpose: purpose)
    defer { removeLines(from: run.firstLine) }
    let hasCollapsedItems = boxes[index].style.pointee.hasCollapsedItems
    if hasCollapsedItems { beginCollapse(&run) }
    defer { if hasCollapsedItems { endCollapse(run) } }
    let longest = findLines(&run)
    if purpose == .height && !run.isRow { return longest }
    if hasCollapsedItems { keepStruts(run) }
    switch purpose {
    case .placing:
      place(run)
      return 0
    case .height where !height.isNaN: return heightOfItems(run)
    case .height, .width: return sumOfLines(run)
    }
  }

  /// Finds the lines and, unless only the length of a column is asked for, the sizes of the items.
  ///
  /// - Returns: The length of the longest line.
  func findLines(_ run: inout FlexRun) -> Double {
    let container = boxes + run.container
    let isFound = run.purpose == .placing && container.pointee.foundWidth == run.width
    container.pointee.foundWidth = .nan
    if isFound && run.isRow {
      findRowAgain(&run)
      return run.width
    }
    var usesHeight = run.wraps || container.pointee.style.pointee.hasCollapsedItems
    if !isFound {
      for child in run.first..<run.end where boxes[child].isInFlow {
        if run.isRow { prepareRowItem(child, run) } else { prepareColumnItem(child, run) }
        let style = boxes[child].style
        usesHeight =
          usesHeight || style.pointee.usesContainerHeight || style.pointee.widthFollowsHeight
      }
    }
    let longest = collectLines(&run)
    let isForHeight = run.purpose == .height && run.height.isNaN
    if run.purpose == .height && !run.isRow {
      if isForHeight && !usesHeight { container.pointee.foundWidth = run.width }
      return longest
    }
    run.main = run.isRow ? run.width : (run.height.isNaN ? longest : run.height)
    for line in run.firstLine..<lineCount {
      resolveFlexibleLengths(line, run)
      findCrossSizes(line, run)
      usesHeight = usesHeight || !lines[line].ascent.isNaN || !lines[line].descent.isNaN
    }
    if isForHeight && !usesHeight { container.pointee.foundWidth = run.width }
    return longest
  }

  /// Finds the line of a row whose items were found for its width without its height.
  private func findRowAgain(_ run: inout FlexRun) {
    var line = FlexLine(first: run.first, end: run.end)
    for child in run.first..<run.end where boxes[child].isInFlow {
      line.itemCount += 1
      if boxes[child].stretches { findItemHeight(child, run, isOnlyLine: true) }
    }
    if line.itemCount == 0 { return }
    line.cross = run.cross
    append(line)
    run.lineCount = 1
    run.main = run.width
  }

  private func flexRun(
    _ index: Int, width: Double, height: Double, heightIsDefinite: Bool, limit: Double,
    initialHeight: Double, purpose: FlexRun.Purpose
  ) -> FlexRun {
    let box = boxes + index
    let flex = box.pointee.style.pointee.flex
    let isRightToLeft = box.pointee.isRightToLeft
    let baseWidth = width.isFinite ? width : .nan
    let known = initialHeight.isNaN ? height : initialHeight
    let baseHeight = heightIsDefinite ? known : .nan
    let columnGap = box.pointee.style.pointee.columnGap(of: baseWidth)
    let rowGap = box.pointee.style.pointee.rowGap(of: baseHeight)
    let first = Int(box.pointee.firstChild)
    return FlexRun(
      container: index, first: first, end: first + Int(box.pointee.childCount), purpose: purpose,
      isRow: flex.isRow, wraps: flex.wraps,
      isMainReversed: flex.isReverse != (flex.isRow && isRightToLeft),
      isCrossReversed: flex.wrapsInReverse != (!flex.isRow && isRightToLeft),
      width: width, height: height, baseWidth: baseWidth, baseHeight: baseHeight,
      availableHeight: heightIsDefinite || box.pointee.heightIsGiven ? known : .nan,
      lineLimit: flex.isRow ? width : (height.isNaN ? limit : known),
      mainGap: flex.isRow ? columnGap : rowGap, crossGap: flex.isRow ? rowGap : columnGap,
      firstLine: lineCount)
  }

  /// CSS Flexbox 1, section 9.3: collects items into lines.
  ///
  /// - Returns: The length of the longest line.
  private func collectLines(_ run: inout FlexRun) -> Double {
    var line = FlexLine(first: run.first, end: run.first)
    var longest = 0.0
    for child in run.first..<run.end where boxes[child].isInFlow {
      let box = boxes + child
      let margin = run.isRow ? box.pointee.margin.horizontal : box.pointee.margin.vertical
      let length = box.pointee.hypotheticalMain + margin
      let longer = line.hypotheticalMain + length + (line.itemCount > 0 ? run.mainGap : 0)
      if run.wraps, line.itemCount > 0, longer > run.lineLimit + Self.lineTolerance {
        line.end = child
        append(line)
        longest = max(longest, line.hypotheticalMain)
        line = FlexLine(first: child, end: child)
        line.hypotheticalMain = length
      } else {
        line.hypotheticalMain = longer
      }
      line.itemCount += 1
    }
    if line.itemCount > 0 || boxes[run.container].style.pointee.hasCollapsedItems {
      line.end = run.end
      append(line)
      longest = max(longest, line.hypotheticalMain)
    }
    run.lineCount = lineCount - run.firstLine
    return longest
  }

  /// By how much a line may exceed its limit without wrapping. Percentages that add up to 100 do
  /// not do so exactly. Browsers count in 64ths of a pixel and round down.
  private static let lineTolerance = 1.0 / 64

  /// Returns the height of the items in a row whose height is given, with those that share a
  /// baseline next to each other.
  private func heightOfItems(_ run: FlexRun) -> Double {
    if run.wraps { return sumOfLines(run) }
    var highest = 0.0
    var shared = (above: -Double.infinity, below: -Double.infinity)
    var last = shared
    for child in run.first..<run.end where boxes[child].isInFlow {
      let outer = boxes[child].cross + boxes[child].margin.vertical
      highest = max(highest, outer)
      let ascent = boxes[child].ascent
      if ascent.isNaN { continue }
      if isAtLastBaseline(child) {
        last = (max(last.above, outer - ascent), max(last.below, ascent))
      } else {
        shared = (max(shared.above, ascent), max(shared.below, outer - ascent))
      }
    }
    return max(highest, shared.above + shared.below, last.above + last.below)
  }

  private func sumOfLines(_ run: FlexRun) -> Double {
    var sum = run.crossGap * Double(max(run.lineCount - 1, 0))
    for line in run.firstLine..<lineCount { sum += lines[line].cross }
    return max(sum, 0)
  }
}
