extension LayoutSolver {
  /// Finds the margins, the padding and the border of a box in points.
  ///
  /// - Parameter base: The length that percentages of all of them refer to: the width of the
  ///   parent's content. If it is NaN, it is not known, and they are 0 (CSS Sizing 3, section
  ///   5.2.1).
  @inline(__always)
  func resolveEdges(_ index: Int, base: Double) {
    let box = boxes + index
    if box.pointee.edgesAreKnown { return }
    let style = box.pointee.style
    if style.pointee.edgesAreEven {
      box.pointee.margin = Sides(style.pointee.margin)
      box.pointee.frame = Sides(style.pointee.frame)
    } else if let rare = style.pointee.rare {
      box.pointee.margin = rare.pointee.margin.points(of: base)
      box.pointee.frame =
        rare.pointee.padding.points(of: base).notNegative.adding(rare.pointee.border)
    }
    box.pointee.edgesAreKnown = style.pointee.edgesAreKnown
    if style.pointee.hasSpacing { addSpacing(index) }
  }

  /// Adds the spacing of an item to its margins along the main axis, as far as these are 0.
  private func addSpacing(_ index: Int) {
    let box = boxes + index
    guard box.pointee.isInFlow, box.pointee.parent >= 0, let rare = box.pointee.style.pointee.rare
    else { return }
    let parent = boxes + Int(box.pointee.parent)
    guard parent.pointee.style.pointee.kind == .flex else { return }
    let flex = parent.pointee.style.pointee.flex
    let (before, after) = rare.pointee.spacing
    let lengths = rare.pointee.margin
    if flex.isRow {
      let isReversed = flex.isReverse != parent.pointee.isRightToLeft
      if lengths.left.isZero { box.pointee.margin.left = isReversed ? after : before }
      if lengths.right.isZero { box.pointee.margin.right = isReversed ? before : after }
    } else {
      if lengths.top.isZero { box.pointee.margin.top = flex.isReverse ? after : before }
      if lengths.bottom.isZero { box.pointee.margin.bottom = flex.isReverse ? before : after }
    }
  }

  // MARK: Sizes of the style as those of the box with padding and border

  /// Returns a width of the style in points; NaN for `auto`, keywords, and percentages of an
  /// unknown length.
  @inline(__always)
  func width(_ length: Length, of index: Int, base: Double) -> Double {
    outer(length.points(of: base), frame: boxes[index].frame.horizontal, of: index)
  }

  /// Returns a height of the style in points; NaN for `auto`, keywords, and percentages of an
  /// unknown length.
  @inline(__always)
  func height(_ length: Length, of index: Int, base: Double) -> Double {
    outer(length.points(of: base), frame: boxes[index].frame.vertical, of: index)
  }

  /// Returns NaN for NaN.
  @inline(__always)
  func outer(_ length: Double, frame: Double, of index: Int) -> Double {
    if boxes[index].style.pointee.isContentBox { return (length < 0 ? 0 : length) + frame }
    return length < frame ? frame : length
  }

  // MARK: Aspect ratio (CSS Sizing 4, section 5.1): that of the box that `box-sizing` names

  /// Returns the width that follows from a height, regardless of the content.
  func width(fromHeight height: Double, of index: Int) -> Double {
    let box = boxes + index
    let ratio = box.pointee.style.pointee.aspectRatio
    let frame = box.pointee.frame
    if box.pointee.style.pointee.isContentBox {
      return Length.limited(max(height - frame.vertical, 0) * ratio) + frame.horizontal
    }
    return max(Length.limited(height * ratio), frame.horizontal)
  }

  /// Returns the height that follows from a width, regardless of the content.
  func height(fromWidth width: Double, of index: Int) -> Double {
    let box = boxes + index
    let ratio = box.pointee.style.pointee.aspectRatio
    let frame = box.pointee.frame
    if box.pointee.style.pointee.isContentBox {
      return Length.limited(max(width - frame.horizontal, 0) / ratio) + frame.vertical
    }
    return max(Length.limited(width / ratio), frame.vertical)
  }
}
