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
