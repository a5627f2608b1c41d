extension LayoutSolver {
  /// Returns the height of a box's content at a width, both without padding and border.
  ///
  /// - Parameters:
  ///   - width: The width, which is always finite.
  ///   - limit: The length at which a column wraps; infinite for none.
  func contentHeight(_ index: Int, width: Double, limit: Double) -> Double {
    let box = boxes + index
    let style = box.pointee.style
    let wraps = style.pointee.kind == .flex && style.pointee.flex.wraps && !style.pointee.flex.isRow
    let limit = wraps ? Self.exact(limit) : .infinity
    // The same width as in placing. Otherwise the content would be measured again then, and so
    // would its own content, at every level.
    let width = isContainer(index) ? Self.exact(width) : width
    if style.pointee.kind == .measured { return textHeight(index, width: width) }
    let known = known(.height, of: index, width, limit)
    if !known.isNaN { return known }
    counts.measured += 1
    expandIfDeferred(index)
    let found: Double
    switch style.pointee.kind {
    case .rule: found = ruleHeight(index, width: width)
    case .grid: found = gridHeight(index, width: width)
    case .flex, .measured:
      found = runFlex(
        index, width: width, height: .nan, heightIsDefinite: false, limit: limit, purpose: .height)
    }
    note(found, .height, of: index, width, limit)
    return found
  }

  /// Whether flexbox or grid places the content.
  private func isContainer(_ index: Int) -> Bool {
    let kind = boxes[index].style.pointee.kind
    return kind == .flex || kind == .grid
  }

  private func textHeight(_ index: Int, width: Double) -> Double {
    let known = knownTextHeight(index, width: width)
    if !known.isNaN { return known }
    counts.measured += 1
    return measureText(index, width: width).size.height
  }

  /// Returns the height that a box would have by its content if its height is given.
  func contentHeight(
    _ index: Int, width: Double, height: Double, base: Double
  ) -> Double {
    if !isContainer(index) {
      return autoHeight(index, width: width, base: base)
    }
    let frame = boxes[index].frame
    return frame.vertical
      + contentHeight(
        index, width: max(width - frame.horizontal, 0),
        givenHeight: max(height - frame.vertical, 0))
  }

  /// Returns the height of the content of a container whose height is given.
  private func contentHeight(_ index: Int, width: Double, givenHeight: Double) -> Double {
    let (width, givenHeight) = (Self.exact(width), Self.exact(givenHeight))
    let known = known(.givenHeight, of: index, width, givenHeight)
    if !known.isNaN { return known }
    counts.measured += 1
    expandIfDeferred(index)
    let found =
      boxes[index].style.pointee.kind == .grid
      ? gridHeight(index, width: width, givenHeight: givenHeight)
      : runFlex(
        index, width: width, height: givenHeight, heightIsDefinite: true, limit: .infinity,
        purpose: .height)
    note(found, .givenHeight, of: index, width, givenHeight)
    return found
  }

  /// Returns the height that a box of some width has by its content.
  func autoHeight(_ index: Int, width: Double, base: Double, limit: Double = .infinity) -> Double {
    let frame = boxes[index].frame
    if boxes[index].style.pointee.kind == .flex, boxes[index].childCount == 0,
      !boxes[index].isDeferred
    {
      return frame.vertical
    }
    let limit = min(limit, maxInnerHeight(index, base: base))
    let inner = contentHeight(index, width: max(width - frame.horizontal, 0), limit: limit)
    return inner + frame.vertical
  }

  /// Returns a height of the style in points, including keywords; NaN for `auto`, percentages of an
  /// unknown length, and keywords that follow from a ratio.
  ///
  /// - Parameters:
  ///   - width: The width of the box.
  ///   - base: The length that percentages refer to.
  ///   - available: The room between the margins; NaN if it is not known.
  ///   - limit: The length at which a column wraps.
  func usedHeight(
    _ length: Length, of index: Int, width: Double, base: Double, available: Double,
    limit: Double = .infinity
  ) -> Double {
    switch length.unit {
    case .points, .percent, .sum, .minimumSum, .auto: return height(length, of: index, base: base)
    case .stretch: return available.isFinite ? max(available, boxes[index].frame.vertical) : .nan
    case .minContent, .maxContent, .fitContent, .fitContentUpTo:
      // CSS Sizing 4, section 5.1: with a ratio, these lengths follow from the width as `auto` does.
      if !boxes[index].style.pointee.aspectRatio.isNaN { return .nan }
      return autoHeight(index, width: width, base: base, limit: limit)
    }
  }

  /// Clamps a height to the minimum and the maximum of the style; the minimum wins.
  ///
  /// - Parameter isGiven: Whether the height differs from that of the content although the style
  ///   gives no height.
  func clampedHeight(
    _ height: Double, of index: Int, width: Double, base: Double, available: Double,
    isGiven: Bool = false
  ) -> Double {
    let style = boxes[index].style
    var result = height
    if !style.pointee.maxHeight.isAuto {
      let most = heightLimit(
        style.pointee.maxHeight, of: index, result, width: width, base: base,
        available: available, isGiven: isGiven)
      if result > most { result = most }
    }
    if !style.pointee.minHeight.isAuto {
      let least = heightLimit(
        style.pointee.minHeight, of: index, result, width: width, base: base,
        available: available, isGiven: isGiven)
      if result < least { result = least }
    }
    return max(result, boxes[index].frame.vertical)
  }

  /// Returns a minimum or maximum of a box with some height.
  ///
  /// In browsers, a limit by the content is the height of the content in the given height: items
  /// that stretch or grow fill it, and a column that wraps does so at its end.
  private func heightLimit(
    _ length: Length, of index: Int, _ height: Double, width: Double, base: Double,
    available: Double, isGiven: Bool
  ) -> Double {
    let style = boxes[index].style
    if length.isContentKeyword, isContainer(index), style.pointee.aspectRatio.isNaN,
      isGiven || !style.pointee.height.isAuto
    {
      return contentHeight(index, width: width, height: height, base: base)
    }
    return usedHeightLimit(
      length, of: index, width: width, base: base, available: available,
      limit: height - boxes[index].frame.vertical)
  }

  /// Returns a minimum or maximum of a height as ``usedHeight(_:of:width:base:available:limit:)`` does.
  ///
  /// CSS Sizing 4, section 5.1: with a ratio, lengths by the content follow from the width. The content
  /// is a minimum of heights, and not of their limits.
  func usedHeightLimit(
    _ length: Length, of index: Int, width: Double, base: Double, available: Double, limit: Double
  ) -> Double {
    if length.isContentKeyword, !boxes[index].style.pointee.aspectRatio.isNaN {
      return height(fromWidth: width, of: index)
    }
    return usedHeight(
      length, of: index, width: width, base: base, available: available, limit: limit)
  }

  /// Remembers the height that a box of definite height has before its content is laid out (CSS
  /// Sizing 3, section 5.2.1: percentages refer to it, and are not resolved again).
  func noteInitialHeight(_ height: Double, of index: Int, base: Double) {
    boxes[index].initialHeight = clampedHeightByPoints(height, of: index, base: base)
  }

  /// Clamps a height to those limits that do not follow from the content.
  func clampedHeightByPoints(_ height: Double, of index: Int, base: Double) -> Double {
    let style = boxes[index].style
    let most = definiteLimit(style.pointee.maxHeight, of: index, base: base)
    let least = definiteLimit(style.pointee.minHeight, of: index, base: base)
    var height = height
    if height > most { height = most }
    if height < least { height = least }
    return max(height, boxes[index].frame.vertical)
  }

  /// Returns a minimum or maximum of a height that does not follow from the content; NaN for others.
  ///
  /// CSS Sizing 4, section 6.1: `stretch` is such a length for an item of a container whose height is
  /// known.
  func definiteLimit(_ length: Length, of index: Int, base: Double) -> Double {
    if length.unit != .stretch { return height(length, of: index, base: base) }
    let box = boxes + index
    guard box.pointee.isInFlow, box.pointee.parent >= 0,
      boxes[Int(box.pointee.parent)].style.pointee.kind != .rule
    else { return .nan }
    let room = base - box.pointee.margin.vertical
    return room < box.pointee.frame.vertical ? box.pointee.frame.vertical : room
  }

  /// Returns the maximum height of a box's content; infinite for none.
  func maxInnerHeight(_ index: Int, base: Double) -> Double {
    let style = boxes[index].style
    if style.pointee.maxHeight.isAuto { return .infinity }
    let most = height(style.pointee.maxHeight, of: index, base: base)
    if most.isNaN { return .infinity }
    let least = height(style.pointee.minHeight, of: index, base: base)
    return max((least > most ? least : most) - boxes[index].frame.vertical, 0)
  }
}
