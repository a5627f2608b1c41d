/// The properties of the text before a place that the rules of UAX #14 need: the class of the
/// character there, and, where a rule looks further back, what it looks for.
///
/// Marks belong to their base character (LB9): after a letter with a mark, the state is that of the
/// letter.
enum LineBreakState: Hashable {
  case start
  /// After a character of a class.
  case after(LineBreakClass)
  /// After spaces that follow a character of a class (LB8, LB14 to LB17).
  case spaces(after: LineBreakClass)
  /// After a character of a class that continues or closes a number (LB25).
  case inNumber(LineBreakClass)
  /// After a hyphen or a break opportunity that follows a Hebrew letter (LB21a).
  case afterHebrew(LineBreakClass)
  /// After an even number of regional indicators (LB30a).
  case flag

  /// All states. Tables hold their indexes.
  static let all: [LineBreakState] =
    LineBreakClass.allCases.map { .after($0) } + [.start, .flag]
    + spaceSensitive.map { .spaces(after: $0) }
    + ([.breakSymbol, .infixSeparator] + closing).map { .inNumber($0) }
    + [.afterHebrew(.hyphen), .afterHebrew(.breakAfter)]

  private static let closing: [LineBreakClass] =
    [.closePunctuation, .closeParenthesis, .closeNarrowParenthesis]
  private static let spaceSensitive: [LineBreakClass] =
    [.zeroWidthSpace, .openPunctuation, .quotation, .closePunctuation, .breakBoth]

  /// The class of the previous character, or `nil` at the start.
  var last: LineBreakClass? {
    switch self {
    case .start: nil
    case .after(let last), .inNumber(let last), .afterHebrew(let last): last
    case .spaces: .space
    case .flag: .regionalIndicator
    }
  }

  /// The class of the previous character that is not a space.
  var lastButSpaces: LineBreakClass? {
    if case .spaces(after: let last) = self { last } else { last }
  }

  /// Whether the text before ends with digits and their separators.
  var isNumber: Bool {
    switch self {
    case .after(.numeric), .inNumber(.breakSymbol), .inNumber(.infixSeparator): true
    default: false
    }
  }

  /// Returns the state after one more character, which is not a mark on the previous one.
  func followed(by next: LineBreakClass) -> LineBreakState {
    switch next {
    case .space: followedBySpace
    case .breakSymbol, .infixSeparator: isNumber ? .inNumber(next) : .after(next)
    case .closePunctuation, .closeParenthesis, .closeNarrowParenthesis:
      isNumber ? .inNumber(next) : .after(next)
    case .hyphen, .breakAfter: last == .hebrewLetter ? .afterHebrew(next) : .after(next)
    case .regionalIndicator: self == .after(.regionalIndicator) ? .flag : .after(next)
    default: .after(next)
    }
  }

  private var followedBySpace: LineBreakState {
    switch lastButSpaces {
    case .zeroWidthSpace: .spaces(after: .zeroWidthSpace)
    case .openPunctuation, .openNarrowPunctuation: .spaces(after: .openPunctuation)
    case .quotation: .spaces(after: .quotation)
    case .closePunctuation, .closeParenthesis, .closeNarrowParenthesis:
      .spaces(after: .closePunctuation)
    case .breakBoth: .spaces(after: .breakBoth)
    default: .after(.space)
    }
  }
}
