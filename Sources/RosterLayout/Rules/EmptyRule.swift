/// Takes the smallest allowed size, and shows nothing.
public struct EmptyRule: LayoutRule, Hashable {
  /// Makes a rule.
  public init() {}

  /// Returns no children and the minimum size.
  public func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout { RuleLayout(size: range.min) }
}
