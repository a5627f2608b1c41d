internal import RosterCore
internal import RosterEngine

/// The items that are visible, that have trees, and that may keep theirs. Indexes count through all
/// sections.
struct RangeWindow: Equatable {
  /// The items of which any part is visible.
  var visible: Range<Int>
  /// The items to build.
  var wanted: Range<Int>
  /// The places from the first to the last item of `wanted` and of what is visible. Headers and
  /// footers in these places are built.
  var places: Range<Int>
  /// The items that keep their trees once built: as far as the range reaches, and half as far
  /// again, in either direction.
  var kept: Range<Int>

  /// - Parameters:
  ///   - viewport: In points from the start of the list, without an anchor.
  ///   - isForward: Whether scrolling goes toward the end of the list.
  ///   - countMax: The maximum number of items to build. As many may be kept in either direction.
  init(
    _ range: WorkingRange, around viewport: Viewport, in index: ExtentIndex, isForward: Bool,
    countMax: Int
  ) {
    let found = index.items(from: viewport.offset, to: viewport.end)
    let first = found.isEmpty ? index.item(at: viewport.offset) : found.lowerBound
    visible = first..<first + min(found.count, countMax)
    let edges = Edges(viewport: viewport, index: index, visible: visible)
    let (before, behind) =
      isForward ? (range.behind, range.ahead) : (range.ahead, range.behind)
    let room = countMax - visible.count
    var below = visible.lowerBound - edges.first(reaching: before)
    var above = edges.end(reaching: behind) - visible.upperBound
    if isForward {
      above = min(above, room)
      below = min(below, room - above)
    } else {
      below = min(below, room)
      above = min(above, room - below)
    }
    wanted = visible.lowerBound - below..<visible.upperBound + above
    places = edges.places(of: wanted, reaching: before, behind)
    let margins = [range.ahead, range.behind].map { $0.withMargin(viewport.length) }
    let keptFirst = margins.map { edges.first(reaching: $0) }.min() ?? wanted.lowerBound
    let keptEnd = margins.map { edges.end(reaching: $0) }.max() ?? wanted.upperBound
    // Limited to existing items, even if more may be kept.
    let reach = min(countMax, index.count)
    kept =
      max(
        wanted.lowerBound - reach, min(wanted.lowerBound, keptFirst))..<min(
        wanted.upperBound + reach, max(wanted.upperBound, keptEnd))
  }

  /// How far a distance from what is visible reaches.
  private struct Edges {
    var viewport: Viewport
    var index: ExtentIndex
    var visible: Range<Int>

    func first(reaching reach: WorkingRange.Reach) -> Int {
      switch reach {
      case .items(let count): visible.lowerBound - min(count, visible.lowerBound)
      case .points(let points):
        min(visible.lowerBound, index.item(at: max(0, viewport.offset - points)))
      }
    }

    /// Returns the places between items, and those within a distance in points from what is
    /// visible.
    func places(
      of items: Range<Int>, reaching before: WorkingRange.Reach, _ behind: WorkingRange.Reach
    ) -> Range<Int> {
      var (start, end) = (viewport.offset, viewport.end)
      if case .points(let points) = before { start -= points }
      if case .points(let points) = behind { end += points }
      let near = index.places(from: start, to: end)
      if items.isEmpty { return near }
      let wanted = index.placesWithSupplements(of: items)
      if near.isEmpty { return wanted }
      return min(wanted.lowerBound, near.lowerBound)..<max(wanted.upperBound, near.upperBound)
    }

    func end(reaching reach: WorkingRange.Reach) -> Int {
      switch reach {
      case .items(let count):
        return visible.upperBound + min(count, index.count - visible.upperBound)
      case .points(let points):
        let found = index.items(from: viewport.offset, to: viewport.end + points)
        return found.isEmpty ? visible.upperBound : max(visible.upperBound, found.upperBound)
      }
    }
  }

  /// Returns the items to build in the order of need: what is visible, then in the direction of
  /// scrolling, then in the other direction, the nearest first.
  func order(isForward: Bool) -> [Int] {
    let behind = Array(visible.upperBound..<wanted.upperBound)
    let before = Array((wanted.lowerBound..<visible.lowerBound).reversed())
    return Array(visible) + (isForward ? behind + before : before + behind)
  }
}

extension WorkingRange.Reach {
  /// Returns the reach extended by half, and at least by 4 items or a quarter of the viewport.
  fileprivate func withMargin(_ viewportLength: Double) -> Self {
    switch self {
    case .items(let count):
      // A reach without limit stays as it is.
      .items(count > Int.max / 2 ? .max : count + max(count / 2, 4))
    case .points(let points): .points(points + max(points / 2, viewportLength / 4))
    }
  }
}
