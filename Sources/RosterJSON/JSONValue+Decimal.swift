extension JSONValue {
  /// A number that no `Double` stands for, such as 2⁵³ + 1: all of its digits.
  ///
  /// A `Double` stands for the one number that its shortest text says. So 9007199254740992 and 0.1 are
  /// a ``JSONValue/number(_:)``, and these are not:
  ///
  ///     9007199254740993          the closest Double says 9007199254740992
  ///     738529527931269425        738529527931269400
  ///     0.10000000000000001       0.1
  ///
  /// Each number has one form, and equal decimals have the same text, whichever way they were written.
  public struct Decimal: Sendable, Hashable, CustomStringConvertible {
    /// The digits, as in canonical JSON: no zeros that say nothing, and an exponent only if the number is
    /// closer to 0 than 10⁻⁶.
    public let description: String

    fileprivate init(_ number: CanonicalNumber) { description = number.exactText }

    /// Takes the text of an integer if it is plain that no `Double` stands for it, and that it could not be
    /// written in fewer characters, as with most identifiers of 64 bits.
    init?(plainDigits text: UnsafeBufferPointer<UInt8>, count: Int) {
      guard count > doubleDigitCountMax, count < wholeDigitCountMax,
        text.last != UInt8(ascii: "0")
      else { return nil }
      description = String(decoding: text, as: UTF8.self)
    }

    /// The `Double` that is closest to the number.
    public var closestDouble: Double { Double(description) ?? 0 }
  }
}

/// Why a number that is valid JSON is not kept, for people.
struct UnkeptNumber: Error { let message: String }

extension JSONValue {
  /// The most digits that a number has behind the point. Each `Double`, written with all of its digits,
  /// has fewer.
  static let fractionDigitCountMax = 1_100
  /// The digits before the point of the largest `Double`.
  fileprivate static let wholeDigitCountMax = 309
  /// The most digits of the shortest text of a `Double`.
  fileprivate static let doubleDigitCountMax = 17

  /// Returns the number that a text of JSON says, exactly.
  ///
  /// - Parameter text: A number by the grammar of JSON.
  /// - Throws: If the number is beyond the largest `Double`, or has too many digits.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  static func exactNumber(_ text: some Collection<UInt8>) throws(UnkeptNumber) -> JSONValue {
    let number = CanonicalNumber(text)
    guard number.pointOffset <= wholeDigitCountMax else { throw .tooLarge }
    guard number.fractionDigitCount <= fractionDigitCountMax else {
      throw UnkeptNumber(
        message: "the number has more than \(fractionDigitCountMax) digits behind the point")
    }
    let decimal = Decimal(number)
    let isCertainlyFinite = number.pointOffset < wholeDigitCountMax
    if isCertainlyFinite, number.digits.count > doubleDigitCountMax { return .decimal(decimal) }
    let closest = decimal.closestDouble
    guard closest.isFinite else { throw .tooLarge }
    return CanonicalNumber(closest.description.utf8) == number
      ? .number(closest) : .decimal(decimal)
  }

  /// Returns an integer that has more than 53 bits.
  @usableFromInline
  static func longInteger(_ digits: String) -> JSONValue {
    // Integers beyond the largest `Double` have more than 1,024 bits, and no type of integers has them.
    (try? exactNumber(digits.utf8)) ?? .number(Double(digits) ?? .nan)
  }
}

extension UnkeptNumber {
  fileprivate static var tooLarge: UnkeptNumber { UnkeptNumber(message: "the number is too large") }
}
