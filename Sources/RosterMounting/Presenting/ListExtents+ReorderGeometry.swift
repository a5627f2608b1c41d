public import RosterCore
public import RosterEngine

/// Where the rows of a data source stand, for a row that is dragged to another place.
extension ListExtents: ReorderGeometry {
  /// The number of sections.
  public var sectionCount: Int { state.sectionCount }

  /// Returns the number of items of a section that exists.
  public func itemCount(inSection section: Int) -> Int { state.itemCount(inSection: section) }

  /// Returns where an item that exists stands.
  ///
  /// - Complexity: O(log *n*).
  public func span(ofItemAt path: ItemPath) -> ReorderSpan {
    ReorderSpan(start: offset(of: path) ?? 0, length: extent(of: path) ?? 0)
  }

  /// Returns where the items of a section stand, between its header and its footer.
  ///
  /// - Complexity: O(log *n*).
  public func span(ofSection section: Int) -> ReorderSpan {
    let start = (offset(ofSection: section) ?? 0) + (extent(of: .header, ofSection: section) ?? 0)
    return ReorderSpan(start: start, length: (offset(of: .footer, ofSection: section) ?? 0) - start)
  }
}
