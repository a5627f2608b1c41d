/// The pasted text that was not told of yet.
struct PasteBuffer {
  private static let end = Array("\u{1B}[201~".utf8)
  /// As many bytes are told of at once.
  private static let byteCountMax = 4096

  private var bytes: [UInt8] = []
  /// How many bytes of the sequence at the end have come. They are not in `bytes`.
  private var endCount = 0

  /// Whether there is text to tell of. A scalar that is not complete does not count.
  var hasText: Bool { wholeScalars > 0 }

  enum Step {
    case nothing
    case text(String)
    case end(String?)
  }

  mutating func add(_ byte: UInt8) -> Step {
    if byte == Self.end[endCount] {
      endCount += 1
      if endCount < Self.end.count { return .nothing }
      endCount = 0
      return .end(bytes.isEmpty ? nil : take(bytes.count))
    }
    // The escape stands only at the beginning of the sequence.
    bytes += Self.end[..<endCount]
    endCount = 0
    if byte == Self.end[0] {
      endCount = 1
    } else {
      bytes.append(byte)
    }
    guard bytes.count >= Self.byteCountMax else { return .nothing }
    return .text(take(wholeScalars))
  }

  /// Returns what has come until now, apart from a scalar that is not complete.
  mutating func takeText() -> String? {
    let count = wholeScalars
    return count > 0 ? take(count) : nil
  }

  /// The number of bytes before a scalar at the end that may not be complete.
  private var wholeScalars: Int {
    let start = bytes.suffix(3).lastIndex { $0 >= 0xC0 }
    guard let start else { return bytes.count }
    let length = bytes[start] >= 0xF0 ? 4 : bytes[start] >= 0xE0 ? 3 : 2
    return bytes.count - start < length ? start : bytes.count
  }

  private mutating func take(_ count: Int) -> String {
    defer { bytes.removeFirst(count) }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
