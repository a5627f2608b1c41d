/// CSS Grid 2, section 12.1: the size of a grid, and of its tracks. Widths come first, as everywhere.
extension LayoutSolver {
  /// Returns the width of the content of a grid (CSS Grid 2, section 5.2).
  ///
  /// - Parameter height: The height of the content; NaN if it is not known.
  func gridWidth(_ index: Int, _ kind: ContentWidth, height: Double) -> Double {
    // Neither percentages nor the number of rows depend on a height that follows from the content.
    let height = boxes[index].isAtContentHeight ? .nan : height
    var run = gridRun(index, width: .nan, height: height)
    let room: GridAxis.Room =
      kind == .min ? .minContent : .maxContent(widthLimits(index))
    sizeColumns(&run, in: room)
    if needsKnownRows(run) {
      sizeRows(&run, in: rowRoom(index, height: height))
      sizeColumns(&run, in: room)
    }
    return run.columns.total
  }

  /// Returns the height of the content of a grid at a width.
  func gridHeight(_ index: Int, width: Double) -> Double {
    let limits = heightLimits(index, in: isColumnItem(index) ? .init() : parent(of: index))
    var run = gridRun(index, width: width, height: .nan, heightLimits: limits)
    // Columns that follow from heights do not count yet (not in CSS: what browsers do).
    sizeTracks(&run, rowRoom(index, limits), rounds: 1)
    return run.rows.total
  }

  /// Returns the height of the content of a grid whose height is given.
  func gridHeight(_ index: Int, width: Double, givenHeight: Double) -> Double {
    var run = gridRun(index, width: width, height: givenHeight)
    sizeTracks(&run, .definite(givenHeight))
    return run.rows.total
  }

  /// Gives the items of a grid of known size their sizes and positions.
  func placeByGrid(_ index: Int) {
    let box = boxes[index]
    let width = max(box.width - box.frame.horizontal, 0)
    let height = max(box.height - box.frame.vertical, 0)
    let isKnown = box.heightIsDefinite || box.heightIsGiven
    let initial = box.initialHeight.isNaN ? height : max(box.initialHeight - box.frame.vertical, 0)
    let known = isKnown ? Self.exact(initial) : .nan
    var run = gridRun(index, width: Self.exact(width), height: known)
    sizeTracks(&run, isKnown ? .definite(height) : rowRoom(index, height: .nan))
    if !isKnown {
      // Section 12.1: percentages of the height refer to what the tracks have made of it.
      let rows = rowAxis(run.grid, run.placement, height: height)
      if run.rows.total < height || rows.differs(from: run.unsizedRows) {
        run.unsizedRows = rows
        sizeRows(&run, in: .definite(height))
      }
    }
    place(&run, width: width, height: height)
  }

  /// Sizes columns, then rows, and both again if widths follow from heights (section 12.1, steps 1
  /// to 4).
  private func sizeTracks(
    _ run: inout GridRun, _ rowRoom: GridAxis.Room, rounds: Int = 2
  ) {
    for _ in 0..<rounds {
      sizeColumns(&run, in: .definite(run.width))
      // Where columns are is known now, so items that span several have the space between them too.
      run.columns.distribute(columnDistribution(run), free: run.width - run.columns.total)
      sizeRows(&run, in: rowRoom)
      if !needsKnownRows(run) { return }
    }
  }

  /// Whether a box is an item of a column. Its height is that of the content before percentages of its
  /// limits are resolved, unlike its width (not in CSS: what browsers do).
  private func isColumnItem(_ index: Int) -> Bool {
    guard boxes[index].isInFlow, boxes[index].parent >= 0 else { return false }
    let style = boxes[Int(boxes[index].parent)].style
    return style.pointee.kind == .flex && !style.pointee.flex.isRow
  }

  private func rowRoom(_ index: Int, height: Double) -> GridAxis.Room {
    height.isNaN ? rowRoom(index, heightLimits(index, in: parent(of: index))) : .definite(height)
  }

  private func rowRoom(_ index: Int, _ limits: GridAxis.Limits) -> GridAxis.Room {
    var limits = limits
    // A minimum by the content wins over each maximum, so that the content knows none.
    let style = boxes[index].style
    if style.pointee.minHeight.isContentKeyword, style.pointee.aspectRatio.isNaN {
      limits.most = .infinity
    }
    return .open(limits)
  }

