extension Dimension {
  /// The length in points, `nil` for one that follows from something else.
  ///
  /// A percentage is that of the length of the parent, rounded to a whole point, half away from
  /// zero, and `nil` if that length is not known or not finite. NaN is `nil`, and so are the lengths
  /// that follow from content, which only flexbox knows.
  ///
  /// Flexbox does not use this. A browser resolves a percentage to a fraction of a point, and rounds
  /// edges to pixels when everything has its place. Here a component's size is rounded at once, so
  /// that what is within it is laid out in whole points, as other layout rules expect.
  ///
  /// - Parameter parentLength: What a percentage refers to, `nil` if that is not known.
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
