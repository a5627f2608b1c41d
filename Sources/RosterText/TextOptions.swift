public import RosterLayout

/// The options for the lines of a text.
public struct TextOptions: Hashable, Sendable {
  /// The places where lines may end.
  public var wrapping: Wrapping
  /// The maximum number of visible lines; `nil`, or less than 1, for all of them.
  public var maximumLines: Int?
  /// How the last line ends if the text continues.
  public var truncation: Truncation
  /// Whether a newline ends a line; if not, it counts as a space.
  public var preservesNewlines: Bool
  /// The direction of the paragraphs; `nil` for that of the first letter of each (UAX #9, P2 and
  /// P3).
  public var direction: LayoutDirection?
  /// Whether the directions of parts are resolved. If not, every character is placed behind the one
  /// before it, as for terminals that reorder by themselves what they are sent.
  public var resolvesDirections = true
  /// Whether controls of direction are shown, so that they are signs like others and control nothing.
  /// Then a text cannot put what follows into an order that misleads.
  package var showsControls = false

  /// Makes options.
  public init(
    wrapping: Wrapping = .words, maximumLines: Int? = nil,
    truncation: Truncation = .ellipsis, preservesNewlines: Bool = true,
    direction: LayoutDirection? = nil
  ) {
    self.wrapping = wrapping
    self.maximumLines = maximumLines
    self.truncation = truncation
    self.preservesNewlines = preservesNewlines
    self.direction = direction
  }
}

extension TextOptions {
  /// The places where the lines of a text may end.
  public enum Wrapping: Hashable, Sendable {
    /// Where UAX #14 allows it. A word that is longer than a line extends beyond it.
    case words
    /// Where UAX #14 allows it, and behind any character of a word that is longer than a line.
    case wordsOrCharacters
    /// Behind any character.
    case characters
    /// At newlines only.
    case never
  }

  /// The end of a text that has more lines than it may show.
  public struct Truncation: Hashable, Sendable {
    /// The string that replaces the rest of the text, at the end of the last line.
    ///
    /// If it is wider than the line, only its first characters are shown.
    public var string: String
    /// The characters that must not stand before ``string``; they are left out with the rest.
    public var dropped: Set<Character>

    /// An ellipsis, with no white space or punctuation before it.
    public static let ellipsis = Truncation("\u{2026}")

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
}
