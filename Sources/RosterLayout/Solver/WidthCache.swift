/// The content widths of a box at the last two heights for which they were computed. For a column
/// that wraps, one is its width at an unknown height, and the other that at its actual height.
struct WidthCache: Sendable {
  struct Entry: Sendable {
    /// The height; NaN if it is not known.
    var height = Double.nan
    var min = Double.nan
    var max = Double.nan

    @inline(__always)
    func holds(_ height: Double) -> Bool {
      self.height == height || self.height.isNaN && height.isNaN
    }

    @inline(__always)
    func width(_ kind: LayoutSolver.ContentWidth) -> Double { kind == .min ? min : max }

    @inline(__always)
    mutating func set(_ width: Double, _ kind: LayoutSolver.ContentWidth) {
      if kind == .min { min = width } else { max = width }
    }
  }

  /// The entry that was used last.
  private var first = Entry()
  private var second = Entry()

  /// Returns the width at a height; NaN if it is not known.
  @inline(__always)
  func width(_ kind: LayoutSolver.ContentWidth, height: Double) -> Double {
    if first.holds(height) { return first.width(kind) }
    if second.holds(height) { return second.width(kind) }
    return .nan
  }

  /// - Returns: The entry that was removed; `nil` if there was room.
  mutating func insert(
    _ width: Double, _ kind: LayoutSolver.ContentWidth, height: Double
  ) -> Entry? {
    if first.holds(height) {
      first.set(width, kind)
    } else if second.holds(height) {
      second.set(width, kind)
    } else {
      let last = second
      second = first
      first = Entry(height: height)
      first.set(width, kind)
      return last.min.isNaN && last.max.isNaN ? nil : last
    }
    return nil
  }
}
