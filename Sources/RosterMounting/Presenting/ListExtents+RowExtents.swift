public import RosterCore
public import RosterEngine
internal import RosterLayout

/// Where the rows of a data source stand, for those who decide which of them have views.
extension ListExtents: RowExtents {
  /// Returns where an item, header or footer stands; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*).
  public func span(at place: TreePlace) -> RowSpan? {
    switch place {
    case .item(let path):
      guard let start = offset(of: path), let length = extent(of: path) else { return nil }
      return RowSpan(place, start: start, length: length)
    case .supplement(let kind, let section):
      guard let start = offset(of: kind, ofSection: section),
        let length = extent(of: kind, ofSection: section), length > 0
      else { return nil }
      return RowSpan(place, start: start, length: length)
    }
  }

  /// Returns the items, headers and footers of which any part lies between two points, ascending by
  /// place.
  ///
  /// - Complexity: O(log *n* + *m* log *n*) for *m* of them.
  public func spans(from start: Double, to end: Double) -> [RowSpan] {
    places(from: start, to: end).compactMap(span(at:))
  }

  /// Returns where a section ends; `nil` if it does not exist.
  ///
  /// - Complexity: O(log *n*).
  public func end(ofSection section: Int) -> Double? {
    guard let footer = offset(of: .footer, ofSection: section) else { return nil }
    return footer + (extent(of: .footer, ofSection: section) ?? 0)
  }
}
