public import RosterLayout

/// What is visible of a list whose items stand one after the other along an axis.
public struct Viewport: Hashable, Sendable {
  /// Along which items follow each other.
  public enum Axis: Hashable, Sendable {
    /// From left to right.
    case horizontal
    /// From top to bottom.
    case vertical
  }

  /// Along which items follow each other.
  public var axis: Axis
  /// Where the visible part begins, in points from the start of the first item.
  public var offset: Double
  /// How long the visible part is, in points.
  public var length: Double

  /// Makes a viewport.
  public init(_ axis: Axis = .vertical, offset: Double, length: Double) {
    self.axis = axis
    self.offset = offset
    self.length = length
  }

  /// Where the visible part ends.
  public var end: Double { offset + length }

  /// How much of the axis a size takes.
  public func extent(of size: Size) -> Double {
    switch axis {
    case .horizontal: size.width
    case .vertical: size.height
    }
  }
}
