/// A decimal number by its digits: the value that a text of JSON has, or the shortest text of a `Double`.
///
///     -120.50    −, digits 1205, point behind the third one
///     1.5e-07    digits 15, point 6 places to the left of the first one
///
/// Equal values have the same digits, however they are written.
package struct CanonicalNumber: Equatable {
  package private(set) var isNegative = false

  /// The significant digits, without zeros at either end; none for 0.
  package private(set) var digits: [UInt8] = []

  /// The position of the decimal point, counted from the first digit; negative to the left of it.
  package private(set) var pointOffset = 0

  /// Reads a number as JSON writes it, or as `Double.description` does.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package init(_ text: some Collection<UInt8>) {
    digits.reserveCapacity(min(text.count, 24))
    var digitsBeforePoint: Int?
    var exponent = 0
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "-"):
        isNegative = true
      case UInt8(ascii: "."):
        digitsBeforePoint = digits.count
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        exponent = Self.exponent(rest)
        rest = rest[rest.endIndex...]
      default:
        digits.append(byte)
      }
    }
    pointOffset = (digitsBeforePoint ?? digits.count) + exponent
    let zero = UInt8(ascii: "0")
    let leadingZeroCount = digits.prefix { $0 == zero }.count
    digits.removeFirst(leadingZeroCount)
    pointOffset -= leadingZeroCount
    while digits.last == zero { digits.removeLast() }
    if digits.isEmpty { (isNegative, pointOffset) = (false, 0) }
  }

  /// Reads an exponent. One that is farther from 0 than any text has digits counts as that far.
  private static func exponent(_ text: some Collection<UInt8>) -> Int {
    var magnitude = 0
    for byte in text where byte != UInt8(ascii: "+") && byte != UInt8(ascii: "-") {
      magnitude = min(magnitude * 10 + Int(byte - UInt8(ascii: "0")), 1 << 40)
    }
    return text.first == UInt8(ascii: "-") ? -magnitude : magnitude
  }

  /// The number of digits behind the decimal point.
  var fractionDigitCount: Int { max(0, digits.count - pointOffset) }

  /// Appends the shortest text of a `Double` as ECMAScript's `Number::toString` writes it, which is the
  /// form that RFC 8785 requires.
  ///
  /// Swift finds the same digits, the shortest ones that read back as the same number, but formats
  /// them differently: `1e+16` and `1e-05` where ECMAScript has `10000000000000000` and `0.00001`.
  static func append(_ value: Double, to bytes: inout [UInt8]) {
    guard value.isFinite else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    if let whole = JSONValue.number(value).intValue {
      bytes.append(contentsOf: whole.description.utf8)
      return
    }
    CanonicalNumber(value.description.utf8).append(to: &bytes, wholeDigitCountMax: 21)
  }

  /// Appends the number as ECMAScript would write it if it kept all digits. A number with more digits
  /// before the point than `wholeDigitCountMax` has an exponent.
  func append(to bytes: inout [UInt8], wholeDigitCountMax: Int = .max) {
    let zero = UInt8(ascii: "0")
    let point = UInt8(ascii: ".")
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    if digits.isEmpty {
      bytes.append(zero)
    } else if pointOffset < -5 || pointOffset > wholeDigitCountMax {
      bytes.append(contentsOf: digits.prefix(1))
      if digits.count > 1 {
        bytes.append(point)
        bytes.append(contentsOf: digits.dropFirst())
      }
      bytes.append(contentsOf: pointOffset > 0 ? "e+".utf8 : "e-".utf8)
      bytes.append(contentsOf: (pointOffset - 1).magnitude.description.utf8)
    } else if pointOffset <= 0 {
      bytes.append(contentsOf: [zero, point])
      bytes.append(contentsOf: repeatElement(zero, count: -pointOffset))
      bytes.append(contentsOf: digits)
    } else if pointOffset < digits.count {
      bytes.append(contentsOf: digits[..<pointOffset])
      bytes.append(point)
      bytes.append(contentsOf: digits[pointOffset...])
    } else {
      bytes.append(contentsOf: digits)
      bytes.append(contentsOf: repeatElement(zero, count: pointOffset - digits.count))
    }
  }

  /// All digits of the number, with an exponent only if it is closer to 0 than 10⁻⁶.
  var exactText: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
