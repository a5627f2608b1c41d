/// Puts children below each other in columns of one width, each into the column that is the shortest
/// then, as photos of different heights stand on a wall. Of several shortest columns the first counts.
///
///     ┌─────┐┌─────┐┌─────┐
///     │  0  ││  1  ││  2  │
///     └─────┘│     │└─────┘
///     ┌─────┐│     │┌─────┐
///     │  3  │└─────┘│  4  │
///     └─────┘┌─────┐└─────┘
///            │  5  │
///            └─────┘
///
/// The whole takes all available width. Without a maximum width, it is as wide as its columns, each as
/// wide as its minimum, or as the widest child if that has none.
public struct MasonryRule: LayoutRule, Hashable {
  /// The number of columns.
  public enum Columns: Hashable, Sendable {
    /// A number of columns, from 1 to ``GridLine/limit``.
    case count(Int)
    /// As many columns as there is room for, each at least this wide; at least one.
    case minWidth(Double)
  }

  /// The number of columns.
  public var columns: Columns
  /// The gap between columns. A gap that is negative or not finite counts as 0.
  public var columnGap: Double
  /// The gap between children of a column.
  public var rowGap: Double
  /// Whether the first column is the one on the right.
  public var isFromRight: Bool

  /// Makes a rule.
  public init(
    _ columns: Columns, columnGap: Double = 0, rowGap: Double = 0, isFromRight: Bool = false
  ) {
    self.columns = columns
    self.columnGap = columnGap
    self.rowGap = rowGap
    self.isFromRight = isFromRight
  }

  /// Gives each child the width of a column, and places it into the shortest one.
  ///
  /// - Complexity: O(*n* log *c*), where *n* is the number of children and *c* that of columns, and
  ///   that of laying out the children.
  public func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    let gap = GridBreadth.valid(columnGap)
    let (count, width) = columns(children, in: range, gap: gap)
    let whole = range.clamping(
      Size(width: Double(count) * (width + gap) - gap, height: 0)
    ).width
    var ends = ShortestColumns(count: min(count, max(children.count, 1)))
    var placed: [RuleLayout.PlacedChild] = []
    placed.reserveCapacity(children.count)
    var height = 0.0
    for index in 0..<children.count {
      let child = children.layout(
        index,
        in: SizeRange(
          min: Size(width: width, height: 0), max: Size(width: width, height: .infinity)),
        parentSize: ParentSize(width: width))
      let (column, top) = ends.shortest
      let left = Double(column) * (width + gap)
      placed.append(
        .init(
          index: index, position: Point(x: isFromRight ? whole - left - width : left, y: top),
          layout: child))
      height = max(height, top + child.size.height)
      ends.extendShortest(to: top + child.size.height + GridBreadth.valid(rowGap))
    }
    return RuleLayout(
      size: range.clamping(Size(width: whole, height: height)), children: placed)
  }

  /// The number of columns and their width.
  private func columns(
    _ children: LayoutChildren, in range: SizeRange, gap: Double
  ) -> (count: Int, width: Double) {
    let room = range.max.width.isFinite ? range.max.width : range.min.width
    let hasRoom = range.max.width.isFinite || range.min.width > 0
    switch columns {
    case .count(let count):
      let count = max(1, min(count, GridLine.limit))
      guard hasRoom else { return (count, widest(children)) }
      return (count, max((room + gap) / Double(count) - gap, 0))
    case .minWidth(let least):
      let least = max(GridBreadth.valid(least), 1)
      guard hasRoom else { return (max(1, min(children.count, GridLine.limit)), least) }
      let fitting = ((room + gap) / (least + gap)).rounded(.down)
      let count = Int(max(1, min(fitting, Double(GridLine.limit))))
      return (count, max((room + gap) / Double(count) - gap, 0))
    }
  }

  private func widest(_ children: LayoutChildren) -> Double {
    (0..<children.count).reduce(0) { widest, index in
      max(widest, children.layout(index, in: SizeRange(), parentSize: ParentSize()).size.width)
    }
  }
}

/// Columns in a heap, the shortest one first.
private struct ShortestColumns {
  private var heap: [(column: Int, end: Double)]

  init(count: Int) { heap = (0..<count).map { ($0, 0) } }

  var shortest: (column: Int, end: Double) { heap[0] }

  mutating func extendShortest(to end: Double) {
    heap[0].end = end
    var index = 0
    while true {
      let children = [2 * index + 1, 2 * index + 2].filter { $0 < heap.count }
      guard let least = children.min(by: { isBefore($0, $1) }), isBefore(least, index) else {
        return
      }
      heap.swapAt(least, index)
      index = least
    }
  }

  private func isBefore(_ first: Int, _ second: Int) -> Bool {
    (heap[first].end, heap[first].column) < (heap[second].end, heap[second].column)
  }
}
