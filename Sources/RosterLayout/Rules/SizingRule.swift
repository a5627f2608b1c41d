/// Gives a child a size, as far as the range allows.
///
/// The rule lays out its first child, and does not show the others.
public struct SizingRule: LayoutRule, Hashable {
  /// The size.
  public var size: ComponentSize

  /// Makes a rule.
  public init(_ size: ComponentSize) { self.size = size }

  /// Lays out the child in the sizes that both the range and the size allow. If there are none, the
  /// range wins.
  public func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    let range = range.intersection(size.resolved(in: parentSize))
    guard children.count > 0 else { return RuleLayout(size: range.clamping(.zero)) }
    let child = children.layout(0, in: range, parentSize: range.parentSize)
    return RuleLayout(size: child.size, children: [.init(index: 0, layout: child)])
  }
}
