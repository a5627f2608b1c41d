/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  /// How wide, in points.
  public var width: Double
  /// How high, in points.
  public var height: Double

  /// Makes a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No width and no height.
  public static let zero = Size(width: 0, height: 0)
}
