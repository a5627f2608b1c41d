/// Numbers as ECMAScript's `Number::toString` writes them, which is the form that RFC 8785
/// requires.
///
/// Swift finds the same digits, the shortest ones that read back as the same number, but formats
/// them differently: `1e+16` and `1e-05` where ECMAScript has `10000000000000000` and `0.00001`.
struct CanonicalNumber {
  /// The significant digits, without zeros at either end.
  private var digits: [UInt8] = []

  /// The position of the decimal point, counted from the first digit; negative to the left of it.
  private var pointOffset = 0

  static func append(_ value: Double, to bytes: inout [UInt8]) {
    guard value.isFinite else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    if let whole = JSONValue.number(value).intValue {
      bytes.append(contentsOf: whole.description.utf8)
      return
    }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    CanonicalNumber(swiftText: value.magnitude.description).append(to: &bytes)
  }

  /// Parses the `Double.description` of a positive number: `123.45` or `1.2345e-07`.
  private init(swiftText: String) {
    var digitsBeforePoint: Int?
    var exponent = 0
    var rest = swiftText.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "."):
        digitsBeforePoint = digits.count
      case UInt8(ascii: "e"):
        exponent = Int(Substring(rest)) ?? 0
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
  }

  private func append(to bytes: inout [UInt8]) {
    let zero = UInt8(ascii: "0")
    let point = UInt8(ascii: ".")
    switch pointOffset {
    case digits.count...21 where digits.count <= 21:
      bytes.append(contentsOf: digits)
      bytes.append(contentsOf: repeatElement(zero, count: pointOffset - digits.count))
    case 1...21:
      bytes.append(contentsOf: digits[..<pointOffset])
      bytes.append(point)
      bytes.append(contentsOf: digits[pointOffset...])
    case -5...0:
      bytes.append(contentsOf: [zero, point])
      bytes.append(contentsOf: repeatElement(zero, count: -pointOffset))
      bytes.append(contentsOf: digits)
    default:
      bytes.append(contentsOf: digits.prefix(1))
      if digits.count > 1 {
        bytes.append(point)
        bytes.append(contentsOf: digits.dropFirst())
      }
      bytes.append(contentsOf: pointOffset > 0 ? "e+".utf8 : "e-".utf8)
      bytes.append(contentsOf: (pointOffset - 1).magnitude.description.utf8)
    }
  }
}
