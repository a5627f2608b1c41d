/// The state of a grid while it is laid out.
struct GridRun {
  /// An item of the grid.
  struct Item {
    let box: Int
    /// The stretches of its columns and rows in the axes.
    let columns: Range<Int>
    let rows: Range<Int>
    let columnCount: Int
    let rowCount: Int
    /// The first row, of which it may share the baseline.
    let row: Int
    /// The last row, of which it may share the last baseline.
    let lastRow: Int
    let column: Int
    /// The width that it has in its columns.
    var width = 0.0
    /// The distance from the upper edge of its first row to its baseline, or from the lower edge of
    /// its last row to its last baseline; NaN if it is not aligned by one.
    var ascent = Double.nan
    /// By how much it is moved away from that edge to share the baseline.
    var shim = 0.0
  }

  let container: Int
  let grid: GridContainer
  /// The width of the content; NaN while it is being computed.
  let width: Double
  /// The length that percentages of heights refer to; NaN if it is not known.
  let height: Double
  let placement: GridPlacement
  /// The columns and the rows before they are sized.
  let unsizedColumns: GridAxis
  var unsizedRows: GridAxis
  var columns: GridAxis
  var rows: GridAxis
  /// Whether the heights of all rows are known.
  var rowsAreSized = false
  var items: [Item]

  /// The room that an item has from one row line to another, as far as it is known; otherwise NaN.
  ///
  /// CSS Grid 2, section 12.1: as long as rows are not sized, those with a definite maximum count as
  /// that, and the others as infinite.
  func areaHeight(_ item: Item) -> Double {
    rowsAreSized ? rows.length(of: item.rows) : unsizedRows.definiteMaximum(of: item.rows)
  }
}
