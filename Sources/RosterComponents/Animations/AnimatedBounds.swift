/// A place and a size, in points.
public struct AnimatedBounds: Hashable, Sendable {
  /// The corner with the least *x* and *y*.
  public var origin: AnimatedPoint
  /// How wide it is.
  public var width: Double
  /// How high it is.
  public var height: Double

  /// Makes bounds of their parts.
  public init(origin: AnimatedPoint, width: Double, height: Double) {
    self.origin = origin
    self.width = width
    self.height = height
  }
}
