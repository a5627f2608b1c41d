/// The places where the lines of a text may end.
public enum TextWrapping: Hashable, Sendable {
  /// Where UAX #14 allows it. A word that is longer than a line extends beyond it.
  case words
  /// Where UAX #14 allows it, and behind any character of a word that is longer than a line.
  case wordsOrCharacters
  /// Behind any character.
  case characters
  /// At newlines only.
  case never
}
