/// A way to lay out the children of a node other than flexbox: an inset, a ratio, or a rule of the
/// application.
///
/// A rule is a pure function. Its result is clamped to the range. A pass first calls it several
/// times with different ranges for its size, and at last for the places of its children. The last
/// call gets the range from which the size of the node comes; in a flex container it gets the one
/// size that the node has there.
public protocol LayoutRule: Sendable {
  /// Lays out children.
  ///
  /// - Parameters:
  ///   - children: The children. The rule may lay out each of them as often as it needs, within any
  ///     ranges.
  ///   - range: The sizes that the result may have.
  ///   - parentSize: The size that percentages refer to: that of the node around this one.
  func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout
}
