public import RosterCore

/// Decides which rows of a list have views.
///
///     content  H 0 1 2 3 4 5 6 7 8      offset at 4, length of three rows, one row before and after
///     visible          |4 5 6|
///     window   H     3 |4 5 6| 7        the header sticks
public struct ListWindow: Hashable, Sendable {
  /// Where the visible part begins, in points from the start of the content.
  public var offset: Double
  /// The length of the visible part, in points.
  public var length: Double
  /// How far before the visible part rows have views, in points.
  public var overscanBefore: Double
  /// How far behind the visible part rows have views, in points.
  public var overscanAfter: Double
  /// Whether a header stays visible as long as its section is.
  public var sticksHeaders: Bool

  /// Makes a window.
  public init(
    offset: Double, length: Double, overscanBefore: Double = 0, overscanAfter: Double = 0,
    sticksHeaders: Bool = false
  ) {
    self.offset = offset
    self.length = length
    self.overscanBefore = overscanBefore
    self.overscanAfter = overscanAfter
    self.sticksHeaders = sticksHeaders
  }

  /// Returns the rows that have views, ascending by place.
  ///
  /// - Parameters:
  ///   - extents: Where all rows stand.
  ///   - kept: The places of rows that have views wherever they stand, such as the row with the
  ///     focus. Those that do not exist are ignored.
  /// - Complexity: That of `extents`, for the rows in the window and those kept.
  public func rows(in extents: some RowExtents, keeping kept: [TreePlace] = []) -> [RowSpan] {
    var rows = extents.spans(from: offset - overscanBefore, to: offset + length + overscanAfter)
    var others = kept
    if sticksHeaders, let first = rows.first {
      others.append(.supplement(.header, ofSection: first.place.section))
    }
    for place in others where !rows.contains(where: { $0.place == place }) {
      guard let span = extents.span(at: place) else { continue }
      rows.insert(span, at: rows.firstIndex { $0.place > place } ?? rows.count)
    }
    if sticksHeaders { Self.stick(&rows, in: extents) }
    return rows
  }

  private static func stick(_ rows: inout [RowSpan], in extents: some RowExtents) {
    for index in rows.indices {
      if case .supplement(.header, let section) = rows[index].place {
        rows[index].stickyEnd = extents.end(ofSection: section)
      }
    }
  }

  /// Returns which of some rows are visible: those of which any part is in the visible part, and
  /// headers that stick there.
  public func isVisible(_ row: RowSpan) -> Bool {
    let end = row.stickyEnd ?? row.end
    return row.length > 0 && row.start < offset + length && end > offset
  }
}
