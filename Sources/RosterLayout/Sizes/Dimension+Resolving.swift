extension Dimension {
  /// Returns the length in points, `nil` if it follows from something else.
  ///
  /// A percentage is that of the parent's length, rounded to a whole point, half away from zero; it
  /// is `nil` if that length is unknown or infinite. The result is also `nil` for NaN, and for
  /// lengths that follow from content, which only flexbox can find.
  ///
  /// Flexbox does not use this method. A browser resolves a percentage to a fraction of a point,
  /// and rounds edges to pixels when all boxes have their places. Here a component's size is
  /// rounded immediately, so that its content is laid out in whole points, as other layout rules
  /// expect.
  ///
  /// - Parameter parentLength: The length that a percentage refers to, `nil` if it is unknown.
  public func resolved(in parentLength: Double?) -> Double? {
    switch self {
    case .points(let points): return points.isNaN ? nil : points
    case .percent(let percent):
      guard let parentLength, parentLength.isFinite else { return nil }
      let length = (percent / 100 * parentLength).rounded(.toNearestOrAwayFromZero)
      return length.isFinite ? length : nil
    case .auto, .minContent, .maxContent, .fitContent, .stretch: return nil
    }
  }
}
