/// A way to lay out the children of a node other than flexbox: an inset, a ratio, or what an
/// application thinks of.
///
/// A rule is a pure function. What it returns is clamped into the range.
public protocol LayoutRule: Sendable {
  /// Lays out children.
  ///
  /// - Parameters:
  ///   - children: Lay out each of them, as often as needed, within ranges of the rule's choice.
  ///   - range: The sizes that the result may have.
  ///   - parentSize: What percentages refer to.
  func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout
}

/// What a rule has made of its children.
public struct RuleLayout: Sendable {
  /// The size of the whole.
  public var size: Size
  /// The children with their places, from back to front; those that are left out are not shown.
  public var children: [PlacedChild]
  /// Where the first line of text stands, from the top; `nil` if that is the lower edge.
  public var baseline: Double?

  /// Makes a result.
  public init(size: Size, children: [PlacedChild] = [], baseline: Double? = nil) {
    self.size = size
    self.children = children
    self.baseline = baseline
  }

  /// A child in its place.
  public struct PlacedChild: Sendable {
    /// Which child.
    public var index: Int
    /// Where its upper left corner is, in the parent.
    public var position: Point
    /// What it was laid out to.
    public var layout: ChildLayout

    /// Places a child.
    public init(index: Int, position: Point = .zero, layout: ChildLayout) {
      self.index = index
      self.position = position
      self.layout = layout
    }
  }
}