  private func heightLimits(
    _ index: Int, in parent: RuleMemory.Parent
  ) -> GridAxis.Limits {
    let frame = boxes[index].frame.vertical
    let style = boxes[index].style
    // A comparison with NaN, an unknown length, is false.
    var least = definiteLimit(style.pointee.minHeight, of: index, in: parent) - frame
    least = least > 0 ? least : 0
    let most = definiteLimit(style.pointee.maxHeight, of: index, in: parent) - frame
    return GridAxis.Limits(least: least, most: most.isNaN ? .infinity : max(most, least))
  }

  /// Returns a minimum or maximum of the height that does not follow from the content; NaN for others.
  private func definiteLimit(
    _ length: Length, of index: Int, in parent: RuleMemory.Parent
  ) -> Double {
    if length.unit == .stretch, let room = parent.room {
      return max(room, boxes[index].frame.vertical)
    }
    return definiteLimit(length, of: index, base: parent.size.height ?? .nan)
  }

  private func widthLimits(_ index: Int) -> GridAxis.Limits {
    let style = boxes[index].style
    let frame = boxes[index].frame.horizontal
    var least = width(style.pointee.minWidth, of: index, base: .nan)
    var most = width(style.pointee.maxWidth, of: index, base: .nan)
    (least, most) = (least.isNaN ? 0 : least, most.isNaN ? .infinity : most)
    // CSS Sizing 4, section 5.1.1: limits are transferred to an automatic width.
    if style.pointee.width.isAuto {
      least = max(least, transferredWidth(0, of: index, base: .nan))
      most = min(most, transferredWidth(.infinity, of: index, base: .nan))
    }
    return GridAxis.Limits(least: max(least - frame, 0), most: max(most, least) - frame)
  }

  // MARK: Making a run

  /// - Parameters:
  ///   - width: The width of the content; NaN to compute it.
  ///   - height: The length that percentages of heights refer to; NaN if it is not known.
  ///   - heightLimits: The limits of the height; `nil` for those that the container makes known.
  private func gridRun(
    _ index: Int, width: Double, height: Double, heightLimits: GridAxis.Limits? = nil
  ) -> GridRun {
    let grid = boxes[index].node.takeUnretainedValue().arrangement.grid ?? GridContainer()
    let columnGap = gap(grid.columnGap, base: width)
    let rowGap = gap(grid.rowGap, base: height)
    let columnTemplate = template(
      grid.columns, length: width, limits: widthLimits(index), gap: columnGap)
    let rowTemplate = template(
      grid.rows, length: height,
      limits: heightLimits ?? self.heightLimits(index, in: parent(of: index)), gap: rowGap)
    let placement = placement(index, grid, columnTemplate, rowTemplate)
    let columns = GridAxis(
      columnTemplate, implicit: grid.autoColumns, lines: placement.columns,
      spans: placement.items.map(\.columns),
      guides: placement.absoluteAreas.values.flatMap(\.columns.given), gap: columnGap, base: width)
    let rows = rowAxis(grid, placement, height: height)
    let items = placement.items.map { item in
      GridRun.Item(
        box: item.box, columns: columns.stretches(of: item.columns),
        rows: rows.stretches(of: item.rows), columnCount: item.columns.count,
        rowCount: item.rows.count, row: item.rows.lowerBound, lastRow: item.rows.upperBound - 1,
        column: item.columns.lowerBound)
    }
    return GridRun(
      container: index, grid: grid, width: width, height: height, placement: placement,
      unsizedColumns: columns, unsizedRows: rows, columns: columns, rows: rows, items: items)
  }

  private func rowAxis(
    _ grid: GridContainer, _ placement: GridPlacement, height: Double
  ) -> GridAxis {
    GridAxis(
      placement.rowTemplate, implicit: grid.autoRows, lines: placement.rows,
      spans: placement.items.map(\.rows),
      guides: placement.absoluteAreas.values.flatMap(\.rows.given),
      gap: gap(grid.rowGap, base: height), base: height)
  }

  private func gap(_ gap: LayoutLength, base: Double) -> Double {
    max(Length(edge: gap, allowsNegative: false).edge(of: base), 0)
  }

  private func template(
    _ list: [GridTracks], length: Double, limits: GridAxis.Limits, gap: Double
  ) -> GridTemplate {
    guard list.areRepeatedAutomatically else { return GridTemplate(list, autoRepetitions: 1) }
    let room = length.isNaN ? (limits.most.isFinite ? limits.most : .nan) : length
    // Percentages refer to a minimum, but not to a maximum (not in CSS: what browsers do).
    let base = room.isNaN ? limits.least : length
    return GridTemplate(
      list,
      autoRepetitions: list.autoRepetitions(
        room: room, least: limits.least, gap: gap, base: base))
  }

