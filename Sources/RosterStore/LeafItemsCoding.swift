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
    items.reserveCapacity(LeafPage.capacity)
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
