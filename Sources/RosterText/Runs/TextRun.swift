/// A part of a text that stays together: a word or a part of one, white space, a tab, a newline.
public struct TextRun: Hashable, Sendable {
  /// What a run consists of.
  public enum Kind: UInt8, Hashable, Sendable {
    /// Anything that is seen.
    case text
    /// Spaces, which do not count at the end of a line (CSS Text 3, 4.1.3).
    case whiteSpace
    /// A single tab.
    case tab
    /// A single newline, whatever characters it consists of.
    case newline
  }

  /// Whether a line may end behind a run. A larger value is a better place.
  enum Break: UInt8 {
    case none
    /// Only in a word that is too long for a line.
    case withinWord
    case allowed
    case mandatory
  }

  /// Where the run ends, in UTF-8 code units from the start of the text; it begins where the one
  /// before it ends.
  public let end: Int
  /// How wide the run is.
  public var width = 0.0
  /// How many columns of a terminal the run takes; ambiguous characters count as one (UAX #11).
  public let columns: UInt32
  /// How many columns more it takes where ambiguous characters are wide.
  public let ambiguousColumns: UInt32
  /// How much wider a line is if it ends here: the last characters may be shaped otherwise.
  public var lineEndAdjustment: Float = 0
  /// How much wider the line after this run is if it begins here.
  public var lineStartAdjustment: Float = 0
  /// What the run consists of.
  public let kind: Kind
  /// Whether a line may end behind the run.
  let breakAfter: Break
  /// Whether the run ends with a soft hyphen, which is seen only at the end of a line.
  let isHyphenated: Bool
}

extension TextRun {
  /// Whether a line may end between this run and the next one.
  public var mayEndLine: Bool { breakAfter != .none }
}
