extension LayoutSolver {
  /// The two widths that content has of its own.
  enum ContentWidth {
    case min
    case max
  }

  /// Returns the width of a box's content, without padding and border.
  ///
  /// - Parameter height: The height of the content; NaN if it is not known. It matters only if
  ///   there are aspect ratios or columns that wrap.
  /// - Source: CSS Sizing 3, section 5; for flex containers CSS Flexbox 1, section 9.9.
  func contentWidth(_ index: Int, _ kind: ContentWidth, height: Double) -> Double {
    let box = boxes + index
    let follows = box.pointee.style.pointee.widthFollowsHeight
    // One number for one height, in whichever way it was computed.
    let key = follows && !height.isNaN ? Self.exact(height) : .nan
    let measure = kind == .min ? Measure.Kind.minWidth : .maxWidth
    let definiteness = box.pointee.isAtContentHeight && !key.isNaN ? 0.0 : 1
    let known = known(measure, of: index, key, definiteness)
    if !known.isNaN { return known }
    counts.measured += 1
    expandIfDeferred(index)
    let found: Double
    switch box.pointee.style.pointee.kind {
    case .measured: found = measuredWidth(index, kind)
    case .rule: found = ruleWidth(index, kind)
    case .flex: found = flexWidth(index, kind, height: key)
    case .grid: found = gridWidth(index, kind, height: key)
    }
    note(found, measure, of: index, key, definiteness)
    return found
  }

  /// Returns the width of a box that depends on its content and the available room.
  ///
  /// CSS Sizing 3, section 3.1, `fit-content`: min(max-content, max(min-content, available)).
  ///
  /// - Parameter available: The room for the box with padding and border; infinite if it is
  ///   unlimited.
  func fitContentWidth(_ index: Int, available: Double, height: Double) -> Double {
    let frame = boxes[index].frame.horizontal
    let inner = height - boxes[index].frame.vertical
    let widest = contentWidth(index, .max, height: inner) + frame
    if widest <= available { return widest }
    let narrowest = contentWidth(index, .min, height: inner) + frame
    return max(narrowest, available)
  }

  /// Returns a width of the style in points, including keywords; NaN for `auto` and percentages of
  /// an unknown length.
  ///
  /// - Parameters:
  ///   - base: The length that percentages refer to.
  ///   - available: The room between the margins; NaN if it is not known.
  ///   - height: The height of the box; NaN if it is not known.
  ///   - heightBase: The length that percentages of its limits refer to; NaN if it is not known.
  func usedWidth(
    _ length: Length, of index: Int, base: Double, available: Double, height: Double,
    heightBase: Double = .nan
  ) -> Double {
    if length.isContentKeyword, !height.isNaN, !boxes[index].style.pointee.aspectRatio.isNaN {
      // CSS Sizing 4, section 5.1: these lengths follow from the height.
      return width(fromHeight: height, of: index)
    }
    switch length.unit {
    case .points, .percent, .sum, .minimumSum, .auto: return width(length, of: index, base: base)
    case .stretch: return available.isFinite ? max(available, boxes[index].frame.horizontal) : .nan
    case .minContent, .maxContent:
      let inner = height - boxes[index].frame.vertical
      let kind = length.unit == .minContent ? ContentWidth.min : .max
      return transferredWidth(
        contentWidth(index, kind, height: inner) + boxes[index].frame.horizontal, of: index,
        base: heightBase)
    case .fitContent:
      return transferredWidth(
        fitContentWidth(
          index, available: available.isNaN ? .infinity : available, height: height),
        of: index, base: heightBase)
    case .fitContentUpTo:
      let frame = boxes[index].frame.horizontal
      let limit = outer(length.sum(of: base), frame: frame, of: index)
      return transferredWidth(
        fitContentWidth(index, available: limit.isNaN ? .infinity : limit, height: height),
        of: index, base: heightBase)
    }
  }

  /// Clamps a width to the minimum and the maximum of the style; the minimum wins.
  func clampedWidth(
    _ width: Double, of index: Int, base: Double, available: Double, height: Double
  ) -> Double {
    let style = boxes[index].style
    var width = width
    if !style.pointee.maxWidth.isAuto {
      let most = usedWidth(
        style.pointee.maxWidth, of: index, base: base, available: available, height: height)
      if width > most { width = most }
    }
    if !style.pointee.minWidth.isAuto {
      let least = usedWidth(
        style.pointee.minWidth, of: index, base: base, available: available, height: height)
      if width < least { width = least }
    }
    return max(width, boxes[index].frame.horizontal)
  }

  // MARK: The widths of content

  private func measuredWidth(_ index: Int, _ kind: ContentWidth) -> Double {
    measure(index, width: kind == .min ? .minContent : .maxContent, height: .maxContent).size.width
  }

  /// CSS Flexbox 1, section 9.9.1, as browsers implement it: a row is as wide as its items next to
  /// each other, whatever their factors are. The minimum of a row that wraps is the width of its
  /// widest item.
  private func flexWidth(_ index: Int, _ kind: ContentWidth, height: Double) -> Double {
    boxes[index].foundWidth = .nan
    let flex = boxes[index].style.pointee.flex
    if !flex.isRow && flex.wraps && kind == .max {
      return wrappedColumnWidth(index, height: height)
    }
    // Percentages and stretched items need a height that does not follow from them.
    let height = boxes[index].isAtContentHeight ? .nan : height
    let first = Int(boxes[index].firstChild)
    let end = first + Int(boxes[index].childCount)
    var sum = 0.0
    var widest = 0.0
    var items = 0.0
    var hasBasis = false
    for child in first..<end where boxes[child].isInFlow {
      if flex.isRow && boxes[child].style.pointee.isCollapsed { continue }
      let width = widthContribution(child, kind, container: index, height: height)
      sum += width
      widest = max(widest, width)
      items += 1
      hasBasis = hasBasis || boxes[child].style.pointee.flexBasis.unit == .points
    }
    guard flex.isRow, kind == .max || !flex.wraps else { return widest }
    let width = max(sum + boxes[index].style.pointee.columnGap(of: .nan) * max(items - 1, 0), 0)
    // Only a row that wraps ignores the flex bases of its items.
    if flex.wraps && hasBasis { return max(width, contentWidth(index, .min, height: height)) }
    return width
  }

