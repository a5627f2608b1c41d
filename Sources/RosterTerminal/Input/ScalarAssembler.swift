/// Puts scalars together from the bytes of UTF-8, one by one.
struct ScalarAssembler {
  private var value: UInt32 = 0
  private var missing = 0
  /// What the next byte may be. It rules out overlong forms, surrogates and what is beyond Unicode.
  private var range: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether bytes of a scalar are missing.
  var isWaiting: Bool { missing > 0 }

  enum Step: Equatable {
    case scalar(Unicode.Scalar)
    case needsMore
    /// The bytes before this one make no scalar, and this one is to be read again.
    case rejected
    /// The byte begins no scalar.
    case invalid
  }

  mutating func add(_ byte: UInt8) -> Step {
    guard isWaiting else { return begin(byte) }
    guard range.contains(byte) else {
      missing = 0
      return .rejected
    }
    value = value << 6 | UInt32(byte & 0x3F)
    range = 0x80...0xBF
    missing -= 1
    return missing > 0 ? .needsMore : Unicode.Scalar(value).map { .scalar($0) } ?? .invalid
  }

  private mutating func begin(_ byte: UInt8) -> Step {
    range = 0x80...0xBF
    switch byte {
    case 0..<0x80: return .scalar(Unicode.Scalar(byte))
    case 0xC2...0xDF: (missing, value) = (1, UInt32(byte & 0x1F))
    case 0xE0...0xEF:
      (missing, value) = (2, UInt32(byte & 0x0F))
      if byte == 0xE0 { range = 0xA0...0xBF }
      if byte == 0xED { range = 0x80...0x9F }
    case 0xF0...0xF4:
      (missing, value) = (3, UInt32(byte & 0x07))
      if byte == 0xF0 { range = 0x90...0xBF }
      if byte == 0xF4 { range = 0x80...0x8F }
    default: return .invalid
    }
    return .needsMore
  }

  mutating func reset() { missing = 0 }
}
