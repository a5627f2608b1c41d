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

extension SizeRange {
  /// Returns the size of the range that is nearest to another size. NaN counts as the minimum.
  public func clamping(_ size: Size) -> Size {
    Size(
      width: Self.clamped(size.width, min.width, max.width),
      height: Self.clamped(size.height, min.height, max.height))
  }

  /// Returns the sizes that are in both ranges.
  ///
  /// If both ranges have no common length along an axis, this range wins: the result is the length
  /// of this range that is nearest to the other range.
  ///
  ///     0…100 and 50…200    50…100
  ///     0…100 and 150…200   100
  ///     50…100 and 0…30     50
  public func intersection(_ other: SizeRange) -> SizeRange {
    let lower = clamping(other.min)
    let upper = clamping(other.max)
    return SizeRange(min: lower, max: upper)
  }

  private static func clamped(_ length: Double, _ min: Double, _ max: Double) -> Double {
    length > min ? Swift.min(length, max) : min
  }
}

/// The size that percentages refer to: that of the parent, as far as it is known while the children
/// are laid out.
public struct ParentSize: Hashable, Sendable {
  /// The width; `nil` if it follows from the children.
  public var width: Double?
  /// The height; `nil` if it follows from the children.
  public var height: Double?

  /// Makes a size of the known lengths.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}

extension SizeRange {
  /// The size that percentages refer to in a box with this range: the maximum, as far as it is
  /// finite.
  public var parentSize: ParentSize {
    ParentSize(
      width: max.width.isFinite ? max.width : nil,
      height: max.height.isFinite ? max.height : nil)
  }
}

extension ParentSize {
  /// Makes a parent size with a known width and height.
  public init(_ size: Size) { self.init(width: size.width, height: size.height) }
}

/// The sizes that an item may have in an area of a given size.
public enum SizeRangeProvider: Hashable, Sendable, CaseIterable {
  /// Exactly the size of the area.
  case none
  /// Any width, with the height of the area.
  case flexibleWidth
  /// Any height, with the width of the area, as in a list that scrolls vertically.
  case flexibleHeight
  /// Any size.
  case flexibleWidthAndHeight
  /// Any size up to that of the area.
  case fitContent

  /// Returns the range of sizes for an area.
  public func range(for area: Size) -> SizeRange {
    switch self {
    case .none: SizeRange(exactly: area)
    case .flexibleWidth:
      SizeRange(
        min: Size(width: 0, height: area.height),
        max: Size(width: .infinity, height: area.height))
    case .flexibleHeight:
      SizeRange(
        min: Size(width: area.width, height: 0),
        max: Size(width: area.width, height: .infinity))
    case .flexibleWidthAndHeight: SizeRange()
    case .fitContent: SizeRange(max: area)
    }
  }
}
