/// CSS Flexbox 1, section 4.5: an item with `auto` as its minimum does not become smaller than its
/// content, unless the content is scrolled or cut off, nor smaller than the size that its style
/// gives it.
extension LayoutSolver {
  /// - Parameters:
  ///   - base: The length that percentages of the width refer to; NaN if it is not known.
  ///   - height: The height of the item, as far as it is known before its width.
  func automaticMinimumWidth(
    _ child: Int, base: Double, height: Double, heightBase: Double = .nan
  ) -> Double {
    let style = boxes[child].style
    let available = base - boxes[child].margin.horizontal
    var least: Double
    if !style.pointee.aspectRatio.isNaN && !height.isNaN {
      least = widthByRatio(child, height: height)
    } else {
      least =
        contentWidth(child, .min, height: height - boxes[child].frame.vertical)
        + boxes[child].frame.horizontal
      least = transferredWidth(least, of: child, base: heightBase)
    }
    if !style.pointee.width.isContentKeyword {
      let specified = usedWidth(
        style.pointee.width, of: child, base: base, available: available, height: height)
      if specified < least { least = specified }
    }
    let most = usedWidth(
      style.pointee.maxWidth, of: child, base: base, available: available, height: height)
    return most < least ? most : least
  }

  func automaticMinimumHeight(_ child: Int, _ run: FlexRun) -> Double {
    let style = boxes[child].style
    let width = columnItemWidth(child, run)
    let available = run.availableHeight - boxes[child].margin.vertical
    var least =
      style.pointee.aspectRatio.isNaN
      ? autoHeight(child, width: width, base: .nan, limit: columnItemLimit(child))
      : minimumHeightByRatio(child, run)
    if !style.pointee.height.isContentKeyword {
      let specified = usedHeight(
        style.pointee.height, of: child, width: width, base: run.baseHeight,
        available: available)
      if specified < least { least = specified }
    }
    let most = usedHeightLimit(
      style.pointee.maxHeight, of: child, width: width, base: run.baseHeight,
      available: available, limit: .infinity)
    return most < least ? most : least
  }

  /// Returns the height that follows from the width that an item has without regard to its height.
  private func minimumHeightByRatio(_ child: Int, _ run: FlexRun) -> Double {
    let width = columnItemWidth(child, run, height: .nan)
    var height = height(fromWidth: width, of: child)
    let style = boxes[child].style
    if style.pointee.height.isAuto && hasMinimumByContent(child)
      || !columnItemHeight(child, run).isNaN
    {
      // CSS Sizing 3, section 5.2.2: percentages of a height that is being computed count as `auto`.
      let limit = height - boxes[child].frame.vertical
      height = max(height, autoHeight(child, width: width, base: run.baseHeight, limit: limit))
    }
    return transferredHeight(height, of: child, base: run.baseWidth)
  }

  /// Clamps a height to the limits that follow from those of the width by the aspect ratio.
  private func transferredHeight(_ height: Double, of child: Int, base: Double) -> Double {
    let style = boxes[child].style
    var height = height
    let most = usedWidth(
      style.pointee.maxWidth, of: child, base: base, available: .nan, height: .nan)
    if !most.isNaN { height = min(height, self.height(fromWidth: most, of: child)) }
    let least = width(style.pointee.minWidth, of: child, base: base)
    if !least.isNaN { height = max(height, self.height(fromWidth: least, of: child)) }
    return height
  }
}
