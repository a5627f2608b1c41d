/// A place and a size, in points.
public struct AnimatedBounds: Hashable, Sendable {
  /// The corner with the smallest *x* and *y*.
  public var origin: AnimatedPoint
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Makes bounds of their parts.
  public init(origin: AnimatedPoint, width: Double, height: Double) {
    self.origin = origin
    self.width = width
    self.height = height
  }
}
