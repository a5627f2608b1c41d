package import RosterCore

/// The items of a leaf page as a JSON array of numbers, which a plain SQL shell can read.
package enum LeafItemsCoding {
  /// The text of a page.
  package static func encode(_ items: ContiguousArray<ItemID>) -> String {
    String(unsafeUninitializedCapacity: items.count * (DecimalDigits.countMax + 1) + 2) { buffer in
      buffer[0] = UInt8(ascii: "[")
      var end = 1
      for item in items {
        end += DecimalDigits.write(item.rawValue, to: buffer, at: end)
        buffer[end] = UInt8(ascii: ",")
        end += 1
      }
      // The last comma, if any, is replaced by the bracket.
      if items.isEmpty { end += 1 }
      buffer[end - 1] = UInt8(ascii: "]")
      return end
    }
  }

  /// Reads a page.
  ///
  /// - Returns: `nil` if the bytes are not an array of possible item numbers.
  package static func decode(_ bytes: UnsafeRawBufferPointer) -> ContiguousArray<ItemID>? {
    guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") else { return nil }
    var items: ContiguousArray<ItemID> = []
    items.reserveCapacity(PageSizes.standard.capacity)
    var number = 0
    var digitCount = 0
    for (position, byte) in zip(1..., bytes.dropFirst()) {
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), digitCount < 13 {
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
        digitCount += 1
      } else if byte == UInt8(ascii: position == bytes.count - 1 ? "]" : ","), number > 0,
        number < 1 << RowKey.numberBits
      {
        items.append(ItemID(rawValue: number))
        number = 0
        digitCount = 0
      } else {
        return nil
      }
    }
    return items
  }
}

/// Writes the digits of numbers, of which pages and records consist.
enum DecimalDigits {
  /// The maximum number of digits of a number.
  static let countMax = 19

  /// Writes the digits of a number that is not negative, two at a time.
  ///
  /// - Returns: The number of digits.
  static func write(
    _ number: Int, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    var rest = UInt(bitPattern: number)
    let count = count(rest)
    var position = start &+ count
    while rest >= 100 {
      let quotient = rest / 100
      position &-= 2
      writePair(rest &- quotient &* 100, to: buffer, at: position)
      rest = quotient
    }
    if rest >= 10 {
      writePair(rest, to: buffer, at: start)
    } else {
      buffer[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
    }
    return count
  }

  private static func writePair(
    _ number: UInt, to buffer: UnsafeMutableBufferPointer<UInt8>, at position: Int
  ) {
    let pair = pairs.utf8Start + Int(bitPattern: number &* 2)
    buffer[position] = pair[0]
    buffer[position &+ 1] = pair[1]
  }

  /// The digits of all numbers below 100.
  private static let pairs: StaticString = """
    0001020304050607080910111213141516171819\
    2021222324252627282930313233343536373839\
    4041424344454647484950515253545556575859\
    6061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """

  fileprivate static func count(_ number: UInt) -> Int {
    switch number {
    case ..<10: return 1
    case ..<100: return 2
    case ..<1_000: return 3
    case ..<10_000: return 4
    case ..<100_000: return 5
    case ..<1_000_000: return 6
    default: break
    }
    var count = 7
    var limit: UInt = 10_000_000
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
    append(contentsOf: repeatElement(0, count: DecimalDigits.count(UInt(bitPattern: number))))
    withUnsafeMutableBufferPointer { _ = DecimalDigits.write(number, to: $0, at: start) }
  }
}
