/// A line of a text, with everything that is needed to draw it.
public struct TextLine: Hashable, Sendable {
  /// The whole line, with the white space and the newline at its end. The ranges of the lines of a
  /// text are contiguous.
  public let range: Range<String.Index>
  /// The part of the line to draw: without white space at the end, and without the newline.
  public let visibleRange: Range<String.Index>
  /// The text to draw behind it: a hyphen if the line is broken at a soft hyphen, the truncation
  /// string if the text is truncated here, otherwise empty.
  public let ending: String
  /// Whether the text continues behind this line although no line follows.
  public let isTruncated: Bool
  /// The width of everything that is drawn.
  public let width: Double
  /// The baseline of the line, from the top of the text.
  public let baseline: Double
}
