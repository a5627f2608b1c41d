/// The sizes of the items of a grid (CSS Grid 2, section 6).
extension LayoutSolver {
  /// Where an item stands between the lines around it.
  struct GridAlignment {
    enum Place {
      /// It fills the room. `isExplicit` if the style says so, which an aspect ratio cannot change.
      case stretch(isExplicit: Bool)
      case start
      case center
      case end
      case baseline
      case lastBaseline
    }

    private let place: Place
    /// Whether an item that is too large stands at the start.
    private let isSafe: Bool

    /// - Parameters:
    ///   - alignment: The alignment of the style; `nil` for `normal`.
    ///   - isOpposite: Whether text in the item runs against that of the grid along the axis.
    init(_ alignment: Alignment?, isOpposite: Bool) {
      let alignment = alignment?.ofItem(isOpposite: isOpposite)
      switch alignment?.place {
      case nil: place = .stretch(isExplicit: false)
      case .stretch: place = .stretch(isExplicit: true)
      case .center: place = .center
      case .end, .flexEnd, .right: place = .end
      case .baseline: place = .baseline
      case .lastBaseline: place = .lastBaseline
      case .start, .flexStart, .left, .selfStart, .selfEnd, .spaceBetween, .spaceAround,
        .spaceEvenly:
        place = .start
      }
      isSafe = alignment?.excess == .safe
    }

    /// Where an item stands that leaves some room; without one, where it would stand in enough of it.
    func place(free: Double = 0) -> Place { isSafe && free < 0 ? .start : place }

    /// Whether a box with or without an aspect ratio fills the room.
    func stretches(hasRatio: Bool) -> Bool {
      if case .stretch(let isExplicit) = place { isExplicit || !hasRatio } else { false }
    }
  }

  func columnAlignment(_ child: Int, _ grid: GridContainer) -> GridAlignment {
    let own = boxes[child].node.takeUnretainedValue().style.justifySelf
    let parent = Int(boxes[child].parent)
    let isOpposite = boxes[child].isRightToLeft != boxes[parent].isRightToLeft
    var alignment = (own ?? grid.justifyItems).map {
      Alignment($0).alongRow(isRightToLeft: boxes[parent].isRightToLeft)
    }
    // Text does not run along columns, so that they have no baselines.
    switch alignment?.place {
    case .baseline: alignment?.place = .start
    case .lastBaseline: alignment?.place = .end
    default: break
    }
    return GridAlignment(alignment, isOpposite: isOpposite)
  }

  func rowAlignment(_ child: Int, _ grid: GridContainer) -> GridAlignment {
    GridAlignment(
      boxes[child].style.pointee.alignSelf ?? grid.alignItems.map { Alignment($0).alongColumn },
      isOpposite: false)
  }

  private func hasRatio(_ child: Int) -> Bool {
    !boxes[child].style.pointee.aspectRatio.isNaN
  }

  private func hasAutoMarginsAcross(_ child: Int) -> Bool {
    let autos = boxes[child].style.pointee.autoMargins
    return autos.left || autos.right
  }

  private func hasAutoMarginsUpAndDown(_ child: Int) -> Bool {
    let autos = boxes[child].style.pointee.autoMargins
    return autos.top || autos.bottom
  }

  /// Whether the height of an item is that of its rows.
  func stretchesHeight(_ child: Int, _ grid: GridContainer) -> Bool {
    boxes[child].style.pointee.height.isAuto && !hasAutoMarginsUpAndDown(child)
      && rowAlignment(child, grid).stretches(hasRatio: hasRatio(child))
  }

  /// Whether the width of an item is that of its columns, unless it follows from its height.
  private func stretchesWidth(_ child: Int, _ grid: GridContainer) -> Bool {
    boxes[child].style.pointee.width.isAuto && !hasAutoMarginsAcross(child)
      && columnAlignment(child, grid).stretches(hasRatio: false)
  }

