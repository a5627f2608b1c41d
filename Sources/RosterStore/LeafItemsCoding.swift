internal import RosterCore

/// The items of a leaf page as a JSON array of numbers, which a plain SQL shell can read.
enum LeafItemsCoding {
  static func encode(_ items: ContiguousArray<ItemID>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(items.count * 8 + 2)
    bytes.append(UInt8(ascii: "["))
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(item.rawValue, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Returns: `nil` if the bytes are anything else than an array of positive numbers.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> ContiguousArray<ItemID>? {
    guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") else { return nil }
    var items: ContiguousArray<ItemID> = []
    items.reserveCapacity(LeafPage.capacity)
    var number = 0
    var digitCount = 0
    for byte in bytes.dropFirst() {
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), digitCount < 13 {
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
        digitCount += 1
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]"), digitCount > 0 {
        items.append(ItemID(rawValue: number))
        number = 0
        digitCount = 0
      } else {
        return nil
      }
    }
    return items
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }
}
