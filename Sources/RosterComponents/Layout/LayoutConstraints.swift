public import RosterLayout

/// The constraints that an item is laid out for: its possible sizes, its direction and its pixels.
public struct LayoutConstraints: Hashable, Sendable {
  /// The sizes that the item may have.
  public var range: SizeRange
  /// The direction of text and rows at the root.
  public var layoutDirection: WritingDirection
  /// The number of pixels per point. Edges are rounded to whole pixels; 0 leaves them unrounded.
  public var pixelsPerPoint: Double

  /// Makes constraints.
  public init(
    _ range: SizeRange, layoutDirection: WritingDirection = .leftToRight,
    pixelsPerPoint: Double = 1
  ) {
    self.range = range
    self.layoutDirection = layoutDirection
    self.pixelsPerPoint = pixelsPerPoint
  }

  /// Makes constraints for an area.
  ///
  ///     let constraints = LayoutConstraints(.flexibleHeight, in: Size(width: 80, height: 24))
  public init(
    _ provider: SizeRangeProvider, in area: Size,
    layoutDirection: WritingDirection = .leftToRight, pixelsPerPoint: Double = 1
  ) {
    self.init(
      provider.range(for: area), layoutDirection: layoutDirection,
      pixelsPerPoint: pixelsPerPoint)
  }

  var pass: LayoutPass {
    LayoutPass(layoutDirection: layoutDirection, pixelsPerPoint: pixelsPerPoint)
  }
}