  /// The height of an item, as far as it is known before its width; NaN if it is not.
  ///
  /// - Parameter isMeasured: Whether the width of the item is not that of its columns. Its width then
  ///   follows from the height of its rows, even if its height does not (not in CSS: what browsers
  ///   do).
  private func knownHeight(
    _ child: Int, _ grid: GridContainer, areaHeight: Double, isMeasured: Bool = false
  ) -> Double {
    let box = boxes + child
    let style = box.pointee.style
    var known = height(style.pointee.height, of: child, base: areaHeight)
    let fills =
      style.pointee.height.unit == .stretch || stretchesHeight(child, grid)
      || isMeasured && style.pointee.height.isAuto && !hasAutoMarginsUpAndDown(child)
        && rowAlignment(child, grid).stretches(hasRatio: false)
    if known.isNaN, !areaHeight.isNaN, fills {
      known = max(areaHeight - box.pointee.margin.vertical, box.pointee.frame.vertical)
    }
    return known.isNaN ? .nan : clampedHeightByPoints(known, of: child, base: areaHeight)
  }

  // MARK: Contributions (section 12.5)

  /// Returns what an item contributes to its columns, with its margins.
  func widthContribution(
    _ item: GridRun.Item, _ kind: GridAxis.Contribution, _ run: GridRun, _ spanned: GridAxis.Item
  ) -> Double {
    let child = item.box
    let areaHeight = run.areaHeight(item)
    resolveEdges(child, base: .nan)
    noteParent(child, width: .nan, height: areaHeight)
    boxes[child].isAtContentHeight = false
    let height =
      boxes[child].style.pointee.widthFollowsHeight
      ? knownHeight(child, run.grid, areaHeight: areaHeight, isMeasured: true) : .nan
    switch kind {
    case .minContent: return contentContribution(child, .min, height: height, areaHeight)
    case .maxContent: return contentContribution(child, .max, height: height, areaHeight)
    case .minimum: break
    }
    let style = boxes[child].style
    let (margin, frame) = (boxes[child].margin.horizontal, boxes[child].frame.horizontal)
    if !followsRoom(style.pointee.width) {
      return contentContribution(child, .min, height: height, areaHeight)
    }
    if !style.pointee.minWidth.isAuto {
      let least = contributedLimit(
        style.pointee.minWidth, of: child, .min, height: height, heightBase: areaHeight)
      return margin + (least > frame ? least : frame)
    }
    guard hasAutomaticMinimum(child, run.columns, spanned) else { return margin + frame }
    let content = contentContribution(child, .min, height: height, areaHeight)
    let most = run.columns.fixedMaximum(of: spanned, withFitContent: false)
    return content > most ? max(most, margin + frame) : content
  }

  /// Returns what an item contributes to its rows, with its margins.
  func heightContribution(
    _ item: GridRun.Item, _ kind: GridAxis.Contribution, _ run: GridRun, _ spanned: GridAxis.Item
  ) -> Double {
    let child = item.box
    let areaWidth = run.columns.length(of: item.columns)
    prepare(child, areaWidth: areaWidth, areaHeight: .nan)
    let (margin, frame) = (boxes[child].margin.vertical, boxes[child].frame.vertical)
    let style = boxes[child].style
    if kind == .minimum,
      followsRoom(style.pointee.height) || style.pointee.height.unit == .fitContentUpTo
    {
      if !style.pointee.minHeight.isAuto {
        let least = usedHeightLimit(
          style.pointee.minHeight, of: child, width: item.width, base: .nan, available: .nan,
          limit: .infinity)
        return margin + (least > frame ? least : frame)
      }
      guard hasAutomaticMinimum(child, run.rows, spanned) else {
        return margin + frame + item.shim
      }
      let content = margin + itemHeight(item, run, areaHeight: .nan)
      let most = run.rows.fixedMaximum(of: spanned, withFitContent: false)
      return item.shim + (content > most ? max(most, margin + frame) : content)
    }
    return margin + item.shim + itemHeight(item, run, areaHeight: .nan)
  }

  /// Whether a size is `auto`, or depends on the room.
  private func followsRoom(_ length: Length) -> Bool {
    switch length.unit {
    case .auto, .percent, .sum, .minimumSum, .stretch, .fitContent: true
    case .points, .minContent, .maxContent, .fitContentUpTo: false
    }
  }

