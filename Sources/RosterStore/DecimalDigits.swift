/// The digits of numbers, which pages and records consist of.
enum DecimalDigits {
  /// The most digits that a number has.
  static let countMax = 19

  /// Writes the digits of a number that is not negative.
  ///
  /// - Returns: How many there are.
  static func write(
    _ number: Int, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    var rest = UInt(bitPattern: number)
    let count = count(rest)
    var position = start &+ count
    repeat {
      let quotient = rest / 10
      position &-= 1
      buffer[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest &- quotient &* 10)
      rest = quotient
    } while position > start
    return count
  }

  private static func count(_ number: UInt) -> Int {
    var count = 1
    var limit: UInt = 10
    while number >= limit, count < countMax {
      limit &*= 10
      count &+= 1
    }
    return count
  }
}

extension [UInt8] {
  /// Appends the digits of a number that is not negative.
  mutating func appendDecimal(_ number: Int) {
    if number < 10 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
      return
    }
    let start = count
    append(contentsOf: repeatElement(0, count: DecimalDigits.countMax))
    let count = withUnsafeMutableBufferPointer { DecimalDigits.write(number, to: $0, at: start) }
    removeLast(DecimalDigits.countMax - count)
  }
}
