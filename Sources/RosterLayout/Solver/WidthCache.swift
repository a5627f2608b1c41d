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

/// The baseline of a box at the size for which it was last computed.
struct BaselineCache: Sendable {
  private var width = Double.nan
  private var height = 0.0
  private var heightIsDefinite = false
  private var baseline = 0.0

  /// Returns the baseline of a box of some size; NaN if it is not known.
  func baseline(width: Double, height: Double, heightIsDefinite: Bool) -> Double {
    self.width == width && self.height == height && self.heightIsDefinite == heightIsDefinite
      ? baseline : .nan
  }

  mutating func insert(
    _ baseline: Double, width: Double, height: Double, heightIsDefinite: Bool
  ) {
    self.width = width
    self.height = height
    self.heightIsDefinite = heightIsDefinite
    self.baseline = baseline
  }
}
