internal import RosterCore

/// The items of a leaf page as a JSON array of numbers, which a plain SQL shell can read.
enum LeafItemsCoding {
  static func encode(_ items: ContiguousArray<ItemID>) -> String {
    // Every item is a number of at most 19 digits and a comma or bracket.
    String(unsafeUninitializedCapacity: items.count * 20 + 2) { buffer in
      buffer[0] = UInt8(ascii: "[")
      var end = 1
      for item in items {
        end = write(item.rawValue, to: buffer, at: end)
        buffer[end] = UInt8(ascii: ",")
        end += 1
      }
      // The last comma, if there is one, becomes the bracket.
      if items.isEmpty { end += 1 }
      buffer[end - 1] = UInt8(ascii: "]")
      return end
    }
  }

  /// Writes the digits of a number, and returns where they end.
  private static func write(
    _ number: Int, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    var digitCount = 1
    var rest = number
    while rest >= 10 {
      rest /= 10
      digitCount += 1
    }
    rest = number
    for offset in (0..<digitCount).reversed() {
      buffer[start + offset] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return start + digitCount
  }

  /// - Returns: `nil` if the bytes are anything else than an array of positive numbers.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> ContiguousArray<ItemID>? {
    guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") else { return nil }
    var items: ContiguousArray<ItemID> = []
    items.reserveCapacity(LeafPage.capacity)
    var number = 0
    var digitCount = 0
    for (position, byte) in zip(1..., bytes.dropFirst()) {
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), digitCount < 13 {
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
        digitCount += 1
      } else if byte == UInt8(ascii: position == bytes.count - 1 ? "]" : ","), digitCount > 0 {
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
