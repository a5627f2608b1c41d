/// How the end of a text is shown that has more lines than it may have.
public struct TextTruncation: Hashable, Sendable {
  /// What stands for the rest of the text, at the end of the last line.
  ///
  /// If it is wider than the line, only its first characters are shown.
  public var string: String
  /// The characters that do not stand before ``string``: they are left out with the rest.
  public var dropped: Set<Character>

  /// An ellipsis, without white space or punctuation before it.
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
