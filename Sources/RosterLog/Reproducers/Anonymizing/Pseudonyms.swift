internal import RosterCore
internal import RosterJSON

/// Replacements for texts and numbers: the same for equal ones, different for different ones.
///
///     "Buy milk!"   →  "Qzr wnke!"      letters, case and everything between them stay
///     "größe"       →  "pkúíw"          as long in bytes, too
///     {"id":4711}   →  {"xu":8305}      keys as well
///     -0.25         →  -0.71            sign, point and digits stay; 0, true and null are themselves
///
/// Only letters, digits and symbols are replaced, by others of the same category from the same part
/// of Unicode. White space, ASCII punctuation, control characters and marks stay, because they
/// cause failures more often than they are secret.
struct Pseudonyms {
  private var random: any RandomNumberGenerator
  /// The replacements, by the bytes of the text: Swift's own equality does not distinguish a
  /// composed letter from a decomposed one.
  private var texts: [[UInt8]: String] = [:]
  private var usedTexts: Set<String> = []
  private var numbers: [JSONValue: JSONValue] = [:]
  private var usedNumbers: Set<JSONValue> = []
  private var fingerprints: [String: String] = [:]
  private var alphabets = Alphabets()

  /// The number of attempts to draw a replacement that is free.
  private static var drawCountMax: Int { 64 }

  init(seed: UInt64?) {
    if let seed {
      random = SeededGenerator(seed: seed)
    } else {
      random = SystemRandomNumberGenerator()
    }
  }

  /// Returns the replacement of a value.
  mutating func value(for value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool: return value
    case .number, .decimal: return number(for: value)
    case .string(let text): return .string(self.text(for: text))
    case .array(let elements): return .array(elements.map { self.value(for: $0) })
    case .object(let members):
      var result = JSONObject()
      for key in members.keys {
        result[text(for: key)] = members[key].map { self.value(for: $0) }
      }
      return .object(result)
    }
  }

  /// Returns the replacement of the identifier of a scope.
  mutating func identifier(for identifier: ScopeIdentifier) -> ScopeIdentifier {
    switch identifier {
    case .text(let text): .text(self.text(for: text))
    case .number(let number):
      .number(self.number(for: .integer(number)).integer(as: Int.self) ?? number)
    }
  }

  /// Returns the replacement of a wrong fingerprint: another wrong one.
  mutating func fingerprint(for fingerprint: String) -> String {
    if let known = fingerprints[fingerprint] { return known }
    let digits = String(random.next(), radix: 16)
    let drawn = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    fingerprints[fingerprint] = drawn
    return drawn
  }

  // MARK: Texts

  /// Returns the replacement of a text.
  mutating func text(for text: String) -> String {
    let bytes = Array(text.utf8)
    if let known = texts[bytes] { return known }
    let drawn = drawText(like: text)
    texts[bytes] = drawn
    usedTexts.insert(drawn)
    return drawn
  }

  /// Draws a text that replaces no other. There are at least as many texts of this form as
  /// originals, but free ones may be hard to draw; then they are tried in order.
  private mutating func drawText(like text: String) -> String {
    let form = text.unicodeScalars.map { alphabets.alphabet(of: $0) }
    for _ in 0..<Self.drawCountMax {
      let drawn = self.text(form.map { random.index(below: $0.count) }, in: form)
      if !usedTexts.contains(drawn) { return drawn }
    }
    var indices = form.map { _ in 0 }
    repeat {
      let next = self.text(indices, in: form)
      if !usedTexts.contains(next) { return next }
    } while Self.advance(&indices, in: form)
    return text
  }

  private func text(_ indices: [Int], in form: [[Unicode.Scalar]]) -> String {
    var scalars = String.UnicodeScalarView()
    for (index, alphabet) in zip(indices, form) { scalars.append(alphabet[index]) }
    return String(scalars)
  }

  private static func advance(_ indices: inout [Int], in form: [[some Sendable]]) -> Bool {
    for place in indices.indices.reversed() {
      indices[place] += 1
      if indices[place] < form[place].count { return true }
      indices[place] = 0
    }
    return false
  }

  // MARK: Numbers

  private mutating func number(for number: JSONValue) -> JSONValue {
    if let known = numbers[number] { return known }
    let drawn = drawNumber(like: number)
    numbers[number] = drawn
    usedNumbers.insert(drawn)
    return drawn
  }

  /// Draws a number that replaces no other. Digits other than 0 are drawn; an exponent stays.
  private mutating func drawNumber(like number: JSONValue) -> JSONValue {
    let text = Array(number.canonicalText.utf8)
    let end = text.firstIndex(of: UInt8(ascii: "e")) ?? text.endIndex
    let places = text[..<end].indices.filter { Self.digits.contains(text[$0]) }
    for _ in 0..<Self.drawCountMax {
      let drawn = places.map { _ in random.index(below: Self.digits.count) }
      if let number = self.number(drawn, at: places, in: text) { return number }
    }
    var digits = places.map { _ in 0 }
    let form = places.map { _ in Self.digits }
    for _ in 0..<Self.stepCountMax {
      if let number = self.number(digits, at: places, in: text) { return number }
      guard Self.advance(&digits, in: form) else { break }
    }
    return number
  }

  /// Returns the number with other digits at some places of its text; `nil` if its text then has
  /// another form, or if it replaces another number.
  private func number(_ digits: [Int], at places: [Int], in text: [UInt8]) -> JSONValue? {
    var text = text
    for (place, digit) in zip(places, digits) { text[place] = Self.digits[digit] }
    guard let number = try? JSONParser().parse(text), number.canonicalText.utf8.elementsEqual(text),
      !usedNumbers.contains(number)
    else { return nil }
    return number
  }

  private static let digits = Array("123456789".utf8)
  /// The number of numbers of a form that are tried in order.
  private static var stepCountMax: Int { 10_000 }
}

/// The scalars that may replace each other.
private struct Alphabets {
  private var known: [Unicode.Scalar: [Unicode.Scalar]] = [:]

  /// Returns the scalars that may replace one, including itself: those of the same category, length
  /// and behaviour in the same 256 code points.
  mutating func alphabet(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if let alphabet = known[scalar] { return alphabet }
    let kind = ScalarKind(scalar)
    let block = scalar.value & ~0xFF
    let alphabet =
      kind.mayBeReplaced
      ? (block...block + 0xFF).compactMap { Unicode.Scalar($0) }.filter { ScalarKind($0) == kind }
      : [scalar]
    for member in alphabet { known[member] = alphabet }
    return alphabet
  }
}

/// The properties that a scalar shares with those that may replace it.
private struct ScalarKind: Equatable {
  private let category: Unicode.GeneralCategory
  private let byteCount: Int
  private let isEmoji: Bool
  private let isModifier: Bool
  let mayBeReplaced: Bool

  init(_ scalar: Unicode.Scalar) {
    let properties = scalar.properties
    category = properties.generalCategory
    byteCount = UTF8.width(scalar)
    isEmoji = properties.isEmojiPresentation
    isModifier = properties.isEmojiModifier
    mayBeReplaced =
      switch category {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter,
        .decimalNumber, .letterNumber, .otherNumber:
        true
      case .otherSymbol: !isModifier && properties.isEmojiPresentation
      default: false
      }
  }
}

/// Random numbers from a seed (Steele, Lea, Flood, *Fast Splittable Pseudorandom Number
/// Generators*, 2014).
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension RandomNumberGenerator {
  /// Returns a number from 0 up to, but not including, `count`.
  fileprivate mutating func index(below count: Int) -> Int {
    Int.random(in: 0..<count, using: &self)
  }
}
