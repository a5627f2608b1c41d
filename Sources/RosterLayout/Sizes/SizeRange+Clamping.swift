extension SizeRange {
  /// Returns the size of the range that is nearest to another size. NaN counts as the minimum.
  public func clamping(_ size: Size) -> Size {
    Size(
      width: Self.clamped(size.width, min.width, max.width),
      height: Self.clamped(size.height, min.height, max.height))
  }

  /// Returns the sizes that are in both ranges.
  ///
  /// If both ranges have no common length along an axis, this range wins: the result is the length
  /// of this range that is nearest to the other range.
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
