/// A place in a grid of cells. Rows count from the top, columns from the left, both from 0.
package struct CellPosition: Hashable, Sendable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// The size of a grid of cells.
package struct CellSize: Hashable, Sendable {
  /// The most rows and the most columns of what is drawn, whatever a program asks for.
  package static let sideMax = 10_000

  package let rows: Int
  package let columns: Int

  /// Makes a size. Negative counts are 0.
  package init(rows: Int, columns: Int) {
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }
}

/// A rectangle of cells, which may lie outside of a grid in part or altogether.
package struct CellRectangle: Hashable, Sendable {
  package var rows: Range<Int>
  package var columns: Range<Int>

  package init(rows: Range<Int>, columns: Range<Int>) {
    self.rows = rows
    self.columns = columns
  }

  /// Makes the rectangle of a whole grid.
  package init(_ size: CellSize) {
    self.init(rows: 0..<size.rows, columns: 0..<size.columns)
  }

  package func intersection(_ other: CellRectangle) -> CellRectangle {
    CellRectangle(rows: rows.clamped(to: other.rows), columns: columns.clamped(to: other.columns))
  }
}
