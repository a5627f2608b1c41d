extension UnsafeBufferPointer<UInt8> {
  /// Returns the scalar that begins at an offset, and its number of bytes.
  ///
  /// The bytes are those of a `String` and so valid UTF-8.
  @inline(__always)
  func scalar(at offset: Int) -> (value: UInt32, length: Int) {
    let first = UInt32(self[offset])
    if first < 0x80 { return (first, 1) }
    if first < 0xE0 { return ((first & 0x1F) << 6 | continuation(offset + 1), 2) }
    if first < 0xF0 {
      let middle = continuation(offset + 1) << 6 | continuation(offset + 2)
      return ((first & 0x0F) << 12 | middle, 3)
    }
    let middle = continuation(offset + 1) << 12 | continuation(offset + 2) << 6
    return ((first & 0x07) << 18 | middle | continuation(offset + 3), 4)
  }

  @inline(__always)
  private func continuation(_ offset: Int) -> UInt32 { UInt32(self[offset] & 0x3F) }

  /// Returns whether a number follows at an offset, after marks on the previous character.
  func numberFollows(at offset: Int) -> Bool {
    var offset = offset
    while offset < count {
      let (value, length) = scalar(at: offset)
      switch LineBreakClass(rawValue: UnicodeTable.shared[value].classValue) {
      case .numeric: return true
      case .combiningMark, .zeroWidthJoiner: offset += length
      default: return false
      }
    }
    return false
  }
}
