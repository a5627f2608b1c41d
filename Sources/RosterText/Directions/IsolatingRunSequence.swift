/// The types of an isolating run sequence (BD13), without what rule X9 removes.
struct IsolatingRunSequence {
  private var types: [BidiClass]
  private let level: UInt8
  /// sos and eos of rule X10.
  private let start: BidiClass
  private let end: BidiClass

  /// Makes a sequence.
  ///
  /// - Parameters:
  ///   - types: The types after the rules X1 to X8.
  ///   - level: The level of the sequence.
  ///   - start: L or R, whichever the text before the sequence counts as (sos).
  ///   - end: L or R, whichever the text behind the sequence counts as (eos).
  init(types: [BidiClass], level: UInt8, start: BidiClass, end: BidiClass) {
    (self.types, self.level, self.start, self.end) = (types, level, start, end)
  }

  /// Resolves all types to L, R, EN and AN: rules W1 to N2.
  ///
  /// - Parameters:
  ///   - scalar: Returns the scalar at a place of the sequence.
  ///   - isMark: Returns whether the type was NSM before all rules.
  /// - Complexity: O(*n*), where *n* is the length of the sequence.
  mutating func resolve(scalar: (Int) -> UInt32, isMark: (Int) -> Bool) {
    resolveMarksAndLetters()
    resolveSeparators()
    resolveTerminators()
    resolveBrackets(scalar: scalar, isMark: isMark)
    resolveNeutrals()
  }

  /// Returns the level at a place after all rules: I1 and I2.
  func level(at place: Int) -> UInt8 {
    switch types[place] {
    case .leftToRight: level & 1 == 0 ? level : level + 1
    case .rightToLeft: level & 1 == 0 ? level + 1 : level
    default: level & 1 == 0 ? level + 2 : level + 1
    }
  }

  // MARK: Weak types

  /// W1 to W3.
  private mutating func resolveMarksAndLetters() {
    var previous = start
    var strong = start
    for place in types.indices {
      var type = types[place]
      if type == .nonspacingMark {  // W1
        let isIsolate = previous.opensIsolate || previous == .popIsolate
        type = isIsolate ? .otherNeutral : previous
      }
      previous = type
      switch type {
      case .leftToRight, .rightToLeft: strong = type
      case .arabicLetter:  // W3
        strong = type
        type = .rightToLeft
      case .europeanNumber: if strong == .arabicLetter { type = .arabicNumber }  // W2
      default: break
      }
      types[place] = type
    }
  }

  /// W4: a single separator between two numbers of one kind belongs to them.
  private mutating func resolveSeparators() {
    for place in types.indices.dropFirst().dropLast() {
      let (type, before) = (types[place], types[place - 1])
      guard type == .europeanSeparator || type == .commonSeparator, before == types[place + 1]
      else { continue }
      if before == .europeanNumber || before == .arabicNumber && type == .commonSeparator {
        types[place] = before
      }
    }
  }

  /// W5 to W7.
  private mutating func resolveTerminators() {
    var strong = start
    var isAfterNumber = false
    var place = 0
    while place < types.count {
      let type = types[place]
      var next = place + 1
      switch type {
      case .europeanTerminator:
        while next < types.count, types[next] == .europeanTerminator { next += 1 }
        if !isAfterNumber, next == types.count || types[next] != .europeanNumber {
          for other in place..<next { types[other] = .otherNeutral }  // W6
          place = next
          continue
        }
        fallthrough  // W5
      case .europeanNumber:
        let number = strong == .leftToRight ? strong : .europeanNumber  // W7
        for other in place..<next { types[other] = number }
        isAfterNumber = true
      case .europeanSeparator, .commonSeparator:
        types[place] = .otherNeutral  // W6
        isAfterNumber = false
      default:
        if type == .leftToRight || type == .rightToLeft { strong = type }
        isAfterNumber = false
      }
      place = next
    }
  }

  // MARK: Neutral types

  /// N0: both brackets of a pair get one direction.
  private mutating func resolveBrackets(scalar: (Int) -> UInt32, isMark: (Int) -> Bool) {
    let pairs = BracketPair.pairs(in: types, scalar: scalar)
    guard !pairs.isEmpty else { return }
    let embedding = BidiClass(level: level)
    var context = start
    var place = 0
    for pair in pairs {
      while place < pair.opening {
        if let strong = types[place].strong { context = strong }
        place += 1
      }
      let direction: BidiClass
      if pair.contains(embedding) {
        direction = embedding  // N0 b
      } else if pair.contains(embedding == .leftToRight ? .rightToLeft : .leftToRight) {
        direction = context  // N0 c: the opposite direction, or else the embedding
      } else {
        continue  // N0 d
      }
      for bracket in [pair.opening, pair.closing] {
        types[bracket] = direction
        var mark = bracket + 1
        while mark < types.count, isMark(mark) {
          types[mark] = direction
          mark += 1
        }
      }
    }
  }

  /// N1 and N2: neutrals between two equal directions have it, all others the embedding direction.
  private mutating func resolveNeutrals() {
    let embedding = BidiClass(level: level)
    var before = start
    var place = 0
    while place < types.count {
      guard types[place].isNeutralOrIsolate else {
        if let strong = types[place].strong { before = strong }
        place += 1
        continue
      }
      var next = place + 1
      while next < types.count, types[next].isNeutralOrIsolate { next += 1 }
      let after = next < types.count ? types[next].strong ?? end : end
      for neutral in place..<next { types[neutral] = before == after ? before : embedding }
      place = next
    }
  }
}
