extension LayoutSolver {
  /// CSS Flexbox 1, sections 9.4, steps 7 and 8: finds the cross sizes of the items and their line.
  func findCrossSizes(_ lineIndex: Int, _ run: FlexRun) {
    let line = lines[lineIndex]
    let isOnlyLine = !run.wraps && !run.cross.isNaN
    var largest = 0.0
    var ascent = -Double.infinity
    var descent = -Double.infinity
    var last = (ascent: -Double.infinity, descent: -Double.infinity)
    for child in line.first..<line.end where boxes[child].isInFlow {
      if run.isRow {
        findItemHeight(child, run, isOnlyLine: isOnlyLine)
      } else {
        followHeight(child, run)
      }
      let box = boxes + child
      let margin = run.isRow ? box.pointee.margin.vertical : box.pointee.margin.horizontal
      let outer = box.pointee.cross + margin
      box.pointee.ascent = .nan
      switch baselineAlignment(child, run) {
      case .baseline:
        let above = ascentOfItem(child, run, isLast: false)
        boxes[child].ascent = above
        ascent = max(ascent, above)
        descent = max(descent, outer - above)
      case .lastBaseline:
        let below = ascentOfItem(child, run, isLast: true)
        boxes[child].ascent = below
        last.descent = max(last.descent, below)
        last.ascent = max(last.ascent, outer - below)
      default: largest = max(largest, outer)
      }
    }
    if ascent > -.infinity {
      lines[lineIndex].ascent = ascent
      largest = max(largest, ascent + descent)
    }
    if last.descent > -.infinity {
      lines[lineIndex].descent = last.descent
      largest = max(largest, last.ascent + last.descent)
    }
    lines[lineIndex].cross = isOnlyLine ? run.cross : largest
  }

  /// Finds the height of an item of a row whose width is known.
  func findItemHeight(_ child: Int, _ run: FlexRun, isOnlyLine: Bool) {
    let box = boxes + child
    let style = box.pointee.style
    let width = box.pointee.main
    let available = run.availableHeight - box.pointee.margin.vertical
    var result: Double
    if box.pointee.stretches && isOnlyLine {
      result = run.cross - box.pointee.margin.vertical
    } else {
      result = usedHeight(
        style.pointee.height, of: child, width: width, base: run.baseHeight,
        available: available)
      if result.isNaN && !style.pointee.aspectRatio.isNaN {
        noteInitialHeight(height(fromWidth: width, of: child), of: child, base: run.baseHeight)
        result = heightByRatio(child, width: width, base: run.baseHeight)
      } else if result.isNaN {
        result = autoHeight(child, width: width, base: run.baseHeight)
      } else if style.pointee.hasContentLimits {
        noteInitialHeight(result, of: child, base: run.baseHeight)
      }
    }
    boxes[child].cross = clampedHeight(
      result, of: child, width: width, base: run.baseHeight, available: available,
      isGiven: boxes[child].stretches && isOnlyLine)
  }

  /// The width of an item of a column may follow its height, because of an aspect ratio or because
  /// its columns wrap. For the width of a column that wraps, items count as if they did not flex (not
  /// in CSS: what browsers do).
  private func followHeight(_ child: Int, _ run: FlexRun) {
    if !boxes[child].style.pointee.widthFollowsHeight {
      _ = columnItemWidth(child, run)
      return
    }
    if run.purpose == .width {
      boxes[child].cross = columnItemWidth(child, run, height: columnItemHeight(child, run))
      return
    }
    boxes[child].isAtContentHeight = !itemHeightIsDefinite(child, run)
    boxes[child].cross = columnItemWidth(child, run, height: boxes[child].main, isFlexed: true)
  }

  // MARK: Baselines (CSS Flexbox 1, section 8.3 and 8.5)

  /// Returns the alignment of an item; `nil` unless it is by a baseline.
  @inline(__always)
  private func baselineAlignment(_ child: Int, _ run: FlexRun) -> Alignment.Place? {
    let place = alignment(child, run).place
    guard place == .baseline || place == .lastBaseline else { return nil }
    let autos = boxes[child].style.pointee.autoMargins
    let isAligned =
      run.isRow
      ? !autos.top && !autos.bottom
      : !autos.left && !autos.right
    return isAligned ? place : nil
  }

  /// Whether the baseline by which an item is aligned, if it is, is its last one.
  func isAtLastBaseline(_ child: Int) -> Bool {
    let flex = boxes[Int(boxes[child].parent)].style.pointee.flex
    return (boxes[child].style.pointee.alignSelf ?? flex.alignItems).place == .lastBaseline
  }

  /// Returns the distance from the edge where the line begins to the baseline of an item, or from
  /// the edge where the line ends to its last baseline.
  ///
  /// Text does not run along a column, so the baselines of its items are synthesized. As in
  /// browsers they are the left edges, whichever side the column begins at (CSS Writing Modes 4,
  /// section 4.3: the line-under edge).
  func ascentOfItem(_ child: Int, _ run: FlexRun, isLast: Bool) -> Double {
    let box = boxes + child
    let isFromFarEdge = run.isCrossReversed != isLast
    if !run.isRow {
      let margin = box.pointee.margin
      return isFromFarEdge ? box.pointee.cross + margin.right : margin.left
    }
    let baseline = baseline(
      child, width: box.pointee.main, height: box.pointee.cross,
      heightIsDefinite: itemHeightIsDefinite(child, run), isLast: isLast)
    let above = boxes[child].margin.top + baseline
    return isFromFarEdge ? boxes[child].cross + boxes[child].margin.vertical - above : above
  }

  /// Returns the first or the last baseline of a box of some size.
  func baseline(
    _ index: Int, width: Double, height: Double, heightIsDefinite: Bool, isLast: Bool
  ) -> Double {
    let kind: Measure.Kind =
      isLast
      ? (heightIsDefinite ? .definiteLastBaseline : .lastBaseline)
      : (heightIsDefinite ? .definiteBaseline : .baseline)
    let known = known(kind, of: index, width, height)
    if !known.isNaN { return known }
    boxes[index].width = width
    boxes[index].height = height
    boxes[index].heightIsDefinite = heightIsDefinite
    placeChildren(index)
    let found = baselineOfPlaced(index, isLast: isLast) { child, isLast in
      self.baseline(
        child, width: self.boxes[child].width, height: self.boxes[child].height,
        heightIsDefinite: self.boxes[child].heightIsDefinite, isLast: isLast)
    }
    note(found, kind, of: index, width, height)
    return found
  }
}