  /// Section 6.6: whether the minimum of an item is that of its content.
  private func hasAutomaticMinimum(
    _ child: Int, _ axis: GridAxis, _ item: GridAxis.Item
  ) -> Bool {
    if boxes[child].style.pointee.isScrollContainer { return false }
    let sets = axis.sets[item.sets]
    guard sets.contains(where: { $0.min == .auto }) else { return false }
    return item.trackCount == 1 || !sets.contains { $0.max == .flexible }
  }

  /// Returns the width of an item by its content or its style, with its margins. A percentage of a
  /// width that is being computed counts as `auto` (CSS Sizing 3, section 5.2).
  private func contentContribution(
    _ child: Int, _ kind: ContentWidth, height: Double, _ areaHeight: Double
  ) -> Double {
    let style = boxes[child].style
    let frame = boxes[child].frame
    var width = width(style.pointee.width, of: child, base: .nan)
    if width.isNaN {
      switch style.pointee.width.unit {
      case .minContent, .maxContent,
        .fitContentUpTo where style.pointee.width.percent == 0:
        width = usedWidth(
          style.pointee.width, of: child, base: .nan, available: .nan, height: height,
          heightBase: areaHeight)
        width = widthKeepingContent(width, of: child, height: height)
      default:
        width =
          hasRatio(child) && !height.isNaN
          ? widthByRatio(child, height: height)
          : transferredWidth(
            contentWidth(child, kind, height: height - frame.vertical) + frame.horizontal,
            of: child, base: areaHeight)
      }
    }
    let most = contributedLimit(
      style.pointee.maxWidth, of: child, kind, height: height, heightBase: areaHeight)
    if width > most { width = most }
    let least = contributedLimit(
      style.pointee.minWidth, of: child, kind, height: height, heightBase: areaHeight)
    if width < least { width = least }
    return boxes[child].margin.horizontal + max(width, frame.horizontal)
  }

  // MARK: Sizes in an area

  /// Makes percentages of an item refer to its area (section 6.1).
  func prepare(_ child: Int, areaWidth: Double, areaHeight: Double) {
    resolveEdges(child, base: areaWidth)
    noteParent(child, width: areaWidth, height: areaHeight)
    boxes[child].isAtContentHeight = false
  }

  /// Section 6.2: returns the width of an item in its columns.
  ///
  /// - Parameter areaHeight: The height of its rows; NaN if it is not known.
  func itemWidth(_ item: GridRun.Item, _ run: GridRun, areaHeight: Double) -> Double {
    let child = item.box
    let areaWidth = run.columns.length(of: item.columns)
    prepare(child, areaWidth: areaWidth, areaHeight: areaHeight)
    let style = boxes[child].style
    let available = areaWidth - boxes[child].margin.horizontal
    let height =
      style.pointee.widthFollowsHeight
      ? knownHeight(
        child, run.grid, areaHeight: areaHeight, isMeasured: !stretchesWidth(child, run.grid))
      : .nan
    var width = usedWidth(
      style.pointee.width, of: child, base: areaWidth, available: available, height: height,
      heightBase: areaHeight)
    if width.isNaN {
      let alignment = columnAlignment(child, run.grid)
      let followsHeight = hasRatio(child) && !height.isNaN
      if alignment.stretches(hasRatio: followsHeight), !hasAutoMarginsAcross(child) {
        width = followsHeight ? available : transferredWidth(available, of: child, base: areaHeight)
      } else if followsHeight {
        width = widthByRatio(child, height: height)
      } else {
        width = transferredWidth(
          fitContentWidth(child, available: available, height: height), of: child,
          base: areaHeight)
      }
    } else if style.pointee.width.isContentKeyword {
      width = widthKeepingContent(width, of: child, height: height)
    }
    // Limits by the content follow from the height that the item has in its rows.
    let limiting =
      hasRatio(child) && height.isNaN
      ? knownHeight(child, run.grid, areaHeight: areaHeight, isMeasured: true) : height
    return clampedWidth(
      width, of: child, base: areaWidth, available: available, height: limiting)
  }