  /// Returns the width that an item contributes to its container, including its margins.
  ///
  /// CSS Sizing 3, section 5.2: if a percentage refers to a width that is being computed, it counts
  /// as `auto` for a width, as 0 for a minimum and as none for a maximum.
  private func widthContribution(
    _ child: Int, _ kind: ContentWidth, container: Int, height containerHeight: Double
  ) -> Double {
    resolveEdges(child, base: .nan)
    noteParent(child, width: .nan, height: containerHeight)
    boxes[child].isAtContentHeight = false
    let style = boxes[child].style
    let margin = boxes[child].margin.horizontal
    let frame = boxes[child].frame
    var width = width(style.pointee.width, of: child, base: .nan)
    let flexes =
      boxes[container].style.pointee.flex.isRow && style.pointee.flexBasis.unit == .points
      && (kind == .max || !boxes[container].style.pointee.flex.wraps)
    let limitless =
      style.pointee.minWidth.isAuto && style.pointee.maxWidth.isAuto && !flexes
    if !width.isNaN && limitless { return width + margin }
    let height = knownHeight(child, container: container, height: containerHeight)
    if width.isNaN {
      switch style.pointee.width.unit {
      case .minContent, .maxContent,
        .fitContentUpTo where style.pointee.width.percent == 0:
        width = usedWidth(
          style.pointee.width, of: child, base: .nan, available: .nan, height: height,
          heightBase: containerHeight)
        width = widthKeepingContent(width, of: child, height: height)
      default:
        width =
          !style.pointee.aspectRatio.isNaN && !height.isNaN
          ? widthByRatio(child, height: height)
          : transferredWidth(
            contentWidth(child, kind, height: height - frame.vertical) + frame.horizontal,
            of: child, base: containerHeight)
      }
    }
    if limitless { return width + margin }
    if flexes { width = flexedContribution(width, of: child, height: height) }
    let most = contributedLimit(
      style.pointee.maxWidth, of: child, kind, height: height, heightBase: containerHeight)
    if width > most { width = most }
    let least = contributedLimit(
      style.pointee.minWidth, of: child, kind, height: height, heightBase: containerHeight)
    if width < least { width = least }
    return margin + max(width, frame.horizontal)
  }

  /// Returns a minimum or maximum for a width that is computed before the room is known; NaN for
  /// none.
  func contributedLimit(
    _ length: Length, of child: Int, _ kind: ContentWidth, height: Double, heightBase: Double
  ) -> Double {
    guard
      length.unit == .fitContent || length.unit == .fitContentUpTo && length.percent != 0,
      height.isNaN || boxes[child].style.pointee.aspectRatio.isNaN
    else {
      return usedWidth(
        length, of: child, base: .nan, available: .nan, height: height, heightBase: heightBase)
    }
    let frame = boxes[child].frame
    return transferredWidth(
      contentWidth(child, kind, height: height - frame.vertical) + frame.horizontal, of: child,
      base: heightBase)
  }

  /// CSS Flexbox 1, section 9.9.1: an item that does not grow contributes at most its flex base
  /// size; one that does not shrink contributes at least that.
  private func flexedContribution(
    _ width: Double, of child: Int, height: Double
  ) -> Double {
    let style = boxes[child].style
    let base = self.width(style.pointee.flexBasis, of: child, base: .nan)
    var result = width
    if style.pointee.flexGrow == 0 { result = min(result, base) }
    if style.pointee.flexShrink == 0 { result = max(result, base) }
    if style.pointee.minWidth.isAuto && !style.pointee.isScrollContainer {
      result = max(result, automaticMinimumWidth(child, base: .nan, height: height))
    }
    return result
  }

  /// Returns the height of an item as far as it is known before widths; NaN if it is not.
  private func knownHeight(_ child: Int, container: Int, height: Double) -> Double {
    let box = boxes + child
    guard box.pointee.style.pointee.widthFollowsHeight else { return .nan }
    let style = box.pointee.style
    var known = self.height(style.pointee.height, of: child, base: height)
    let flex = boxes[container].style.pointee.flex
    let isStretched =
      flex.isRow && !flex.wraps && style.pointee.height.isAuto
      && (style.pointee.alignSelf ?? flex.alignItems).place == .stretch
      && !style.pointee.autoMargins.top && !style.pointee.autoMargins.bottom
    if known.isNaN, !height.isNaN, isStretched || style.pointee.height.unit == .stretch {
      known = max(height - box.pointee.margin.vertical, box.pointee.frame.vertical)
    }
    if known.isNaN { return .nan }
    return clampedHeightByPoints(known, of: child, base: height)
  }

  /// Returns the width of a column that wraps: the width of its columns if it has unlimited room
  /// (not in CSS: what browsers do).
  private func wrappedColumnWidth(_ index: Int, height: Double) -> Double {
    let limit = height.isNaN ? maxInnerHeight(index, base: .nan) : height
    return runFlex(
      index, width: .infinity, height: height,
      heightIsDefinite: !height.isNaN && !boxes[index].isAtContentHeight, limit: limit,
      purpose: .width)
  }
}
