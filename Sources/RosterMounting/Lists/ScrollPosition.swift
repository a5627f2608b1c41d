public import RosterCore

/// What a list at its start or end does when rows come or go.
public struct ScrollRules: Hashable, Sendable {
  /// What happens at the start of the list.
  public enum Top: Hashable, Sendable {
    /// The list stays at its start, so new rows there become visible.
    case stays
    /// The visible rows stay where they are, and new rows stand before them.
    case keepsRows
  }

  /// What happens at the start of the list.
  public var top: Top
  /// Whether a list that is at its end stays there, as for a chat or a log.
  public var followsEnd: Bool

  /// Makes rules.
  public init(top: Top = .stays, followsEnd: Bool = false) {
    self.top = top
    self.followsEnd = followsEnd
  }
}

/// What stays where it is on the screen while a list changes.
public enum ScrollHold: Hashable, Sendable {
  /// The start of the list.
  case start
  /// The end of the list.
  case end
  /// A row, which begins this far behind the start of the visible part; a negative distance if it
  /// begins before.
  case row(TreePlace, distance: Double)
}

/// Where a row is to be after scrolling to it.
public enum ScrollAlignment: Hashable, Sendable {
  /// At the start of the visible part, behind a header that sticks there.
  case start
  /// In the middle of it.
  case center
  /// At its end.
  case end
  /// Wherever it is visible with the least scrolling.
  case nearest
}

/// The visible part of a list's content.
///
/// Before a change, ``hold(in:rules:preferring:)`` finds what is to stay where it is. After the
/// change, the caller finds out where that row begins now, and ``offset(keeping:at:in:)`` returns
/// the offset at which it has not moved on the screen.
public struct ScrollPosition: Hashable, Sendable {
  /// Where the visible part begins, in points from the start of the content.
  public var offset: Double
  /// Its length, in points.
  public var length: Double

  /// Makes a position.
  public init(offset: Double, length: Double) {
    self.offset = offset
    self.length = length
  }

  /// Returns the offset at the end of the list.
  public func offsetMax(in extents: some RowExtents) -> Double { max(0, extents.length - length) }

  /// Returns the nearest offset at which only content is visible.
  public func clamped(_ offset: Double, in extents: some RowExtents) -> Double {
    // A comparison with NaN is false.
    offset > 0 ? min(offset, offsetMax(in: extents)) : 0
  }

  /// Returns what stays where it is when the list changes: the start or the end, if the list is
  /// there and a rule says so; else the row that `preferred` names, if it is visible; else the
  /// first visible item, or the first visible header or footer if no item is visible.
  ///
  /// - Complexity: That of `extents`, for the visible rows.
  public func hold(
    in extents: some RowExtents, rules: ScrollRules, preferring preferred: TreePlace? = nil
  ) -> ScrollHold {
    // Half a point, so that a host that rounds offsets still is at the end.
    if rules.followsEnd, offset >= offsetMax(in: extents) - 0.5 { return .end }
    if rules.top == .stays, offset <= 0 { return .start }
    let offset = clamped(offset, in: extents)
    let visible = extents.spans(from: offset, to: offset + length)
    let held =
      visible.first { $0.place == preferred } ?? visible.first { $0.place.path != nil }
      ?? visible.first
    return held.map { .row($0.place, distance: $0.start - self.offset) } ?? .start
  }

  /// Returns the offset at which what was held is where it was on the screen, as far as the content
  /// reaches.
  ///
  /// - Parameters:
  ///   - hold: What was held before the change.
  ///   - point: Where the held row begins now; `nil` to stay at the same offset.
  ///   - extents: Where all rows stand now.
  public func offset(
    keeping hold: ScrollHold, at point: Double?, in extents: some RowExtents
  ) -> Double {
    switch hold {
    case .start: 0
    case .end: offsetMax(in: extents)
    case .row(_, let distance): clamped(point.map { $0 - distance } ?? offset, in: extents)
    }
  }

  /// Returns the offset at which a row is visible; `nil` if there is none at the place.
  ///
  /// - Parameters:
  ///   - place: The place of the row.
  ///   - alignment: Where in the visible part the row is to be. A row that is longer than the
  ///     visible part is aligned at its start, or left where it is if it already fills the part and
  ///     the alignment is `nearest`.
  ///   - extents: Where all rows stand.
  ///   - sticksHeaders: Whether the header of the row's section covers the start of the visible
  ///     part.
  public func offset(
    showing place: TreePlace, _ alignment: ScrollAlignment, in extents: some RowExtents,
    sticksHeaders: Bool = false
  ) -> Double? {
    guard let row = extents.span(at: place) else { return nil }
    var covered = 0.0
    let header = TreePlace.supplement(.header, ofSection: place.section)
    if sticksHeaders, place != header { covered = extents.span(at: header)?.length ?? 0 }
    covered = max(0, min(covered, length - row.length))
    let (atStart, atEnd) = (row.start - covered, row.end - length)
    let sought =
      switch alignment {
      case .start: atStart
      case .center: (atStart + atEnd) / 2
      case .end: atEnd
      case .nearest: min(max(offset, min(atStart, atEnd)), max(atStart, atEnd))
      }
    let isTooLong = row.length > length && alignment != .nearest
    return clamped(isTooLong ? row.start : sought, in: extents)
  }
}
