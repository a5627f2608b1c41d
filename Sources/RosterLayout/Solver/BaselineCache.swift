/// The baseline of a box at the size at which it was last asked for.
struct BaselineCache: Sendable {
  private var width = Double.nan
  private var height = 0.0
  private var heightIsDefinite = false
  private var baseline = 0.0

  /// The baseline of a box of a size; NaN if not known.
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
