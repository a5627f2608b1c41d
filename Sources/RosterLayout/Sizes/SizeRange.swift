/// The sizes that a box may have, from a minimum to a maximum.
///
/// The minimum is finite and at least 0. The maximum may be infinite and is at least the minimum.
public struct SizeRange: Hashable, Sendable {
  /// The minimum width and height.
  public let min: Size
  /// The maximum width and height.
  public let max: Size

  /// Makes a range. NaN and negative lengths count as 0, and a maximum below the minimum counts as
  /// the minimum.
  public init(min: Size = .zero, max: Size = Size(width: .infinity, height: .infinity)) {
    let width = Self.bounds(min.width, max.width)
    let height = Self.bounds(min.height, max.height)
    self.min = Size(width: width.min, height: height.min)
    self.max = Size(width: width.max, height: height.max)
  }

  /// Makes a range of one size.
  public init(exactly size: Size) { self.init(min: size, max: size) }

  private static func bounds(_ min: Double, _ max: Double) -> (min: Double, max: Double) {
    let least = min.isFinite && min > 0 ? min : 0
    return (least, max > least ? max : least)
  }
}