  /// Section 6.2: returns the height of an item in its rows, at its width.
  ///
  /// - Parameter areaHeight: The height of its rows; NaN while it is being computed.
  func itemHeight(_ item: GridRun.Item, _ run: GridRun, areaHeight: Double) -> Double {
    let child = item.box
    let style = boxes[child].style
    let width = item.width
    let available = areaHeight - boxes[child].margin.vertical
    let fills = !areaHeight.isNaN && stretchesHeight(child, run.grid)
    boxes[child].initialHeight = .nan
    var result: Double
    if fills {
      result = max(available, boxes[child].frame.vertical)
    } else {
      result = usedHeight(
        style.pointee.height, of: child, width: width, base: areaHeight, available: available)
    }
    if result.isNaN && hasRatio(child) {
      noteInitialHeight(height(fromWidth: width, of: child), of: child, base: areaHeight)
      result = heightByRatio(child, width: width, base: areaHeight)
    } else if result.isNaN {
      result = autoHeight(child, width: width, base: areaHeight)
    } else if style.pointee.hasContentLimits {
      noteInitialHeight(result, of: child, base: areaHeight)
    }
    return clampedHeight(
      result, of: child, width: width, base: areaHeight, available: available, isGiven: fills)
  }

  /// Whether percentages may refer to the height of an item in an area of known height.
  func itemHeightIsDefinite(_ child: Int, _ grid: GridContainer, areaHeight: Double) -> Bool {
    stretchesHeight(child, grid) || hasRatio(child)
      || boxes[child].style.pointee.height.unit == .stretch
      || !height(boxes[child].style.pointee.height, of: child, base: areaHeight).isNaN
  }

  // MARK: Baselines (section 10.6)

  /// CSS Box Alignment 3, section 9.3: whether the height of an item follows from rows that follow from
  /// their content, so that it cannot share a baseline, which would change the rows.
  private func followsRows(_ item: GridRun.Item, _ run: GridRun) -> Bool {
    let unit = boxes[item.box].style.pointee.height.unit
    return (unit == .percent || unit == .sum || unit == .stretch)
      && run.unsizedRows.definiteLength(of: item.rows).isNaN
  }

  /// Section 12.5, step 1: moves items that share a baseline down to the lowest one of their first
  /// row, and those that share a last baseline up to the highest one of their last row.
  func findBaselines(_ run: inout GridRun) {
    var lowest: [Int: Double] = [:]
    var highest: [Int: Double] = [:]
    for index in run.items.indices {
      run.items[index].ascent = .nan
      run.items[index].shim = 0
      let item = run.items[index]
      guard let isLast = sharesBaseline(item, run) else { continue }
      let distance = distanceToBaseline(item, run, isLast: isLast)
      run.items[index].ascent = distance
      if isLast {
        highest[item.lastRow] = max(highest[item.lastRow] ?? distance, distance)
      } else {
        lowest[item.row] = max(lowest[item.row] ?? distance, distance)
      }
    }
    for index in run.items.indices where !run.items[index].ascent.isNaN {
      let item = run.items[index]
      let isLast = sharesBaseline(item, run) ?? false
      let farthest = isLast ? highest[item.lastRow] : lowest[item.row]
      run.items[index].shim = (farthest ?? 0) - item.ascent
    }
  }

  /// Whether an item shares the last baseline, and not the first one; `nil` if it shares none.
  func sharesBaseline(_ item: GridRun.Item, _ run: GridRun) -> Bool? {
    guard !hasAutoMarginsUpAndDown(item.box), !followsRows(item, run) else { return nil }
    return switch rowAlignment(item.box, run.grid).place() {
    case .baseline: false
    case .lastBaseline: true
    case .stretch, .start, .center, .end: nil
    }
  }

  /// Returns the distance from the upper edge of an item to its baseline, or from its lower edge to
  /// its last baseline, with the margin there.
  private func distanceToBaseline(
    _ item: GridRun.Item, _ run: GridRun, isLast: Bool
  ) -> Double {
    let child = item.box
    let areaHeight = run.unsizedRows.definiteLength(of: item.rows)
    prepare(child, areaWidth: run.columns.length(of: item.columns), areaHeight: areaHeight)
    let height = itemHeight(item, run, areaHeight: areaHeight)
    let baseline = baseline(
      child, width: item.width, height: height,
      heightIsDefinite: itemHeightIsDefinite(child, run.grid, areaHeight: areaHeight),
      isLast: isLast)
    let margin = boxes[child].margin
    return isLast ? height - baseline + margin.bottom : margin.top + baseline
  }
}