  /// The cells of the items, which differ only if other numbers of tracks are repeated.
  private func placement(
    _ index: Int, _ grid: GridContainer, _ columns: GridTemplate, _ rows: GridTemplate
  ) -> GridPlacement {
    if let known = gridPlacements[index], known.columnTemplate.count == columns.count,
      known.rowTemplate.count == rows.count
    {
      return known
    }
    let first = Int(boxes[index].firstChild)
    var items: [(box: Int, column: GridLines, row: GridLines)] = []
    var absolute = items
    for child in first..<first + Int(boxes[index].childCount) {
      let style = boxes[child].node.takeUnretainedValue().style
      if boxes[child].isInFlow {
        items.append((child, style.gridColumn, style.gridRow))
      } else if style.hasGridLines {
        absolute.append((child, style.gridColumn, style.gridRow))
      }
    }
    if gridsAroundAbsolute.contains(index) {
      for child in index + 1..<count where isFarInGrid(child, index) {
        let style = boxes[child].node.takeUnretainedValue().style
        absolute.append((child, style.gridColumn, style.gridRow))
      }
    }
    var placement = GridPlacement(
      items, columns: columns, rows: rows, flow: grid.flow, isDense: grid.isDense)
    placement.placeAbsolute(absolute)
    gridPlacements[index] = placement
    return placement
  }

  /// Notes a grid that places an absolute box although that is in one of its items.
  func noteAbsoluteInGrid(_ child: Int) {
    let block = Int(boxes[child].containingBlock)
    if block >= 0, isFarInGrid(child, block) { gridsAroundAbsolute.insert(block) }
  }

  /// Whether an absolute box is in an item of a grid that places it between lines.
  private func isFarInGrid(_ child: Int, _ grid: Int) -> Bool {
    let box = boxes + child
    return Int(box.pointee.containingBlock) == grid && Int(box.pointee.parent) != grid
      && box.pointee.style.pointee.position == .absolute
      && boxes[grid].style.pointee.kind == .grid
      && box.pointee.node.takeUnretainedValue().style.hasGridLines
  }

  // MARK: Sizing tracks

  private func sizeColumns(_ run: inout GridRun, in room: GridAxis.Room) {
    run.columns = run.unsizedColumns
    let items = run.items.enumerated().map { index, item in
      GridAxis.Item(
        index: index, sets: run.columns.sets(of: item.columns), trackCount: item.columnCount)
    }
    let stretches = run.grid.justifyContent == .stretch
    var columns = run.columns
    columns.size(items, in: room, stretches: stretches) { index, kind in
      widthContribution(run.items[index], kind, run, items[index])
    }
    run.columns = columns
  }

  private func sizeRows(_ run: inout GridRun, in room: GridAxis.Room) {
    run.rows = run.unsizedRows
    run.rowsAreSized = false
    for index in run.items.indices {
      let item = run.items[index]
      run.items[index].width = itemWidth(item, run, areaHeight: .nan)
    }
    findBaselines(&run)
    let items = run.items.enumerated().map { index, item in
      GridAxis.Item(index: index, sets: run.rows.sets(of: item.rows), trackCount: item.rowCount)
    }
    var rows = run.rows
    let stretches = run.grid.alignContent == .stretch
    rows.size(items, in: room, stretches: stretches) { index, kind in
      heightContribution(run.items[index], kind, run, items[index])
    }
    run.rows = rows
    run.rowsAreSized = true
  }

  /// Whether the widths of columns follow from heights that were not known when they were sized.
  private func needsKnownRows(_ run: GridRun) -> Bool {
    run.items.contains { item in
      boxes[item.box].style.pointee.widthFollowsHeight
        && run.unsizedRows.definiteLength(of: item.rows).isNaN
        && run.unsizedColumns.definiteLength(of: item.columns).isNaN
    }
  }
}

extension LayoutStyle {
  /// Whether a line of a grid is given.
  fileprivate var hasGridLines: Bool { gridColumn != GridLines() || gridRow != GridLines() }
}

extension NodeArrangement {
  /// Whether a grid has as many rows as there is room for, so that its columns follow its height.
  var hasRowsByHeight: Bool { grid?.rows.areRepeatedAutomatically ?? false }
}
