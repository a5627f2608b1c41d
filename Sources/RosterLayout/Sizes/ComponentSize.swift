/// A requested size, whose percentages are not resolved yet.
///
/// The layout rules other than flexbox use it. As in CSS, a minimum wins over a maximum, and a
/// maximum over a width or a height. Lengths that follow from content (`.minContent` and the like)
/// count as `.auto`.
public struct ComponentSize: Hashable, Sendable {
  /// The width; with `.auto` the range decides.
  public var width: LayoutLength
  /// The height; with `.auto` the range decides.
  public var height: LayoutLength
  /// The minimum width; `.auto` for 0.
  public var minWidth: LayoutLength
  /// The minimum height; `.auto` for 0.
  public var minHeight: LayoutLength
  /// The maximum width; `.auto` for none.
  public var maxWidth: LayoutLength
  /// The maximum height; `.auto` for none.
  public var maxHeight: LayoutLength

  /// Makes a size; every default is `.auto`.
  public init(
    width: LayoutLength = .auto, height: LayoutLength = .auto, minWidth: LayoutLength = .auto,
    minHeight: LayoutLength = .auto, maxWidth: LayoutLength = .auto, maxHeight: LayoutLength = .auto
  ) {
    self.width = width
    self.height = height
    self.minWidth = minWidth
    self.minHeight = minHeight
    self.maxWidth = maxWidth
    self.maxHeight = maxHeight
  }

  /// Returns the range of sizes in a parent of some size.
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
  /// - Parameter parentSize: The size that percentages refer to; see ``LayoutLength/resolved(in:)``.
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

/// The range of lengths along one axis.
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
