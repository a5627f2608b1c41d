extension LayoutSolver {
  /// The meaning of an infinite maximum.
  enum Endlessness: Sendable {
    /// As much room as the content wants.
    case maxContent
    /// As little room as the content needs.
    case minContent
  }

  /// Finds the size of the root, or of a box that a rule lays out, within a range.
  ///
  /// The range wins over the style. If the style leaves a length open, the box is as wide as its
  /// content, within the range, and as high as the content is at that width.
  ///
  /// - Parameters:
  ///   - parentWidth: The length that percentages of widths and edges refer to; NaN if it is not
  ///     known.
  ///   - parentHeight: The length that percentages of heights refer to; NaN if it is not known.
  func size(
    _ index: Int, in range: SizeRange, parentWidth: Double, parentHeight: Double,
    endless: Endlessness
  ) -> (size: Size, heightIsDefinite: Bool) {
    let range = range.limited
    resolveEdges(index, base: parentWidth)
    noteParent(index, width: parentWidth, height: parentHeight)
    let parentSize = ParentSize(
      width: parentWidth.isNaN ? nil : parentWidth,
      height: parentHeight.isNaN ? nil : parentHeight)
    if let size = sizeByRule(index, in: range, parentSize: parentSize, endless: endless) {
      return (size, range.min.height == range.max.height)
    }
    let style = boxes[index].style
    let exactHeight = range.min.height == range.max.height ? range.min.height : .nan
    var height = exactHeight
    if height.isNaN {
      height = self.height(style.pointee.height, of: index, base: parentHeight)
      if !height.isNaN {
        height = clampedHeightByPoints(height, of: index, base: parentHeight)
        height = max(range.min.height, min(range.max.height, height))
      }
    }
    let width = width(
      index, in: range, parentWidth: parentWidth, parentHeight: parentHeight, height: height,
      endless: endless)
    boxes[index].initialHeight = .nan
    if !height.isNaN {
      if style.pointee.hasContentLimits {
        noteInitialHeight(height, of: index, base: parentHeight)
      }
      let size = clampedHeight(
        height, of: index, width: width, base: parentHeight, available: .nan)
      return (
        Size(width: width, height: max(range.min.height, min(range.max.height, size))), true
      )
    }
    return self.size(index, width: width, in: range, parentHeight: parentHeight)
  }

  private func size(
    _ index: Int, width: Double, in range: SizeRange, parentHeight: Double
  ) -> (size: Size, heightIsDefinite: Bool) {
    let style = boxes[index].style
    var height = usedHeight(
      style.pointee.height, of: index, width: width, base: parentHeight,
      available: range.max.height)
    if height.isNaN && !style.pointee.aspectRatio.isNaN {
      noteInitialHeight(
        self.height(fromWidth: width, of: index), of: index, base: parentHeight)
      height = heightByRatio(index, width: width, base: parentHeight)
    } else if height.isNaN {
      height = autoHeight(
        index, width: width, base: parentHeight,
        limit: range.max.height - boxes[index].frame.vertical)
    }
    height = clampedHeight(
      height, of: index, width: width, base: parentHeight, available: range.max.height)
    height = max(range.min.height, min(range.max.height, height))
    return (Size(width: width, height: height), !style.pointee.aspectRatio.isNaN)
  }

  private func width(
    _ index: Int, in range: SizeRange, parentWidth: Double, parentHeight: Double, height: Double,
    endless: Endlessness
  ) -> Double {
    if range.min.width == range.max.width { return range.min.width }
    let style = boxes[index].style
    let available = range.max.width
    var width = usedWidth(
      style.pointee.width, of: index, base: parentWidth, available: available, height: height)
    if width.isNaN {
      if !style.pointee.aspectRatio.isNaN && !height.isNaN {
        width = widthByRatio(index, height: height)
      } else if available.isFinite || endless == .maxContent {
        width = transferredWidth(
          fitContentWidth(index, available: available, height: height), of: index,
          base: parentHeight)
      } else {
        width =
          contentWidth(index, .min, height: height - boxes[index].frame.vertical)
          + boxes[index].frame.horizontal
      }
    }
    width = clampedWidth(
      widthKeepingContent(width, of: index, height: height), of: index, base: parentWidth,
      available: available, height: height)
    return max(range.min.width, min(range.max.width, width))
  }
}

extension SizeRange {
  /// The range, limited to the maximum length (see ``Length/limit``).
  fileprivate var limited: SizeRange {
    let (width, height) = (max.width, max.height)
    return SizeRange(
      min: Size(
        width: Length.limited(min.width), height: Length.limited(min.height)),
      max: Size(
        width: width.isFinite ? Length.limited(width) : width,
        height: height.isFinite ? Length.limited(height) : height))
  }
}

extension LayoutSolver {
  /// Gives the root its size, at the origin.
  func sizeRoot(in range: SizeRange, parentSize: ParentSize) {
    if boxes[0].isHidden { return }
    let (size, heightIsDefinite) = size(
      0, in: range, parentWidth: parentSize.width ?? .nan,
      parentHeight: parentSize.height ?? .nan, endless: .maxContent)
    boxes[0].width = Self.exact(size.width)
    boxes[0].height = Self.exact(size.height)
    boxes[0].heightIsDefinite = heightIsDefinite
  }
}
