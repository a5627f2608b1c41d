/// What holds for all items while a flex container is laid out.
struct FlexRun {
  /// What for.
  enum Purpose {
    /// To know how high the content is.
    case height
    /// To know how wide the content is: of columns that wrap.
    case width
    /// To give each item its size and its place.
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
  /// The width of the content; infinite while it is being asked for.
  let width: Double
  /// The height of the content; NaN while it is being asked for.
  let height: Double
  /// What percentages of widths refer to; NaN if that is not known.
  let baseWidth: Double
  /// What percentages of heights refer to; NaN if that is not known.
  let baseHeight: Double
  /// The height that there is for what is to be stretched; NaN if it follows from the items.
  let availableHeight: Double
  /// How long a line may be.
  let lineLimit: Double
  let mainGap: Double
  let crossGap: Double
  /// Where the lines of this container begin among those of the solver.
  let firstLine: Int
  var lineCount = 0
  /// The size of the content along the main axis.
  var main = Double.nan

  /// The size of the content across the main axis; NaN if it follows from the items.
  var cross: Double {
    if isRow { return height }
    return width.isFinite ? width : .nan
  }

  /// What percentages along the main axis refer to.
  var baseMain: Double { isRow ? baseWidth : baseHeight }
}
