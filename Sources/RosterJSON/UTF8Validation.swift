/// Validates UTF-8 (Unicode 16, table 3-7: no surrogates, no overlong forms).
extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first byte that starts no valid sequence of UTF-8, or `nil` if there is none.
  var firstInvalidUTF8Offset: Int? {
    var offset = 0
    while offset < count {
      let length = utf8SequenceLength(at: offset)
      guard length > 0 else { return offset }
      offset += length
    }
    return nil
  }

  /// Returns the length of the valid sequence that starts at `offset`, or 0.
  private func utf8SequenceLength(at offset: Int) -> Int {
    let length: Int
    let secondByteRange: ClosedRange<UInt8>
    switch self[offset] {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: (length, secondByteRange) = (2, 0x80...0xBF)
    case 0xE0: (length, secondByteRange) = (3, 0xA0...0xBF)
    case 0xED: (length, secondByteRange) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, secondByteRange) = (3, 0x80...0xBF)
    case 0xF0: (length, secondByteRange) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, secondByteRange) = (4, 0x80...0xBF)
    case 0xF4: (length, secondByteRange) = (4, 0x80...0x8F)
    default: return 0
    }
    guard offset + length <= count, secondByteRange ~= self[offset + 1] else { return 0 }
    let others = self[(offset + 2)..<(offset + length)]
    return others.allSatisfy { 0x80...0xBF ~= $0 } ? length : 0
  }
}

extension String {
  /// Makes a text of its UTF-8; `nil` if the bytes are not valid.
  ///
  /// `String(validating:as:)` does the same, but systems before macOS 15 and iOS 18 lack it.
  ///
  /// - Complexity: O(*n*).
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    let isValid =
      bytes.withContiguousStorageIfAvailable { $0.firstInvalidUTF8Offset == nil }
      ?? Array(bytes).withUnsafeBufferPointer { $0.firstInvalidUTF8Offset == nil }
    guard isValid else { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
