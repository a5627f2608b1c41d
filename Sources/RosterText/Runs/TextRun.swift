/// A part of a text that stays together: a word or a part of one, white space, a tab, a newline.
public struct TextRun: Hashable, Sendable {
  /// The kind of a run.
  public enum Kind: UInt8, Hashable, Sendable {
    /// Visible characters.
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
    /// Only if a word is too long for a line.
    case withinWord
    case allowed
    case mandatory
  }

  /// The end of the run, in UTF-8 code units from the start of the text. The run begins where the
  /// one before it ends.
  public let end: Int
  /// The width of the run.
  public var width = 0.0
  /// The number of columns of a terminal that the run takes; ambiguous characters count as one (UAX
  /// #11).
  public let columns: UInt32
  /// The number of additional columns where ambiguous characters are wide.
  public let ambiguousColumns: UInt32
  /// The additional width of a line that ends here, because the last characters may be shaped
  /// differently.
  public var lineEndAdjustment: Float = 0
  /// The additional width of the next line if it begins behind this run.
  public var lineStartAdjustment: Float = 0
  /// The kind of the run.
  public let kind: Kind
  /// Whether a line may end behind the run.
  let breakAfter: Break
  /// Whether the run ends with a soft hyphen, which is visible only at the end of a line.
  let isHyphenated: Bool
}

extension TextRun {
  /// Whether a line may end between this run and the next one.
  public var mayEndLine: Bool { breakAfter != .none }
}
