/// A line that a ``LineFiller`` has filled.
struct FilledLine {
  /// Its runs.
  var runs: Range<Int>
  /// The end of the last visible run.
  var visibleEnd: Int
  /// The width of the visible runs.
  var visibleWidth: Double
  /// The width that the text needs for this line, including white space at its end if that counts.
  var width: Double
  /// Whether a hyphen is drawn at its end.
  var isHyphenated: Bool
}
