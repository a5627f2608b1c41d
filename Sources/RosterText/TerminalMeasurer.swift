public import RosterLayout

/// Measures text as terminals display it: every character takes zero, one or two cells of a grid.
///
/// Characters are grapheme clusters (UAX #29). Wide and full-width characters take two cells (UAX
/// #11), and so do emoji, whatever scalars they consist of: presentation sequences, skin tones,
/// families, flags, keycaps. Combining marks, controls and invisible characters take none.
/// Ambiguous characters take one, or two where East Asian fonts are used. A tab extends to the next
/// tab stop of its line.
public struct TerminalMeasurer: TextMeasurer, Hashable {
  /// The size of a cell in points. By default it is 1 by 1, so that points are columns and lines.
  public var cell: Size
  /// Whether ambiguous characters take two cells.
  public var ambiguousIsWide: Bool
  /// The number of columns from one tab stop to the next.
  public var tabColumns: Int

  /// Makes a measurer.
  public init(
    cell: Size = Size(width: 1, height: 1), ambiguousIsWide: Bool = false, tabColumns: Int = 8
  ) {
    self.cell = cell
    self.ambiguousIsWide = ambiguousIsWide
    self.tabColumns = tabColumns
  }

  /// The height of a cell; the baseline is its lower edge.
  public var lineMetrics: LineMetrics { LineMetrics(height: cell.height, baseline: cell.height) }

  /// The width of the columns from one tab stop to the next.
  public var tabWidth: Double { Double(tabColumns) * cell.width }

  /// Sets the widths of runs.
  public func measure(_ runs: inout [TextRun], of text: String) {
    for index in runs.indices {
      let run = runs[index]
      let ambiguous = ambiguousIsWide ? run.ambiguousColumns : 0
      runs[index].width = (Double(run.columns) + Double(ambiguous)) * cell.width
    }
  }

  /// Returns the number of columns that a text takes; that of the widest line if it has several.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func columns(of text: String) -> Int {
    let grid = TerminalMeasurer(ambiguousIsWide: ambiguousIsWide, tabColumns: tabColumns)
    return Int(grid.width(of: text))
  }

  /// Returns the number of columns that one character takes, or a part of it.
  package func columns(ofCluster scalars: Substring.UnicodeScalarView) -> Int {
    let (fixed, ambiguous) = GraphemeCluster.columns(of: scalars)
    return Int(fixed) + (ambiguousIsWide ? Int(ambiguous) : 0)
  }
}
