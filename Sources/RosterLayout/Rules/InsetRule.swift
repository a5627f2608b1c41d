/// Keeps a child away from the edges.
///
/// An infinite inset takes all remaining room on its side, so it pushes the child to the other
/// side; two of them center the child at whole points. Percentages refer to the parent. NaN counts
/// as 0.
///
/// The rule lays out its first child, and does not show the others.
package struct InsetRule: LayoutRule, Hashable {
  /// The inset from the upper edge.
  package var top: LayoutLength
  /// The inset from the left edge.
  package var left: LayoutLength
  /// The inset from the lower edge.
  package var bottom: LayoutLength
  /// The inset from the right edge.
  package var right: LayoutLength

  /// Makes a rule.
  package init(
    top: LayoutLength = 0, left: LayoutLength = 0, bottom: LayoutLength = 0, right: LayoutLength = 0
  ) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Makes a rule with the same inset on each side.
  package init(_ all: LayoutLength) { self.init(top: all, left: all, bottom: all, right: all) }

  /// Lays out the child in the room that the finite insets leave.
  package func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    guard children.count > 0 else { return RuleLayout(size: range.clamping(.zero)) }
    let horizontal = AxisInsets(left, right, in: parentSize.width)
    let vertical = AxisInsets(top, bottom, in: parentSize.height)
    let child = children.layout(
      0,
      in: SizeRange(
        min: Size(
          width: horizontal.least(range.min.width), height: vertical.least(range.min.height)),
        max: Size(width: horizontal.rest(range.max.width), height: vertical.rest(range.max.height))),
      parentSize: ParentSize(
        width: parentSize.width.map(horizontal.rest),
        height: parentSize.height.map(vertical.rest)))
    let size = range.clamping(
      Size(
        width: horizontal.length(
          around: child.size.width, parent: parentSize.width, max: range.max.width),
        height: vertical.length(
          around: child.size.height, parent: parentSize.height, max: range.max.height)))
    let position = Point(
      x: horizontal.position(of: child.size.width, in: size.width),
      y: vertical.position(of: child.size.height, in: size.height))
    return RuleLayout(
      size: size, children: [.init(index: 0, position: position, layout: child)])
  }
}

/// The insets along one axis.
private struct AxisInsets {
  let start: Double
  let end: Double

  init(_ start: LayoutLength, _ end: LayoutLength, in parentLength: Double?) {
    self.start = Self.resolved(start, in: parentLength)
    self.end = Self.resolved(end, in: parentLength)
  }

  private static func resolved(_ inset: LayoutLength, in parentLength: Double?) -> Double {
    guard let inset = inset.resolved(in: parentLength), inset != -.infinity else { return 0 }
    return inset
  }

  private var finiteSum: Double { (start.isFinite ? start : 0) + (end.isFinite ? end : 0) }
  private var isInfinite: Bool { start.isInfinite || end.isInfinite }

  /// Returns the part of a length that the finite insets leave.
  func rest(_ length: Double) -> Double { max(0, length - finiteSum) }

  /// Returns the minimum length of the child.
  func least(_ length: Double) -> Double { isInfinite ? 0 : rest(length) }

  /// Returns the length of the whole.
  func length(around child: Double, parent: Double?, max: Double) -> Double {
    guard isInfinite else { return child + finiteSum }
    return parent ?? (max.isFinite ? max : child + finiteSum)
  }

  func position(of child: Double, in length: Double) -> Double {
    if start.isFinite { return start }
    return end.isFinite ? length - end - child : ((length - child) / 2).rounded()
  }
}

/// Centers a child along some axes.
///
/// The whole takes all available room, unless it is to be no larger than the child. The child
/// stands at a whole point.
///
/// The rule lays out its first child, and does not show the others.
package struct CenterRule: LayoutRule, Hashable {
  /// The axes along which the child is centered, and may be smaller than the minimum size.
  package var centering: Axes
  /// The axes along which the whole is no larger than the child.
  package var minimum: Axes

  /// Makes a rule.
  package init(_ centering: Axes = .both, minimum: Axes = []) {
    self.centering = centering
    self.minimum = minimum
  }

  /// Lays out the child, and places it in the middle.
  package func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    guard children.count > 0 else { return RuleLayout(size: range.clamping(.zero)) }
    let least = Size(
      width: centering.contains(.horizontal) ? 0 : range.min.width,
      height: centering.contains(.vertical) ? 0 : range.min.height)
    let child = children.layout(
      0, in: SizeRange(min: least, max: range.max), parentSize: range.parentSize)
    var size = Size(
      width: range.max.width.isFinite ? range.max.width : child.size.width,
      height: range.max.height.isFinite ? range.max.height : child.size.height)
    if minimum.contains(.horizontal) { size.width = min(size.width, child.size.width) }
    if minimum.contains(.vertical) { size.height = min(size.height, child.size.height) }
    size = range.clamping(size)
    let position = Point(
      x: centering.contains(.horizontal) ? ((size.width - child.size.width) / 2).rounded() : 0,
      y: centering.contains(.vertical) ? ((size.height - child.size.height) / 2).rounded() : 0)
    return RuleLayout(
      size: size, children: [.init(index: 0, position: position, layout: child)])
  }
}
