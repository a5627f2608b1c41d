public import RosterCore
public import RosterLayout

/// What is visible of a list whose items, with the headers and footers of their sections, stand one
/// after the other along an axis.
public struct Viewport: Hashable, Sendable {
  /// Along which items follow each other.
  public enum Axis: Hashable, Sendable {
    /// From left to right.
    case horizontal
    /// From top to bottom.
    case vertical

    /// How much of the axis a size takes.
    public func extent(of size: Size) -> Double {
      switch self {
      case .horizontal: size.width
      case .vertical: size.height
      }
    }
  }

  /// Along which items follow each other.
  public var axis: Axis
  /// The item from whose start on the offset counts; from the start of the list if `nil`, which is
  /// where the first header begins.
  ///
  /// A viewport by an item stays with the item, whatever comes, goes or gets another size before it.
  public var anchor: ItemID?
  /// Where the visible part begins, in points.
  public var offset: Double
  /// How long the visible part is, in points.
  public var length: Double

  /// Makes a viewport.
  public init(
    _ axis: Axis = .vertical, anchor: ItemID? = nil, offset: Double, length: Double
  ) {
    self.axis = axis
    self.anchor = anchor
    self.offset = offset
    self.length = length
  }

  /// Where the visible part ends.
  public var end: Double { offset + length }

  /// How much of the axis a size takes.
  public func extent(of size: Size) -> Double { axis.extent(of: size) }
}
