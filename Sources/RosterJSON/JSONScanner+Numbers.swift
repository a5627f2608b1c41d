extension JSONScanner {
  mutating func parseNumber() throws(JSONParseError) -> JSONValue {
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
    let fractionDigitCount = try skipFraction()
    let exponentDigitCount = try skipExponent()
    let text = UnsafeBufferPointer(rebasing: bytes[start..<position])
    if fractionDigitCount == 0, exponentDigitCount == 0 {
      // Eighteen digits fit into 64 bits.
      if digitCount <= 18, whole <= 1 << 53 {
        return .number(isNegative ? -Double(whole) : Double(whole))
      }
      if let identifier = JSONValue.Decimal(plainDigits: text, count: digitCount) {
        return .decimal(identifier)
      }
    }
    if let value = shortNumber(text, digitCount + fractionDigitCount, exponentDigitCount) {
      return .number(value)
    }
    do throws(UnkeptNumber) {
      return try .exactNumber(text)
    } catch {
      throw JSONParseError(error.message, at: start, in: bytes, path: "")
    }
  }

  /// Returns a number if it is plain that a `Double` stands for it: of the usual lengths, as `Double`
  /// itself writes it, or with so few digits that each `Double` has them.
  private func shortNumber(
    _ text: UnsafeBufferPointer<UInt8>, _ digitCount: Int, _ exponentDigitCount: Int
  ) -> Double? {
    // The shortest text of a `Double` from 0.0001 to 2⁵³ has at most 17 digits behind zeros.
    guard digitCount <= 21, exponentDigitCount <= 2 else { return nil }
    let text = String(decoding: text, as: UTF8.self)
    // No two numbers with 15 digits share a `Double`, as long as the exponent is not at its ends.
    guard let value = Double(text), digitCount <= 15 || value.description == text else {
      return nil
    }
    return value
  }

  /// Returns the number of digits.
  private mutating func skipFraction() throws(JSONParseError) -> Int {
    guard take(UInt8(ascii: ".")) else { return 0 }
    return try skipDigits("expected a digit after '.'")
  }

  /// Returns the number of digits.
  private mutating func skipExponent() throws(JSONParseError) -> Int {
    guard take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) else { return 0 }
    _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
    return try skipDigits("expected a digit in the exponent")
  }

  private mutating func skipDigits(_ message: String) throws(JSONParseError) -> Int {
    let start = position
    while currentDigit != nil { position += 1 }
    guard position > start else { throw failure(message) }
    return position - start
  }

  private var currentDigit: UInt8? {
    let value = current &- UInt8(ascii: "0")
    return value < 10 ? value : nil
  }
}
