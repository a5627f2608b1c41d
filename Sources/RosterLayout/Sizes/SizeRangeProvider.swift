/// Which sizes something may have that is shown in an area of a given size.
public enum SizeRangeProvider: Hashable, Sendable, CaseIterable {
  /// Exactly that of the area.
  case none
  /// Any width, and the height of the area.
  case flexibleWidth
  /// The width of the area, and any height: a list that scrolls up and down.
  case flexibleHeight
  /// Any size.
  case flexibleWidthAndHeight
  /// Any size up to that of the area.
  case fitContent

  /// The sizes for an area.
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
