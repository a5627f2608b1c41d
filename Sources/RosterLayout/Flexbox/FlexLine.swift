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
}
