/// CSS Sizing 4, section 5.1: boxes with an aspect ratio.
extension LayoutSolver {
  /// Returns the width that follows from a height; at least that of the content unless the style
  /// says otherwise (section 5.1.2).
  func widthByRatio(_ index: Int, height: Double) -> Double {
    let width = width(fromHeight: height, of: index)
    let style = boxes[index].style
    guard style.pointee.minWidth.isAuto, !style.pointee.isScrollContainer else { return width }
    let frame = boxes[index].frame
    return max(
      width, contentWidth(index, .min, height: height - frame.vertical) + frame.horizontal)
  }

  /// Returns the width of a box outside of flexbox with an aspect ratio and a height. It is at
  /// least that of the content even if it is given (not in CSS: what browsers do).
  func widthKeepingContent(_ width: Double, of index: Int, height: Double) -> Double {
    let style = boxes[index].style
    guard !style.pointee.aspectRatio.isNaN, !height.isNaN, style.pointee.minWidth.isAuto,
      !style.pointee.isScrollContainer
    else { return width }
    let frame = boxes[index].frame
    return max(
      width, contentWidth(index, .min, height: height - frame.vertical) + frame.horizontal)
  }

  /// Returns the height that follows from a width; at least that of the content unless the style
  /// says otherwise.
  func heightByRatio(_ index: Int, width: Double, base: Double) -> Double {
    let height = height(fromWidth: width, of: index)
    guard hasMinimumByContent(index) else { return height }
    return max(height, contentHeight(index, width: width, height: height, base: base))
  }

  /// Whether a height that follows from a width is at least that of the content (section 5.1.2).
  /// In browsers this does not hold for percentages of an unknown length.
  func hasMinimumByContent(_ index: Int) -> Bool {
    let style = boxes[index].style
    return (style.pointee.height.isAuto || style.pointee.height.isContentKeyword)
      && style.pointee.minHeight.isAuto
      && !style.pointee.isScrollContainer
  }

  /// Clamps a width that does not follow from a height to the limits that follow from those of the
  /// height by the ratio (section 5.1.1).
  ///
  /// - Parameter base: The length that percentages of heights refer to; NaN if it is not known.
  func transferredWidth(_ width: Double, of index: Int, base: Double) -> Double {
    let style = boxes[index].style
    if style.pointee.aspectRatio.isNaN { return width }
    return transferredWidth(
      width, of: index, least: definiteLimit(style.pointee.minHeight, of: index, base: base),
      most: definiteLimit(style.pointee.maxHeight, of: index, base: base))
  }

  /// Clamps a width to what follows from limits of the height; NaN for none.
  func transferredWidth(
    _ width: Double, of index: Int, least: Double, most: Double
  ) -> Double {
    if boxes[index].style.pointee.aspectRatio.isNaN { return width }
    var width = width
    if !most.isNaN { width = min(width, self.width(fromHeight: most, of: index)) }
    let frame = boxes[index].frame.vertical
    return max(width, self.width(fromHeight: least > frame ? least : frame, of: index))
  }
}
