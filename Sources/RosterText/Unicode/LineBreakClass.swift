/// The classes of UAX #14 that remain after its rule LB1. Some are split because LB30 and LB30b
/// depend on more than the class. `Tools/unicode` has them in the same order.
enum LineBreakClass: UInt8, CaseIterable {
  // The abbreviations of UAX #14: BK CR LF NL SP ZW WJ GL CM ZWJ
  case mandatoryBreak, carriageReturn, lineFeed, nextLine, space, zeroWidthSpace, wordJoiner, glue
  case combiningMark, zeroWidthJoiner
  // CL CP CP EX IS SY IN NS OP OP; the second of a kind is not East Asian
  case closePunctuation, closeParenthesis, closeNarrowParenthesis, exclamation, infixSeparator
  case breakSymbol, inseparable, nonStarter, openPunctuation, openNarrowPunctuation
  // QU BA BB B2 HY HL AL NU PR PO
  case quotation, breakAfter, breakBefore, breakBoth, hyphen, hebrewLetter, alphabetic, numeric
  case prefix, postfix
  // ID, ID that is an unassigned pictograph, EB EM CB H2 H3 JL JV JT RI
  case ideographic, unassignedPictograph, emojiBase, emojiModifier, contingentBreak
  case hangulLV, hangulLVT, hangulL, hangulV, hangulT, regionalIndicator
}

/// A set of line breaking classes.
struct LineBreakClasses: Sendable, ExpressibleByArrayLiteral {
  private let bits: UInt64

  init(arrayLiteral classes: LineBreakClass...) {
    bits = classes.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }

  private init(bits: UInt64) { self.bits = bits }

  func contains(_ member: LineBreakClass) -> Bool { bits & 1 << UInt64(member.rawValue) != 0 }

  static func | (left: Self, right: Self) -> Self { Self(bits: left.bits | right.bits) }
}
