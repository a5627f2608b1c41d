/// The bytes of a file, or of a part of it, in which numbers stand at offsets.
///
/// The file comes from elsewhere: what it says is at an offset may not be there.
struct FileBytes {
  let bytes: ArraySlice<UInt8>
  /// Whether the first byte of a number is the smallest one.
  var isLittleEndian = false

  init(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool = false) {
    (self.bytes, self.isLittleEndian) = (bytes, isLittleEndian)
  }

  /// Returns so many bytes; `nil` if there are not as many.
  func part(at offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
      return nil
    }
    let start = bytes.startIndex + offset
    return bytes[start..<start + count]
  }

  /// Returns a number of up to four bytes.
  func number(at offset: Int, _ count: Int) -> Int? {
    part(at: offset, count).map { part in
      (isLittleEndian ? part.reversed() : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// Returns a number of 16 bits before the point and 16 behind it, as profiles have them.
  func fixed(at offset: Int) -> Double? {
    number(at: offset, 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
  }
}
