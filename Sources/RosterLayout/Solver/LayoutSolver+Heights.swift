extension LayoutSolver {
  /// How high the content of a box is at a width, both without padding and border.
  ///
  /// - Parameters:
  ///   - width: The width, always finite.
  ///   - limit: How long a column may be before it wraps; infinite for none.
  func contentHeight(_ index: Int, width: Double, limit: Double) -> Double {
    let box = boxes + index
    let style = box.pointee.style
    let wraps = style.pointee.kind == .flex && style.pointee.flex.wraps && !style.pointee.flex.isRow
    let limit = wraps ? Self.exact(limit) : .infinity
    // As it will be placed: otherwise what is in it would be measured once more then, and what is in
    // that, at every level.
    let width = style.pointee.kind == .flex ? Self.exact(width) : width
    var known = box.pointee.heights.height(width: width, limit: limit)
    if known.isNaN { known = spilledHeight(of: index, width: width, limit: limit) }
    if !known.isNaN { return known }
    counts.measured += 1
    expandIfDeferred(index)
    let found: Double
    switch style.pointee.kind {
    case .measured:
      let measured = measure(index, width: .exactly(width), height: .maxContent)
      boxes[index].measuredWidth = width
      boxes[index].measuredBaseline = measured.baseline ?? .nan
      found = measured.size.height
    case .rule: found = ruleHeight(index, width: width)
    case .flex:
      found = runFlex(
        index, width: width, height: .nan, heightIsDefinite: false, limit: limit, purpose: .height)
    }
    if let last = boxes[index].heights.insert(found, width: width, limit: limit) {
      spill(last, of: index)
    }
    return found
  }

  /// How high a box would be by its content that is given some height.
  func contentHeight(
    _ index: Int, width: Double, height: Double, base: Double
  ) -> Double {
    if boxes[index].style.pointee.kind != .flex {
      return autoHeight(index, width: width, base: base)
    }
    let frame = boxes[index].frame
    return frame.vertical
      + contentHeight(
        index, width: max(width - frame.horizontal, 0),
        givenHeight: max(height - frame.vertical, 0))
  }

  /// How high the content of a flex container is that is given some height.
  private func contentHeight(_ index: Int, width: Double, givenHeight: Double) -> Double {
    let (width, givenHeight) = (Self.exact(width), Self.exact(givenHeight))
    var known = boxes[index].heights.height(
      width: width, limit: givenHeight, heightIsGiven: true)
    if known.isNaN {
      known = spilledHeight(of: index, width: width, limit: givenHeight, heightIsGiven: true)
    }
    if !known.isNaN { return known }
    counts.measured += 1
    expandIfDeferred(index)
    let found = runFlex(
      index, width: width, height: givenHeight, heightIsDefinite: true, limit: .infinity,
      purpose: .height)
    let last = boxes[index].heights.insert(
      found, width: width, limit: givenHeight, heightIsGiven: true)
    if let last { spill(last, of: index) }
    return found
  }

  /// How high a box of a width is if its content says so.
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

  /// A height of the style in points, keywords too; NaN for `auto` and percentages of what is not
  /// known.
  ///
  /// - Parameters:
  ///   - width: How wide the box is.
  ///   - base: What percentages refer to.
  ///   - available: The room that there is between the margins; NaN if that is not known.
  ///   - limit: How long a column may be before it wraps.
  func usedHeight(
    _ length: Length, of index: Int, width: Double, base: Double, available: Double,
    limit: Double = .infinity
  ) -> Double {
    switch length.unit {
    case .points, .percent, .auto: return height(length, of: index, base: base)
    case .stretch: return available.isFinite ? max(available, boxes[index].frame.vertical) : .nan
    case .minContent, .maxContent, .fitContent:
      // CSS Sizing 4, section 5.1: with a ratio these are what follows from the width.
      if !boxes[index].style.pointee.aspectRatio.isNaN {
        return self.height(fromWidth: width, of: index)
      }
      return autoHeight(index, width: width, base: base, limit: limit)
    }
  }

  /// A height within the minimum and the maximum of the style; the minimum wins.
  ///
  /// - Parameter isGiven: Whether the height is another than that of the content, although the
  ///   style gives none.
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

  /// A minimum or maximum of a box that has some height.
  ///
  /// By the content, in browsers, is how high the content is in that height: items that stretch or
  /// grow fill it, and a column that wraps does so at its end.
  private func heightLimit(
    _ length: Length, of index: Int, _ height: Double, width: Double, base: Double,
    available: Double, isGiven: Bool
  ) -> Double {
    let style = boxes[index].style
    if length.isContentKeyword, style.pointee.kind == .flex, style.pointee.aspectRatio.isNaN,
      isGiven || !style.pointee.height.isAuto
    {
      return contentHeight(index, width: width, height: height, base: base)
    }
    return usedHeight(
      length, of: index, width: width, base: base, available: available,
      limit: height - boxes[index].frame.vertical)
  }

  /// A height within the minimum and the maximum as far as they do not go by the content.
  func clampedHeightByPoints(_ height: Double, of index: Int, base: Double) -> Double {
    let style = boxes[index].style
    let most = self.height(style.pointee.maxHeight, of: index, base: base)
    let least = self.height(style.pointee.minHeight, of: index, base: base)
    var height = height
    if height > most { height = most }
    if height < least { height = least }
    return max(height, boxes[index].frame.vertical)
  }

  /// How high the content of a box may be at most; infinite for no maximum.
  func maxInnerHeight(_ index: Int, base: Double) -> Double {
    let style = boxes[index].style
    if style.pointee.maxHeight.isAuto { return .infinity }
    let most = height(style.pointee.maxHeight, of: index, base: base)
    if most.isNaN { return .infinity }
    let least = height(style.pointee.minHeight, of: index, base: base)
    return max((least > most ? least : most) - boxes[index].frame.vertical, 0)
  }
}
