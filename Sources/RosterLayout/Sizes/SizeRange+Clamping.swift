extension SizeRange {
  /// The size of the range that is nearest to another; NaN is taken for the least.
  public func clamping(_ size: Size) -> Size {
    Size(
      width: Self.clamped(size.width, min.width, max.width),
      height: Self.clamped(size.height, min.height, max.height))
  }

  /// The sizes that are in both ranges.
  ///
  /// Where there are none along an axis, this range counts for more: it is the length of this range
  /// that is nearest to the other.
  ///
  ///     0…100 and 50…200    50…100
  ///     0…100 and 150…200   100
  ///     50…100 and 0…30     50
  public func intersection(_ other: SizeRange) -> SizeRange {
    let lower = clamping(other.min)
    let upper = clamping(other.max)
    return SizeRange(min: lower, max: upper)
  }

  private static func clamped(_ length: Double, _ min: Double, _ max: Double) -> Double {
    length > min ? Swift.min(length, max) : min
  }
}
