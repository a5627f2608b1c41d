/// The cells of the items of a grid (CSS Grid 2, section 8.5). Lines are counted from the first line
/// of the grid, which may be before those that the container names.
struct GridPlacement {
  /// An item, and the lines around it.
  struct Item {
    let box: Int
    var columns: Range<Int>
    var rows: Range<Int>
  }

  /// The lines along an axis.
  struct Axis {
    /// The number of tracks that the container names.
    var explicitCount: Int
    /// The number of tracks before them.
    var before = 0
    /// The number of all tracks.
    var count: Int
  }

  /// The tracks that the container names.
  let columnTemplate: GridTemplate
  let rowTemplate: GridTemplate
  private(set) var items: [Item] = []
  private(set) var columns: Axis
  private(set) var rows: Axis
  /// The areas of absolute boxes with lines of their own, by box.
  private(set) var absoluteAreas: [Int: (columns: Lines, rows: Lines)] = [:]

  /// The lines of an absolute box; `nil` for the edge of the grid.
  struct Lines {
    let start: Int?
    let end: Int?
  }

  /// The lines of an item along an axis before it is placed, from the first line that the container
  /// names.
  fileprivate struct Wish {
    var start: Int?
    var span: Int

    var end: Int? { start.map { $0 + span } }

    /// CSS Grid 2, sections 8.3 and 8.3.1.
    init(_ lines: GridLines, explicitCount: Int) {
      let first = Self.line(lines.start, explicitCount)
      let last = Self.line(lines.end, explicitCount)
      switch (first, last) {
      case (let first?, let last?):
        start = min(first, last)
        span = first == last ? 1 : abs(last - first)
      case (let first?, nil):
        span = lines.end.spanCount ?? 1
        start = first
      case (nil, let last?):
        span = lines.start.spanCount ?? 1
        start = last - span
      case (nil, nil):
        span = lines.start.spanCount ?? lines.end.spanCount ?? 1
      }
    }

    private static func line(_ line: GridLine, _ explicitCount: Int) -> Int? {
      line.lineNumber.map { $0 > 0 ? $0 - 1 : explicitCount + 1 + $0 }
    }
  }

  /// Places items.
  ///
  /// - Parameter boxes: The items with their lines, in order.
  init(
    _ boxes: [(box: Int, column: GridLines, row: GridLines)], columns columnTemplate: GridTemplate,
    rows rowTemplate: GridTemplate, flow: GridFlow, isDense: Bool
  ) {
    (self.columnTemplate, self.rowTemplate) = (columnTemplate, rowTemplate)
    let (columnCount, rowCount) = (columnTemplate.count, rowTemplate.count)
    columns = Axis(explicitCount: columnCount, count: columnCount)
    rows = Axis(explicitCount: rowCount, count: rowCount)
    // The algorithm is that for rows; columns are the same with both axes exchanged.
    let isRow = flow == .row
    var wishes = boxes.map { box in
      let column = Wish(box.column, explicitCount: columnCount)
      let row = Wish(box.row, explicitCount: rowCount)
      return isRow ? (minor: column, major: row) : (minor: row, major: column)
    }
    var minor = Axis.around(wishes.map(\.minor), isRow ? columnCount : rowCount)
    var major = Axis.around(wishes.map(\.major), isRow ? rowCount : columnCount)
    for index in wishes.indices {
      wishes[index].minor.start? += minor.before
      wishes[index].major.start? += major.before
    }
    let lines = Self.place(wishes, minorCount: minor.count, isDense: isDense)
    minor.include(lines.map(\.minor))
    major.include(lines.map(\.major))
    (columns, rows) = isRow ? (minor, major) : (major, minor)
    items = zip(boxes, lines).map { box, lines in
      Item(
        box: box.box, columns: isRow ? lines.minor : lines.major,
        rows: isRow ? lines.major : lines.minor)
    }
  }

  /// CSS Grid 2, section 9.1: finds the areas of absolute boxes. They make no tracks.
  mutating func placeAbsolute(
    _ boxes: [(box: Int, column: GridLines, row: GridLines)]
  ) {
    for box in boxes {
      absoluteAreas[box.box] = (Lines(box.column, columns), Lines(box.row, rows))
    }
  }

  /// Section 8.5: items with lines along both axes first, then those with a row, then the others in
  /// their order.
  private static func place(
    _ wishes: [(minor: Wish, major: Wish)], minorCount: Int, isDense: Bool
  ) -> [(minor: Range<Int>, major: Range<Int>)] {
    var cells = GridCells(minorCount: minorCount)
    var lines = wishes.map { wish in
      let (minor, major) = (wish.minor.start ?? 0, wish.major.start ?? 0)
      return (minor: minor..<minor + wish.minor.span, major: major..<major + wish.major.span)
    }
    for (index, wish) in wishes.enumerated() {
      if wish.minor.start != nil, wish.major.start != nil { cells.take(lines[index]) }
    }
    // Section 8.5, step 1: in a sparse grid these follow each other in their row.
    var cursors: [Int: Int] = [:]
    for (index, wish) in wishes.enumerated() where wish.minor.start == nil {
      guard let major = wish.major.start else { continue }
      let cursor = isDense ? 0 : cursors[major] ?? 0
      let start = cells.firstFree(
        in: major..<major + wish.major.span, span: wish.minor.span, from: cursor)
      lines[index].minor = start..<start + wish.minor.span
      cursors[major] = start + wish.minor.span
      cells.take(lines[index])
    }
    var cursor = GridCells.Cursor()
    for (index, wish) in wishes.enumerated() where wish.major.start == nil {
      lines[index] = cells.place(
        wish.minor.start, span: wish.minor.span, majorSpan: wish.major.span, &cursor,
        isDense: isDense)
      cells.take(lines[index])
    }
    return lines
  }
}

extension GridPlacement.Axis {
  /// Adds the tracks of all items. Without named tracks, a grid ends where its items do (not in CSS:
  /// what browsers do).
  fileprivate mutating func include(_ spans: [Range<Int>]) {
    count = spans.reduce(explicitCount > 0 ? count : 0) { max($0, $1.upperBound) }
  }

  /// The tracks that items with lines need, beside those that the container names; at least as many
  /// as the longest span.
  fileprivate static func around(
    _ wishes: [GridPlacement.Wish], _ explicitCount: Int
  ) -> GridPlacement.Axis {
    var (first, last) = (0, explicitCount)
    var longest = 0
    for wish in wishes {
      if let start = wish.start {
        first = min(first, start)
        last = max(last, start + wish.span)
      } else {
        longest = max(longest, wish.span)
      }
    }
    return GridPlacement.Axis(
      explicitCount: explicitCount, before: -first, count: max(last - first, longest))
  }
}

extension GridPlacement.Lines {
  fileprivate init(_ lines: GridLines, _ axis: GridPlacement.Axis) {
    let wish = GridPlacement.Wish(lines, explicitCount: axis.explicitCount)
    let isGiven = (lines.start.kind, lines.end.kind)
    var (start, end) = (wish.start, wish.end)
    switch isGiven {
    case (.line, .auto): end = nil
    case (.auto, .line): start = nil
    default: break
    }
    func existing(_ line: Int?) -> Int? {
      guard let line, (0...axis.count).contains(line + axis.before) else { return nil }
      return line + axis.before
    }
    self.init(start: existing(start), end: existing(end))
  }

  /// The lines that are given.
  var given: [Int] { [start, end].compactMap { $0 } }
}
