/// The heights of some content at the last few widths at which it was measured.
struct HeightCache: Sendable {
  struct Entry: Sendable {
    var width = Double.nan
    var limit = 0.0
    var heightIsGiven = false
    var height = 0.0

    @inline(__always)
    func holds(_ width: Double, _ limit: Double, _ heightIsGiven: Bool) -> Bool {
      self.width == width && self.limit == limit && self.heightIsGiven == heightIsGiven
    }
  }

  private var first = Entry()
  private var second = Entry()
  private var third = Entry()

  /// Returns the height at a width, with lines up to a limit; NaN if it is not known.
  @inline(__always)
  func height(width: Double, limit: Double, heightIsGiven: Bool = false) -> Double {
    if first.holds(width, limit, heightIsGiven) { return first.height }
    if second.holds(width, limit, heightIsGiven) { return second.height }
    if third.holds(width, limit, heightIsGiven) { return third.height }
    return .nan
  }

  /// - Returns: The entry that was removed; `nil` if there was room.
  mutating func insert(
    _ height: Double, width: Double, limit: Double, heightIsGiven: Bool = false
  ) -> Entry? {
    let last = third
    third = second
    second = first
    first = Entry(width: width, limit: limit, heightIsGiven: heightIsGiven, height: height)
    return last.width.isNaN ? nil : last
  }
}
