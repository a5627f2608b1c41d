/// The heights of a content at the last few widths at which it was measured.
struct HeightCache {
  private struct Entry {
    var width = Double.nan
    var limit = 0.0
    var height = 0.0
  }

  private var first = Entry()
  private var second = Entry()
  private var third = Entry()

  /// The height at a width, with lines of at most a limit; NaN if not known.
  @inline(__always)
  func height(width: Double, limit: Double) -> Double {
    if first.width == width && first.limit == limit { return first.height }
    if second.width == width && second.limit == limit { return second.height }
    if third.width == width && third.limit == limit { return third.height }
    return .nan
  }

  mutating func insert(_ height: Double, width: Double, limit: Double) {
    third = second
    second = first
    first = Entry(width: width, limit: limit, height: height)
  }
}
