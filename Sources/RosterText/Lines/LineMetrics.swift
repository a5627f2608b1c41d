/// The height of a line of text.
public struct LineMetrics: Hashable, Sendable {
  /// The distance from one line to the next.
  public var height: Double
  /// The baseline of the text in its line, from the top.
  public var baseline: Double

  /// Makes metrics. Lengths that are negative or not finite count as 0.
  public init(height: Double, baseline: Double) {
    self.height = height.isFinite ? max(0, height) : 0
    self.baseline = baseline.isFinite ? max(0, baseline) : 0
  }
}
