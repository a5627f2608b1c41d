/// The bidirectional character types of UAX #9, table 4. `Tools/unicode` has them in the same order.
enum BidiClass: UInt8, CaseIterable {
  // The abbreviations of UAX #9: L R AL EN ES ET AN CS NSM BN
  case leftToRight, rightToLeft, arabicLetter, europeanNumber, europeanSeparator
  case europeanTerminator, arabicNumber, commonSeparator, nonspacingMark, boundaryNeutral
  // B S WS ON
  case paragraphSeparator, segmentSeparator, whiteSpace, otherNeutral
  // LRE LRO RLE RLO PDF LRI RLI FSI PDI
  case leftToRightEmbedding, leftToRightOverride, rightToLeftEmbedding, rightToLeftOverride
  case popFormat, leftToRightIsolate, rightToLeftIsolate, firstStrongIsolate, popIsolate
}

extension BidiClass {
  /// The type of text at a level: that of the embedding direction (BD3).
  init(level: UInt8) { self = level & 1 == 0 ? .leftToRight : .rightToLeft }

  /// BD8: LRI, RLI and FSI.
  @inline(__always)
  var opensIsolate: Bool {
    rawValue >= BidiClass.leftToRightIsolate.rawValue
      && rawValue <= BidiClass.firstStrongIsolate.rawValue
  }

  /// Whether rule X9 removes characters of this type: LRE, LRO, RLE, RLO, PDF and BN.
  var isRemoved: Bool {
    self == .boundaryNeutral
      || rawValue >= BidiClass.leftToRightEmbedding.rawValue
        && rawValue <= BidiClass.popFormat.rawValue
  }

  /// NI of rules N1 and N2: B, S, WS, ON and what opens or closes an isolate.
  @inline(__always)
  var isNeutralOrIsolate: Bool {
    rawValue >= BidiClass.paragraphSeparator.rawValue
      && rawValue <= BidiClass.otherNeutral.rawValue
      || rawValue >= BidiClass.leftToRightIsolate.rawValue
  }

  /// Whether rule L1 gives the type the level of the paragraph at the end of a line: WS, isolates,
  /// and what rule X9 removes (section 5.2).
  var isTrailing: Bool {
    self == .whiteSpace || isRemoved || rawValue >= BidiClass.leftToRightIsolate.rawValue
  }

  /// The direction that the type counts as in rules N0 to N2, where numbers count as R.
  @inline(__always)
  var strong: BidiClass? {
    switch self {
    case .leftToRight: .leftToRight
    case .rightToLeft, .europeanNumber, .arabicNumber: .rightToLeft
    default: nil
    }
  }
}
