/// Is as small as it may be, and shows nothing.
public struct EmptyRule: LayoutRule, Hashable {
  /// Makes a rule.
  public init() {}

  /// Nothing, in the least size.
  public func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout { RuleLayout(size: range.min) }
}
