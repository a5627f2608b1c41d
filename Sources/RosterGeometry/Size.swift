/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  /// The width in points.
  public var width: Double
  /// The height in points.
  public var height: Double

  /// Makes a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size without width and height.
  public static let zero = Size(width: 0, height: 0)
}

/// A position in points, relative to an origin.
public struct Point: Hashable, Sendable {
  /// The distance to the right.
  public var x: Double
  /// The distance downwards.
  public var y: Double

  /// Makes a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)
}

/// A set of axes.
public struct Axes: OptionSet, Hashable, Sendable {
  /// A bit for each axis.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The axis from left to right.
  public static let horizontal = Axes(rawValue: 1)
  /// The axis from top to bottom.
  public static let vertical = Axes(rawValue: 2)
  /// Both axes.
  public static let both: Axes = [.horizontal, .vertical]
}

/// The direction in which a list scrolls, and in which its items follow each other.
public enum ScrollAxis: Hashable, Sendable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical

  /// Returns the length of a size along the axis.
  public func extent(of size: Size) -> Double {
    switch self {
    case .horizontal: size.width
    case .vertical: size.height
    }
  }

  /// Returns the length of a size across the axis.
  public func breadth(of size: Size) -> Double {
    switch self {
    case .horizontal: size.height
    case .vertical: size.width
    }
  }
}
