internal import Foundation
internal import RosterJSON

/// Whether canonical JSON, where all numbers are `Double`, keeps the numbers of a text.
///
/// It has not every whole number beyond 2⁵³, and not every `Decimal`: a state with one of the
/// others would come back as something else.
enum NumberPrecision {
  struct Rounded: Error, CustomStringConvertible {
    let digits: String
    var description: String {
      "the number \(digits) has more digits than JSON keeps; encode it as a string"
    }
  }

  /// - Throws: ``Rounded`` for the first number that would be another.
  static func verify(_ text: Data) throws(Rounded) {
    var number: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in text {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if isPartOfNumber(byte) {
        number.append(byte)
      } else {
        try verify(number)
        number.removeAll(keepingCapacity: true)
        isInString = byte == UInt8(ascii: "\"")
      }
    }
    try verify(number)
  }

  private static func verify(_ number: [UInt8]) throws(Rounded) {
    // Fifteen digits always fit into a `Double`.
    guard number.count > 15 else { return }
    let text = String(decoding: number, as: UTF8.self)
    guard let value = Double(text) else { return }
    let canonicalText = JSONValue.number(value).canonicalText
    guard DecimalDigits(text) == DecimalDigits(canonicalText) else {
      throw Rounded(digits: text)
    }
  }

  /// Letters of `true` and `false` count too, which are too few to matter.
  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

/// A number as it is written, apart from where its point and its zeros stand.
private struct DecimalDigits: Equatable {
  private let isNegative: Bool
  private var digits: [UInt8] = []
  /// How far the last digit is to the left of the point.
  private var exponent = 0

  init(_ text: String) {
    isNegative = text.hasPrefix("-")
    let parts = text.split { $0 == "e" || $0 == "E" }
    if parts.count > 1 { exponent = Int(parts[1]) ?? 0 }
    var isFraction = false
    for byte in parts[0].utf8 where byte != UInt8(ascii: "-") {
      if byte == UInt8(ascii: ".") {
        isFraction = true
        continue
      }
      if isFraction { exponent -= 1 }
      if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte) }
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
  }
}
