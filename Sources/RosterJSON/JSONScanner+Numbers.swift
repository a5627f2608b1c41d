extension JSONScanner {
  mutating func parseNumber() throws(JSONParseError) -> Double {
    let start = position
    let isNegative = take(UInt8(ascii: "-"))
    let digitsStart = position
    var whole: UInt64 = 0
    while let digit = currentDigit {
      whole = whole &* 10 &+ UInt64(digit)
      position += 1
    }
    let digitCount = position - digitsStart
    guard digitCount > 0 else { throw failure("expected a digit after '-'") }
    if digitCount > 1, bytes[digitsStart] == UInt8(ascii: "0") {
      throw failure("a number must not start with 0", at: digitsStart)
    }
    let hasFraction = try skipFraction()
    let hasExponent = try skipExponent()
    // Eighteen digits fit into 64 bits, and the conversion rounds them correctly.
    if digitCount <= 18, !hasFraction, !hasExponent {
      return isNegative ? -Double(whole) : Double(whole)
    }
    let text = bytes[start..<position]
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      throw failure("the number is too large", at: start)
    }
    return value
  }

  private mutating func skipFraction() throws(JSONParseError) -> Bool {
    guard take(UInt8(ascii: ".")) else { return false }
    try skipDigits("expected a digit after '.'")
    return true
  }

  private mutating func skipExponent() throws(JSONParseError) -> Bool {
    guard take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) else { return false }
    _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
    try skipDigits("expected a digit in the exponent")
    return true
  }

  private mutating func skipDigits(_ message: String) throws(JSONParseError) {
    guard currentDigit != nil else { throw failure(message) }
    while currentDigit != nil { position += 1 }
  }

  private var currentDigit: UInt8? {
    let value = current &- UInt8(ascii: "0")
    return value < 10 ? value : nil
  }
}
