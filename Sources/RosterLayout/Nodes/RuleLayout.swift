/// What a rule has made of its children.
public struct RuleLayout {
  /// The size of the whole.
  public var size: Size
  /// The children with their places, from back to front; those that are left out are not shown.
  public var children: [PlacedChild]
  /// Where the first line of text stands, from the top; `nil` if it is that of ``baselineChild``.
  public var baseline: Double?
  /// The child whose first line of text is that of the whole; `nil` for the first one that is
  /// placed. Without children the baseline is the lower edge.
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
