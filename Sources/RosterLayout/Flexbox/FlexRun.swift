/// The values that hold for all items while a flex container is laid out.
struct FlexRun {
  /// The purpose of a run.
  enum Purpose {
    /// To find the height of the content.
    case height
    /// To find the width of the content, for columns that wrap.
    case width
    /// To give each item its size and its position.
    case placing
  }

  let container: Int
  let first: Int
  let end: Int
  let purpose: Purpose
  let isRow: Bool
  let wraps: Bool
  /// Whether the main axis runs to the left, or up.
  let isMainReversed: Bool
  /// Whether the cross axis runs to the left, or up.
  let isCrossReversed: Bool
  /// The width of the content; infinite while it is being computed.
  let width: Double
  /// The height of the content; NaN while it is being computed.
  let height: Double
  /// The length that percentages of widths refer to; NaN if it is not known.
  let baseWidth: Double
  /// The length that percentages of heights refer to; NaN if it is not known.
  let baseHeight: Double
  /// The height available to stretched items; NaN if it follows from the items.
  let availableHeight: Double
  /// The maximum length of a line.
  let lineLimit: Double
  let mainGap: Double
  let crossGap: Double
  /// The index of this container's first line among the lines of the solver.
  let firstLine: Int
  var lineCount = 0
  /// The size of the content along the main axis.
  var main = Double.nan

  /// The size of the content across the main axis; NaN if it follows from the items.
  var cross: Double {
    if isRow { return height }
    return width.isFinite ? width : .nan
  }
}

/// A line of a flex container during layout.
struct FlexLine {
  /// The index of the first box of the line, and the one behind its last box. Boxes outside the
  /// flow do not count.
  var first: Int
  var end: Int
  var itemCount = 0
  /// The room along the main axis that the items would take without growing and shrinking,
  /// including margins and gaps.
  var hypotheticalMain = 0.0
  /// The room across the main axis.
  var cross = 0.0
  /// The distance from the edge where the line begins to its baseline; NaN if no item is aligned by
  /// it.
  var ascent = Double.nan
  /// The distance from the edge where the line ends to its last baseline; NaN if no item is aligned
  /// by that.
  var descent = Double.nan
}
