/// How high a line of text is.
public struct LineMetrics: Hashable, Sendable {
  /// The distance from one line to the next.
  public var height: Double
  /// Where text stands in its line, from the top.
  public var baseline: Double

  /// Makes metrics; what is not a finite length of at least 0 counts as 0.
  public init(height: Double, baseline: Double) {
    self.height = height.isFinite ? max(0, height) : 0
    self.baseline = baseline.isFinite ? max(0, baseline) : 0
  }
}
