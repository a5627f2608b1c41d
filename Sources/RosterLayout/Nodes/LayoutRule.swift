/// A way to lay out the children of a node other than flexbox: an inset, a ratio, or what an
/// application thinks of.
///
/// A rule is a pure function. What it returns is clamped into the range. It is asked for a size
/// several times within different ranges, and at last for the places of its children: within the
/// range that the size of the node comes from, or, in a flex container, within the one size that
/// the node has there.
public protocol LayoutRule: Sendable {
  /// Lays out children.
  ///
  /// - Parameters:
  ///   - children: Lay out each of them, as often as needed, within ranges of the rule's choice.
  ///   - range: The sizes that the result may have.
  ///   - parentSize: What percentages refer to: the size of the node around the one that is laid
  ///     out.
  func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout
}
