/// What the rules of UAX #14 ask of the text before a place: the class of the character there, and
/// where a rule looks further back, what it looks for.
///
/// Marks belong to what they stand on (LB9): after a letter with a mark, the state is that of the
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

  /// All states that there are; the index of a state is what tables hold.
  static let all: [LineBreakState] =
    LineBreakClass.allCases.map { .after($0) } + [.start, .flag]
    + spaceSensitive.map { .spaces(after: $0) }
    + ([.breakSymbol, .infixSeparator] + closing).map { .inNumber($0) }
    + [.afterHebrew(.hyphen), .afterHebrew(.breakAfter)]

  private static let closing: [LineBreakClass] =
    [.closePunctuation, .closeParenthesis, .closeNarrowParenthesis]
  private static let spaceSensitive: [LineBreakClass] =
    [.zeroWidthSpace, .openPunctuation, .quotation, .closePunctuation, .breakBoth]

  /// The class of the character before, or `nil` at the start.
  var last: LineBreakClass? {
    switch self {
    case .start: nil
    case .after(let last), .inNumber(let last), .afterHebrew(let last): last
    case .spaces: .space
    case .flag: .regionalIndicator
    }
  }

  /// The class of the character before, or before the spaces that are before.
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

  /// The state after one more character, which is no mark on the one before.
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
