/// Centers a child along some axes.
///
/// The whole takes all available room, unless it is to be no larger than the child. The child
/// stands at a whole point.
///
/// The rule lays out its first child, and does not show the others.
public struct CenterRule: LayoutRule, Hashable {
  /// The axes along which the child is centered, and may be smaller than the minimum size.
  public var centering: Axes
  /// The axes along which the whole is no larger than the child.
  public var minimum: Axes

  /// Makes a rule.
  public init(_ centering: Axes = .both, minimum: Axes = []) {
    self.centering = centering
    self.minimum = minimum
  }

  /// Lays out the child, and places it in the middle.
  public func layout(
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
