/// The end of a text that has more lines than it may show.
public struct TextTruncation: Hashable, Sendable {
  /// The string that replaces the rest of the text, at the end of the last line.
  ///
  /// If it is wider than the line, only its first characters are shown.
  public var string: String
  /// The characters that must not stand before ``string``; they are left out with the rest.
  public var dropped: Set<Character>

  /// An ellipsis, with no white space or punctuation before it.
  public static let ellipsis = TextTruncation("\u{2026}")

  /// Makes a truncation.
  public init(
    _ string: String,
    dropping dropped: Set<Character> = [
      " ", "\t", "\n", "\r", "\r\n", ".", ",", "!", "?", ":", ";",
    ]
  ) {
    self.string = string
    self.dropped = dropped
  }
}
