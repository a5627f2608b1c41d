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
