/// A line of a text, for whoever draws it.
public struct TextLine: Hashable, Sendable {
  /// All that belongs to the line, with the white space and the newline at its end. The ranges of
  /// the lines of a text follow one another.
  public let range: Range<String.Index>
  /// What is drawn: without white space at the end, and without the newline.
  public let visibleRange: Range<String.Index>
  /// What is drawn behind it: a hyphen if the line is broken at a soft hyphen, what stands for the
  /// rest of the text if that is truncated, otherwise nothing.
  public let ending: String
  /// Whether there would be more lines.
  public let isTruncated: Bool
  /// How wide all that is drawn is.
  public let width: Double
  /// Where the line stands, from the top of the text.
  public let baseline: Double
}
