internal import RosterCore
internal import RosterEngine
internal import RosterLayout

/// Where the rows of a list stand if some sections are arranged otherwise than one row behind the other.
///
/// The extents of the list know all items in a row. Here the first sections may be grids, or take no room;
/// what stands behind them moves by as much:
///
///     extents    H 0 1 2 3 4 F   H 0 1       grid of two columns, and the second section hidden
///     arranged   H 0 2 4 F
///                  1 3
///
/// - Complexity: A call costs O(log *n*) for each section that has an arrangement, besides its result.
struct ArrangedExtents {
  /// The extents of the list.
  private(set) var list: ListExtents
  /// How the first sections are arranged; those behind are rows.
  var arrangements: [SectionArrangement]

  init(_ list: ListExtents, _ arrangements: [SectionArrangement]) {
    (self.list, self.arrangements) = (list, arrangements)
  }

  var state: ListState { list.state }

  /// The number of items that are shown.
  var itemCount: Int {
    arrangements.indices.reduce(state.itemCount) { count, section in
      arrangements[section] == .hidden ? count - state.itemCount(inSection: section) : count
    }
  }

  /// Returns the extents after a batch.
  func following<Model, SectionModel, Output>(
    _ batch: ListBatch<Model, SectionModel, Output>
  ) -> ArrangedExtents { ArrangedExtents(list.following(batch), arrangements) }

  /// Records the sizes of outputs; see ``ListExtents/measure(_:)``.
  mutating func measure(_ outputs: [(place: TreePlace, size: Size?, exists: Bool)]) {
    list.measure(outputs)
  }

  // MARK: Sections

  private func arrangement(ofSection section: Int) -> SectionArrangement {
    arrangements.indices.contains(section) ? arrangements[section] : .rows
  }

  /// How much longer the items of a section are than in the extents of the list, which may be less.
  private func growth(ofSection section: Int) -> Double {
    guard section >= 0, section < state.sectionCount else { return 0 }
    switch arrangement(ofSection: section) {
    case .rows: return 0
    case .hidden: return -list.extent(ofSection: section)
    case .grid(let columns, let length):
      let lines = Line.count(of: state.itemCount(inSection: section), columns: columns)
      return Double(lines) * Self.sound(length) - list.span(ofSection: section).length
    }
  }

  /// How far a section begins behind where the extents of the list have it.
  private func shift(ofSection section: Int) -> Double {
    arrangements.indices.prefix(max(0, section)).reduce(0) { $0 + growth(ofSection: $1) }
  }

  private static func sound(_ length: Double) -> Double {
    length.isFinite ? max(0, length) : 0
  }

  /// Where an item stands in a grid.
  private struct Line {
    let index: Int
    let column: RowColumn

    init(ofItem item: Int, columns: Int) {
      let columns = max(1, columns)
      index = item / columns
      column = RowColumn(index: item % columns, count: columns)
    }

    static func count(of itemCount: Int, columns: Int) -> Int {
      itemCount == 0 ? 0 : Line(ofItem: itemCount - 1, columns: columns).index + 1
    }
  }

  /// Returns where a row begins, or would begin if its section had such a header or footer; `nil` if it is
  /// not shown.
  func start(of place: TreePlace) -> Double? {
    if let span = span(at: place) { return span.start }
    guard case .supplement(let kind, let section) = place,
      arrangement(ofSection: section) != .hidden
    else { return nil }
    return offset(of: kind, ofSection: section)
  }

  private func offset(of kind: SupplementKind, ofSection section: Int) -> Double? {
    let growth = kind == .footer ? growth(ofSection: section) : 0
    return list.offset(of: kind, ofSection: section).map { $0 + shift(ofSection: section) + growth }
  }
}

extension ArrangedExtents: RowExtents {
  var axis: ScrollAxis { list.axis }

  var length: Double { list.length + shift(ofSection: arrangements.count) }

  func span(at place: TreePlace) -> RowSpan? {
    let section = place.section
    guard var span = list.span(at: place) else { return nil }
    switch (arrangement(ofSection: section), place) {
    case (.hidden, _): return nil
    case (.rows, _): span.start += shift(ofSection: section)
    case (.grid, .supplement(let kind, _)):
      span.start = offset(of: kind, ofSection: section) ?? span.start
    case (.grid(let columns, let length), .item(let path)):
      let line = Line(ofItem: path.item, columns: columns)
      span.length = Self.sound(length)
      span.start =
        list.span(ofSection: section).start + shift(ofSection: section)
        + Double(line.index) * span.length
      span.column = line.column
    }
    return span
  }

  func spans(from start: Double, to end: Double) -> [RowSpan] {
    if arrangements.isEmpty { return list.spans(from: start, to: end) }
    var spans: [RowSpan] = []
    for section in arrangements.indices.prefix(state.sectionCount) {
      switch arrangement(ofSection: section) {
      case .hidden: continue
      case .rows: spans += rows(from: start, to: end) { $0 == section }
      case .grid(let columns, let length):
        spans += cells(
          ofSection: section, columns: columns, length: Self.sound(length), from: start, to: end)
      }
    }
    return spans + rows(from: start, to: end) { $0 >= arrangements.count }
  }

  /// Returns the rows of sections that are not grids.
  private func rows(
    from start: Double, to end: Double, ofSections isIn: (Int) -> Bool
  ) -> [RowSpan] {
    guard let first = (0...arrangements.count).first(where: isIn) else { return [] }
    let shift = shift(ofSection: first)
    return list.spans(from: start - shift, to: end - shift).filter { isIn($0.place.section) }
      .map { span in
        var span = span
        span.start += shift
        return span
      }
  }

  /// Returns the header, the items and the footer of a grid.
  private func cells(
    ofSection section: Int, columns: Int, length: Double, from start: Double, to end: Double
  ) -> [RowSpan] {
    let columns = max(1, columns)
    let count = state.itemCount(inSection: section)
    let first = list.span(ofSection: section).start + shift(ofSection: section)
    var items = 0..<0
    if length > 0, count > 0 {
      let lines = Double(Line.count(of: count, columns: columns))
      let firstLine = Int(min(max(0, ((start - first) / length).rounded(.down)), lines))
      let endLine = Int(min(max(0, ((end - first) / length).rounded(.up)), lines))
      let firstItem = min(count, firstLine * columns)
      items = firstItem..<max(firstItem, min(count, endLine * columns))
    }
    let places =
      [.supplement(.header, ofSection: section)]
      + items.map { TreePlace.item(ItemPath(section: section, item: $0)) }
      + [.supplement(.footer, ofSection: section)]
    return places.compactMap { span(at: $0) }.filter { $0.end > start && $0.start < end }
  }

  func end(ofSection section: Int) -> Double? {
    list.end(ofSection: section).map {
      $0 + shift(ofSection: section) + growth(ofSection: section)
    }
  }
}

/// Rows are dragged along the list; in a grid the place before and behind a line counts.
extension ArrangedExtents: ReorderGeometry {
  var sectionCount: Int { list.sectionCount }

  func itemCount(inSection section: Int) -> Int { list.itemCount(inSection: section) }

  func span(ofItemAt path: ItemPath) -> ReorderSpan {
    guard let span = span(at: .item(path)) else { return ReorderSpan(start: 0, length: 0) }
    return ReorderSpan(start: span.start, length: span.length)
  }

  func span(ofSection section: Int) -> ReorderSpan {
    let span = list.span(ofSection: section)
    return ReorderSpan(
      start: span.start + shift(ofSection: section),
      length: max(0, span.length + growth(ofSection: section)))
  }
}
