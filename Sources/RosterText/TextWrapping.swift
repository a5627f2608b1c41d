/// Where the lines of a text may end.
public enum TextWrapping: Hashable, Sendable {
  /// Where UAX #14 allows it. A word that is longer than a line sticks out.
  case words
  /// Where UAX #14 allows it, and in a word that is longer than a line, behind any character.
  case wordsOrCharacters
  /// Behind any character.
  case characters
  /// At newlines only.
  case never
}
