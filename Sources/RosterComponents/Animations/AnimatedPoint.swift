/// A position or a distance in points; *y* grows downwards.
public struct AnimatedPoint: Hashable, Sendable {
  /// The horizontal part.
  public var x: Double
  /// The vertical part.
  public var y: Double

  /// Makes a point of its parts.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
