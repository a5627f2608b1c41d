/// A place, in points: to the right of and below an origin.
public struct Point: Hashable, Sendable {
  /// How far to the right.
  public var x: Double
  /// How far down.
  public var y: Double

  /// Makes a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)
}
