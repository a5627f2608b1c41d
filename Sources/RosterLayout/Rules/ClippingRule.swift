/// Lets a child be as long as it wants along one axis, and shows what there is room for.
///
/// The whole is as large as the child would be within the range. What of the child is outside of it
/// the view is to hide; see ``LayoutStyle/overflow``.
///
/// It lays out its first child, and shows no others.
public struct ClippingRule: LayoutRule, Hashable {
  /// The axes along which the child has no largest length.
  public var axes: Axes

  /// Makes a rule.
  public init(_ axes: Axes) { self.axes = axes }

  /// Lays out the child twice: within the range, for the size of the whole, and without an end.
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
