/// Lets a child be as long as it wants along some axes, and shows the part for which there is room.
///
/// The whole has the size that the child would have within the range. The view must hide the part
/// of the child outside of it; see ``LayoutStyle/overflow``.
///
/// The rule lays out its first child, and does not show the others.
public struct ClippingRule: LayoutRule, Hashable {
  /// The axes along which the child has no maximum length.
  public var axes: Axes

  /// Makes a rule.
  public init(_ axes: Axes) { self.axes = axes }

  /// Lays out the child twice: within the range, for the size of the whole, and without a maximum.
  public func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    guard children.count > 0 else { return RuleLayout(size: range.clamping(.zero)) }
    let bounded = children.layout(0, in: range, parentSize: parentSize)
    let most = Size(
      width: axes.contains(.horizontal) ? .infinity : range.max.width,
      height: axes.contains(.vertical) ? .infinity : range.max.height)
    let child = children.layout(
      0, in: SizeRange(min: range.min, max: most), parentSize: parentSize)
    return RuleLayout(
      size: range.clamping(bounded.size), children: [.init(index: 0, layout: child)])
  }
}
