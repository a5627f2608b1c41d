/// A line as a ``LineFiller`` finds it.
struct FilledLine {
  /// Its runs.
  var runs: Range<Int>
  /// Behind the last run that is seen.
  var visibleEnd: Int
  /// The width of what is seen.
  var visibleWidth: Double
  /// The width that the text needs for this line: with white space at its end if that counts.
  var width: Double
  /// Whether a hyphen is shown at its end.
  var isHyphenated: Bool
}
