/// CSS Grid 2, section 10: alignment and spacing.
extension LayoutSolver {
  /// Gives the items of a grid with sized tracks their sizes and positions.
  func place(_ run: inout GridRun, width: Double, height: Double) {
    run.columns.distribute(columnDistribution(run), free: width - run.columns.total)
    run.rows.distribute(
      Alignment(run.grid.alignContent).alongMainAxis(isRow: false, isRightToLeft: false),
      free: height - run.rows.total)
    for item in run.items { place(item, run) }
    boxes[run.container].baselineChild = Int32(baselineItem(run))
    boxes[run.container].lastBaselineChild = Int32(lastBaselineItem(run))
    for (child, lines) in run.placement.absoluteAreas {
      let (left, right) = run.columns.edges(of: lines.columns)
      let (top, bottom) = run.rows.edges(of: lines.rows)
      gridAreas[child] = (left, right, top, bottom)
    }
  }

  private func place(_ sized: GridRun.Item, _ run: GridRun) {
    var item = sized
    let child = item.box
    let column = run.columns.area(of: item.columns)
    let row = run.rows.area(of: item.rows)
    item.width = itemWidth(item, run, areaHeight: row.length)
    let height = itemHeight(item, run, areaHeight: row.length)
    let container = boxes + run.container
    let isRightToLeft = container.pointee.isRightToLeft
    let box = boxes + child
    let margin = box.pointee.margin
    let autos = box.pointee.style.pointee.autoMargins
    let before = isRightToLeft ? margin.right : margin.left
    let across = Self.offset(
      columnAlignment(child, run.grid), free: column.length - item.width - margin.horizontal,
      startIsAuto: isRightToLeft ? autos.right : autos.left,
      endIsAuto: isRightToLeft ? autos.left : autos.right, shim: nil)
    let down = Self.offset(
      rowAlignment(child, run.grid), free: row.length - height - margin.vertical,
      startIsAuto: autos.top, endIsAuto: autos.bottom,
      shim: item.ascent.isNaN ? nil : item.shim)
    let fromStart = column.start + before + across
    let frame = container.pointee.frame
    box.pointee.x =
      isRightToLeft
      ? container.pointee.width - frame.right - fromStart - item.width : frame.left + fromStart
    box.pointee.y = frame.top + row.start + margin.top + down
    box.pointee.width = item.width
    box.pointee.height = height
    box.pointee.insetY = 0
    box.pointee.ascent = item.ascent
    box.pointee.heightIsDefinite = itemHeightIsDefinite(
      child, run.grid, areaHeight: row.length)
    box.pointee.heightIsGiven = box.pointee.heightIsDefinite
    if box.pointee.style.pointee.hasInsets {
      moveByInsets(
        child, baseWidth: column.length, baseHeight: row.length, isRightToLeft: isRightToLeft)
    }
  }

  /// How the columns of a grid are distributed: `left` and `right` are edges of it.
  func columnDistribution(_ run: GridRun) -> Alignment {
    Alignment(run.grid.justifyContent)
      .alongMainAxis(isRow: true, isRightToLeft: boxes[run.container].isRightToLeft)
  }

  /// Returns how far an item is from the start of its area, apart from its margin. Margins that are
  /// `auto` take the room that remains before the item is aligned (CSS Grid 2, section 10.2).
  ///
  /// - Parameter shim: How far a shared baseline moves the item from the edge; `nil` if it shares none.
  private static func offset(
    _ alignment: GridAlignment, free: Double, startIsAuto: Bool, endIsAuto: Bool, shim: Double?
  ) -> Double {
    if startIsAuto || endIsAuto {
      guard startIsAuto, free > 0 else { return 0 }
      return endIsAuto ? free / 2 : free
    }
    switch alignment.place(free: free) {
    case .stretch, .start: return 0
    case .center: return free / 2
    case .end: return free
    case .baseline: return shim ?? 0
    // CSS Box Alignment 3, section 4.2: without a shared baseline it is a safe end.
    case .lastBaseline: return shim.map { free - $0 } ?? max(free, 0)
    }
  }

  /// Section 9.1: returns the containing block of an absolute box that a grid places, in the
  /// coordinates of the grid: the padding box, or the part of it between the lines of the box.
  func areaOfAbsolute(_ child: Int) -> (x: Double, y: Double, width: Double, height: Double) {
    let parent = boxes + Int(boxes[child].containingBlock)
    let (frame, border) = (parent.pointee.frame, parent.pointee.style.pointee.border)
    var (left, right) = (border.left, parent.pointee.width - border.right)
    var (top, bottom) = (border.top, parent.pointee.height - border.bottom)
    if let area = gridAreas[child] {
      if parent.pointee.isRightToLeft {
        let edge = parent.pointee.width - frame.right
        if !area.start.isNaN { right = edge - area.start }
        if !area.end.isNaN { left = edge - area.end }
      } else {
        if !area.start.isNaN { left = frame.left + area.start }
        if !area.end.isNaN { right = frame.left + area.end }
      }
      if !area.top.isNaN { top = frame.top + area.top }
      if !area.bottom.isNaN { bottom = frame.top + area.bottom }
    }
    // A line behind the edge leaves no room, at the line.
    let x = parent.pointee.isRightToLeft ? min(left, right) : left
    return (x, top, max(right - left, 0), max(bottom - top, 0))
  }

  /// Section 9.2: returns the fraction of the free room to the left of an absolute box in a grid, or
  /// above it, if no inset says where it is.
  func staticFractionInGrid(_ child: Int, alongX: Bool) -> Double {
    let parent = boxes + Int(boxes[child].parent)
    let grid = parent.pointee.node.takeUnretainedValue().arrangement.grid ?? GridContainer()
    let alignment = alongX ? columnAlignment(child, grid) : rowAlignment(child, grid)
    let fraction =
      switch alignment.place() {
      case .stretch, .start, .baseline: 0.0
      case .center: 0.5
      case .end, .lastBaseline: 1.0
      }
    return alongX && parent.pointee.isRightToLeft ? 1 - fraction : fraction
  }

  /// Section 10.6: returns the item whose baseline is that of the grid: in the first row with items one
  /// that is aligned by it, otherwise the first in that row.
  private func baselineItem(_ run: GridRun) -> Int {
    guard let row = run.items.lazy.map(\.row).min() else { return -1 }
    let first = run.items.filter { $0.row == row }
    if let aligned = first.first(where: { sharesBaseline($0, run) == false }) { return aligned.box }
    return first.min { $0.column < $1.column }?.box ?? -1
  }

  /// Section 10.6: returns the item whose last baseline is that of the grid.
  private func lastBaselineItem(_ run: GridRun) -> Int {
    guard let row = run.items.lazy.map(\.lastRow).max() else { return -1 }
    let last = run.items.filter { $0.lastRow == row }
    if let aligned = last.first(where: { sharesBaseline($0, run) == true }) { return aligned.box }
    return last.max { $0.column < $1.column }?.box ?? -1
  }
}
