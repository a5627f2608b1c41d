/// The result of a rule.
public struct RuleLayout {
  /// The size of the whole.
  public var size: Size
  /// The children with their places, from back to front. Children that are missing here are not
  /// shown.
  public var children: [PlacedChild]
  /// The baseline of the first line of text, from the top; `nil` for that of ``baselineChild``.
  public var baseline: Double?
  /// The child whose baseline is that of the whole; `nil` for the first child that is placed.
  /// Without children the baseline is the lower edge.
  public var baselineChild: Int?

  /// Makes a result.
  public init(
    size: Size, children: [PlacedChild] = [], baseline: Double? = nil, baselineChild: Int? = nil
  ) {
    self.size = size
    self.children = children
    self.baseline = baseline
    self.baselineChild = baselineChild
  }

  /// A child in its place.
  public struct PlacedChild {
    /// The index of the child.
    public var index: Int
    /// The position of its upper left corner in the parent.
    public var position: Point
    /// The layout of the child.
    public var layout: ChildLayout

    /// Places a child.
    public init(index: Int, position: Point = .zero, layout: ChildLayout) {
      self.index = index
      self.position = position
      self.layout = layout
    }
  }
}
