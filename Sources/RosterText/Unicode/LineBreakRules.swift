/// The rules LB2 to LB31 of UAX #14 (Unicode 15.0). Numbers are treated as in example 7 of its
/// section 8.2 and in the official test cases: by regular expressions instead of pairs.
///
/// The rules are tried in order; the first one that applies decides.
enum LineBreakRules {
  private typealias Classes = LineBreakClasses

  private static let newlines: Classes =
    [.mandatoryBreak, .carriageReturn, .lineFeed, .nextLine]
  private static let letters: Classes = [.alphabetic, .hebrewLetter]
  private static let opening: Classes = [.openPunctuation, .openNarrowPunctuation]
  private static let parentheses: Classes = [.closeParenthesis, .closeNarrowParenthesis]
  private static let closing: Classes = parentheses | [.closePunctuation]
  private static let narrowClosing: Classes = [.closeNarrowParenthesis]
  private static let affixes: Classes = [.prefix, .postfix]
  private static let ideographs: Classes =
    [.ideographic, .unassignedPictograph, .emojiBase, .emojiModifier]
  private static let hangul: Classes = [.hangulL, .hangulV, .hangulT, .hangulLV, .hangulLVT]

  /// Returns whether a mark belongs to the character before it (LB9). A mark that does not counts
  /// as a letter (LB10).
  static func marksBelong(to state: LineBreakState) -> Bool {
    guard let last = state.last else { return false }
    return !(newlines | [.space, .zeroWidthSpace]).contains(last)
  }

  /// Returns whether a line may end between a state and the class of the next character.
  static func action(_ state: LineBreakState, _ next: LineBreakClass) -> LineBreakAction {
    guard let last = state.last else { return .prohibited }  // LB2
    if last == .carriageReturn, next == .lineFeed { return .prohibited }  // LB5
    if newlines.contains(last) { return .mandatory }  // LB4, LB5
    if newlines.contains(next) { return .prohibited }  // LB6
    if next == .space || next == .zeroWidthSpace { return .prohibited }  // LB7
    if state.lastButSpaces == .zeroWidthSpace { return .allowed }  // LB8
    if isProhibitedWithSpaces(state, last, next) { return .prohibited }
    if last == .space { return .allowed }  // LB18
    if next == .quotation || last == .quotation { return .prohibited }  // LB19
    if next == .contingentBreak || last == .contingentBreak { return .allowed }  // LB20
    if case .afterHebrew = state { return .prohibited }  // LB21a
    if isProhibitedPair(last, next) || isProhibitedInNumber(state, last, next) {
      return .prohibited
    }
    if state == .after(.regionalIndicator), next == .regionalIndicator {
      return .prohibited  // LB30a
    }
    // LB25: (PR | PO) × OP NU
    if affixes.contains(last), opening.contains(next) { return .prohibitedBeforeNumber }
    return .allowed  // LB31
  }

  /// LB11 to LB17: the rules that also apply across spaces.
  private static func isProhibitedWithSpaces(
    _ state: LineBreakState, _ last: LineBreakClass, _ next: LineBreakClass
  ) -> Bool {
    if next == .wordJoiner || last == .wordJoiner { return true }  // LB11
    if last == .glue { return true }  // LB12
    let mayPrecedeGlue: Classes = [.space, .breakAfter, .hyphen]
    if next == .glue, !mayPrecedeGlue.contains(last) { return true }  // LB12a
    if next == .exclamation { return true }  // LB13
    if (closing | [.infixSeparator, .breakSymbol]).contains(next), last != .numeric {
      return true  // LB13
    }
    guard let before = state.lastButSpaces else { return false }
    return opening.contains(before)  // LB14
      || before == .quotation && opening.contains(next)  // LB15
      || closing.contains(before) && next == .nonStarter  // LB16
      || before == .breakBoth && next == .breakBoth  // LB17
  }

  /// LB21 to LB24, LB26 to LB30b: the rules that depend only on the two neighbours.
  private static func isProhibitedPair(_ last: LineBreakClass, _ next: LineBreakClass) -> Bool {
    if last == .breakBefore { return true }  // LB21
    switch next {
    case .breakAfter, .hyphen, .nonStarter, .inseparable: return true  // LB21, LB22
    case .hebrewLetter where last == .breakSymbol: return true  // LB21b
    case .alphabetic, .hebrewLetter:  // LB23, LB24, LB28, LB29, LB30
      return (letters | affixes | narrowClosing | [.numeric, .infixSeparator]).contains(last)
    case .numeric: return (letters | narrowClosing).contains(last)  // LB23, LB30
    case .openNarrowPunctuation: return (letters | [.numeric]).contains(last)  // LB30
    case .postfix: return (ideographs | letters | hangul).contains(last)  // LB23a, LB24, LB27
    case .prefix: return letters.contains(last)  // LB24
    case .emojiModifier where last == .emojiBase || last == .unassignedPictograph:
      return true  // LB30b
    default:
      return last == .prefix && (ideographs | hangul).contains(next)  // LB23a, LB27
        || isHangulSyllable(last, next)
    }
  }

  /// LB26.
  private static func isHangulSyllable(_ last: LineBreakClass, _ next: LineBreakClass) -> Bool {
    switch last {
    case .hangulL: ([.hangulL, .hangulV, .hangulLV, .hangulLVT] as Classes).contains(next)
    case .hangulV, .hangulLV: next == .hangulV || next == .hangulT
    case .hangulT, .hangulLVT: next == .hangulT
    default: false
    }
  }

  /// LB25, except for its first part with a bracket, which must look ahead.
  private static func isProhibitedInNumber(
    _ state: LineBreakState, _ last: LineBreakClass, _ next: LineBreakClass
  ) -> Bool {
    if next == .numeric, (affixes | [.hyphen]).contains(last) { return true }
    if state.isNumber {
      return (closing | affixes | [.numeric, .breakSymbol, .infixSeparator]).contains(next)
    }
    guard case .inNumber = state else { return false }
    return affixes.contains(next)
  }
}
