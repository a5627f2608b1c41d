/// A line of a flex container while it is laid out.
struct FlexLine {
  /// The first box of the line, and the one behind its last; those not in the flow do not count.
  var first: Int
  var end: Int
  var itemCount = 0
  /// The room along the main axis that the items would take without growing and shrinking, with
  /// margins and gaps.
  var hypotheticalMain = 0.0
  /// The room across the main axis.
  var cross = 0.0
  /// From where the line begins to its baseline; NaN if no item is aligned by it.
  var ascent = Double.nan
}
