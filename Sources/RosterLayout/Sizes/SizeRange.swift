/// The sizes that something may have, from a smallest to a largest one.
///
/// What is least is finite and at least 0; what is most may be infinite and is at least what is least.
public struct SizeRange: Hashable, Sendable {
  /// The smallest width and the smallest height.
  public let min: Size
  /// The largest width and the largest height.
  public let max: Size

  /// Makes a range; NaN and negative lengths count as 0, and a maximum below the minimum as the
  /// minimum.
  public init(min: Size = .zero, max: Size = Size(width: .infinity, height: .infinity)) {
    let width = Self.bounds(min.width, max.width)
    let height = Self.bounds(min.height, max.height)
    self.min = Size(width: width.min, height: height.min)
    self.max = Size(width: width.max, height: height.max)
  }

  /// A range of one size.
  public init(exactly size: Size) { self.init(min: size, max: size) }

  private static func bounds(_ min: Double, _ max: Double) -> (min: Double, max: Double) {
    let least = min.isFinite && min > 0 ? min : 0
    return (least, max > least ? max : least)
  }
}
