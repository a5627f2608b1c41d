/// The size that something asks for, before it is known what its percentages refer to.
///
/// It is what the layout rules beside flexbox go by. As in CSS a minimum counts for more than a
/// maximum, and a maximum for more than a width or a height. What follows from content
/// (`.minContent` and the like) counts as `.auto`.
public struct ComponentSize: Hashable, Sendable {
  /// The width; `.auto` leaves it to the range.
  public var width: Dimension
  /// The height; `.auto` leaves it to the range.
  public var height: Dimension
  /// The least width; `.auto` for 0.
  public var minWidth: Dimension
  /// The least height; `.auto` for 0.
  public var minHeight: Dimension
  /// The largest width; `.auto` for none.
  public var maxWidth: Dimension
  /// The largest height; `.auto` for none.
  public var maxHeight: Dimension

  /// Makes a size; what is left out is `.auto`.
  public init(
    width: Dimension = .auto, height: Dimension = .auto, minWidth: Dimension = .auto,
    minHeight: Dimension = .auto, maxWidth: Dimension = .auto, maxHeight: Dimension = .auto
  ) {
    self.width = width
    self.height = height
    self.minWidth = minWidth
    self.minHeight = minHeight
    self.maxWidth = maxWidth
    self.maxHeight = maxHeight
  }

  /// The sizes that are meant, in a parent of some size.
  ///
  /// Along each axis:
  ///
  ///     a maximum that is not above the minimum     the minimum
  ///     no width, or one that is not finite         from the minimum to the maximum
  ///     a width beyond one of the two               that one
  ///     otherwise                                   the width
  ///
  /// A minimum that is negative or not finite counts as 0.
  ///
  /// - Parameter parentSize: What percentages refer to; see ``Dimension/resolved(in:)``.
  public func resolved(in parentSize: ParentSize) -> SizeRange {
    let horizontal = LengthRange(
      width.resolved(in: parentSize.width), min: minWidth.resolved(in: parentSize.width),
      max: maxWidth.resolved(in: parentSize.width))
    let vertical = LengthRange(
      height.resolved(in: parentSize.height), min: minHeight.resolved(in: parentSize.height),
      max: maxHeight.resolved(in: parentSize.height))
    return SizeRange(
      min: Size(width: horizontal.min, height: vertical.min),
      max: Size(width: horizontal.max, height: vertical.max))
  }
}

/// The lengths that a size means along one axis.
private struct LengthRange {
  let min: Double
  let max: Double

  init(_ exact: Double?, min: Double?, max: Double?) {
    let least = min.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } ?? 0
    let most = max ?? .infinity
    guard most > least else {
      (self.min, self.max) = (least, least)
      return
    }
    if let exact, exact.isFinite {
      let length = Swift.min(Swift.max(exact, least), most)
      (self.min, self.max) = (length, length)
    } else {
      (self.min, self.max) = (least, most)
    }
  }
}
