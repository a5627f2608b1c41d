public import RosterLayout

/// The options for the lines of a text.
public struct TextOptions: Hashable, Sendable {
  /// The places where lines may end.
  public var wrapping: Wrapping
  /// The maximum number of visible lines; `nil`, or less than 1, for all of them.
  public var maximumLines: Int?
  /// What is left out of the last line if the text continues, and what is shown instead.
  public var truncation: Truncation
  /// Whether a newline ends a line; if not, it counts as a space.
  public var preservesNewlines: Bool
  /// The direction of the paragraphs; `nil` for that of the first letter of each (UAX #9, P2 and
  /// P3).
  public var direction: WritingDirection?
  /// The additional room behind each character, in points, also behind the last one of a line; less
  /// than 0 moves characters together.
  ///
  /// It is that of `letter-spacing` in CSS: tabs, what is invisible, and letters of scripts that
  /// join them, such as Arabic, get none, and in fonts letters are not joined to ligatures. In a
  /// terminal it is rounded to whole cells, and less than 0 counts as 0.
  public var letterSpacing = 0.0
  /// The additional height of each line in points: half of it is above the line and half below it,
  /// as with `line-height` in CSS. Less than 0 moves lines together.
  ///
  /// In a terminal it is rounded to whole cells, the larger half is below the line, and less than 0
  /// counts as 0.
  public var lineSpacing = 0.0
  /// The distance between tab stops in points, as `tab-size` of CSS; `nil` for that of the
  /// measurer. In a terminal it is rounded to whole cells.
  public var tabWidth: Double?
  /// Tab stops in addition to those at the multiples of ``tabWidth``, which begin behind the last
  /// of them. In a terminal they are rounded to whole cells. CSS has none: a page shows the others.
  public var tabStops: [TabStop] = []
  /// Whether the directions of parts are resolved. If not, every character is placed behind the one
  /// before it, as for terminals that reorder by themselves what they are sent.
  public var resolvesDirections = true
  /// Whether controls of direction are shown, so that they are signs like others and control
  /// nothing. Then a text cannot put what follows into an order that misleads.
  package var showsControls = false
  /// The distance of the places at which characters can begin; 0 if they can begin anywhere.
  package var grid = 0.0

  /// Makes options.
  public init(
    wrapping: Wrapping = .words, maximumLines: Int? = nil,
    truncation: Truncation = .ellipsis, preservesNewlines: Bool = true,
    direction: WritingDirection? = nil
  ) {
    self.wrapping = wrapping
    self.maximumLines = maximumLines
    self.truncation = truncation
    self.preservesNewlines = preservesNewlines
    self.direction = direction
  }
}

extension TextOptions {
  /// Whether there are any lengths that a measurer may have to change.
  var hasLengths: Bool {
    letterSpacing != 0 || lineSpacing != 0 || tabWidth != nil || !tabStops.isEmpty
  }

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

  /// What is left out of a text that has more lines than it may show, and what replaces it in the
  /// last one.
  public struct Truncation: Hashable, Sendable {
    /// The part of the last line that gives way.
    public enum Place: String, Hashable, Sendable, CaseIterable, Codable {
      /// The beginning: the line shows the end of the text.
      case start
      /// The middle: about half of the line shows the end of the text.
      case middle
      /// The end: the line shows where the text goes on, and the rest is left out.
      case end
    }

    /// The string that replaces what is left out.
    ///
    /// If it is wider than the line, only its first characters are shown.
    public var string: String
    /// The characters that must not stand next to ``string``; they are left out with the rest.
    public var dropped: Set<Character>
    /// The part of the last line that gives way.
    ///
    /// What is shown of the end of the text reaches back to its last newline or tab at most.
    public var place = Place.end

    /// An ellipsis, with no white space or punctuation before it.
    public static let ellipsis = Truncation("\u{2026}")

    /// Makes a truncation.
    public init(
      _ string: String,
      dropping dropped: Set<Character> = [
        " ", "\t", "\n", "\r", "\r\n", ".", ",", "!", "?", ":", ";",
      ],
      at place: Place = .end
    ) {
      self.string = string
      self.dropped = dropped
      self.place = place
    }
  }

  /// A place in a line to which a tab reaches, and the part of the text behind the tab that stands there.
  ///
  ///     Tea     9.5      the tab reaches to a decimal stop at 9: the point stands there
  ///     Coffee 12        a number without a point ends there
  ///
  /// The text behind a tab ends at the next tab or newline. It begins at the tab's place if it is
  /// too wide, and it is not aligned again if the line ends within it.
  public struct TabStop: Hashable, Sendable {
    /// Which part of the text behind a tab stands at the stop.
    public enum Alignment: Hashable, Sendable {
      /// Its beginning.
      case start
      /// Its middle.
      case center
      /// Its end.
      case end
      /// The first of these characters; its end if it has none.
      case decimal(Character)
    }

    /// The distance from the start of the line, in points.
    public var position: Double
    /// What stands there.
    public var alignment: Alignment

    /// Makes a stop.
    public init(at position: Double, _ alignment: Alignment = .start) {
      self.position = position
      self.alignment = alignment
    }
  }
}
