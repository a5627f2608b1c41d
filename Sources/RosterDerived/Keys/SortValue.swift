/// What derived lists are sorted and grouped by: a value with a form as bytes that stand in the order of the values.
///
///     enum Priority: Int, Codable, SortValue { case high, normal, low }
///
/// Bytes are compared one by one, as unsigned numbers. No form of a value is the beginning of that of another value, so
/// the forms of several values can stand one behind the other. The forms are kept in files: they must never change, and
/// are the same on all platforms.
public protocol SortValue: Hashable, Sendable {
  /// Appends the form of the value.
  func appendSortBytes(to bytes: inout [UInt8])

  /// Takes a value off the front of some bytes.
  ///
  /// - Returns: The value; `nil` if no value has such a form.
  init?(takingSortBytesFrom bytes: inout ArraySlice<UInt8>)
}

extension SortValue {
  /// The form of the value.
  var sortBytes: [UInt8] {
    var bytes: [UInt8] = []
    appendSortBytes(to: &bytes)
    return bytes
  }
}

extension SortValue where Self: RawRepresentable, RawValue: SortValue {
  /// Appends the form of the raw value.
  public func appendSortBytes(to bytes: inout [UInt8]) { rawValue.appendSortBytes(to: &bytes) }

  /// Takes a raw value off the front of some bytes.
  public init?(takingSortBytesFrom bytes: inout ArraySlice<UInt8>) {
    guard let rawValue = RawValue(takingSortBytesFrom: &bytes) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension [UInt8] {
  /// Appends the bytes of a number, the highest first.
  fileprivate mutating func appendNumber(_ number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  /// Appends bytes, and an end that no others have inside: a zero byte is written as 00 FF, the end as 00 00.
  mutating func appendEnded(_ content: some Sequence<UInt8>) {
    for byte in content {
      append(byte)
      if byte == 0 { append(0xFF) }
    }
    append(0)
    append(0)
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func takeNumber() -> UInt64? {
    guard count >= 8 else { return nil }
    let number = prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    removeFirst(8)
    return number
  }

  mutating func takeEnded() -> [UInt8]? {
    var content: [UInt8] = []
    while let byte = popFirst() {
      if byte == 0 {
        switch popFirst() {
        case 0: return content
        case 0xFF: break
        default: return nil
        }
      }
      content.append(byte)
    }
    return nil
  }
}

private let signBit: UInt64 = 1 << 63

extension SortValue where Self: SignedInteger & FixedWidthInteger {
  /// Appends 8 bytes, the highest first, with the sign bit inverted.
  public func appendSortBytes(to bytes: inout [UInt8]) {
    bytes.appendNumber(UInt64(bitPattern: Int64(self)) ^ signBit)
  }

  /// Takes 8 bytes.
  public init?(takingSortBytesFrom bytes: inout ArraySlice<UInt8>) {
    guard let number = bytes.takeNumber() else { return nil }
    self.init(exactly: Int64(bitPattern: number ^ signBit))
  }
}

extension SortValue where Self: UnsignedInteger & FixedWidthInteger {
  /// Appends 8 bytes, the highest first.
  public func appendSortBytes(to bytes: inout [UInt8]) { bytes.appendNumber(UInt64(self)) }

  /// Takes 8 bytes.
  public init?(takingSortBytesFrom bytes: inout ArraySlice<UInt8>) {
    guard let number = bytes.takeNumber() else { return nil }
    self.init(exactly: number)
  }
}

extension Int: SortValue {}
extension Int64: SortValue {}
extension Int32: SortValue {}
extension Int16: SortValue {}
extension Int8: SortValue {}
extension UInt: SortValue {}
extension UInt64: SortValue {}
extension UInt32: SortValue {}
extension UInt16: SortValue {}
extension UInt8: SortValue {}

extension Bool: SortValue {
  /// Appends 0 or 1: what is false comes first.
  public func appendSortBytes(to bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }

  /// Takes a byte.
  public init?(takingSortBytesFrom bytes: inout ArraySlice<UInt8>) {
    guard let byte = bytes.popFirst(), byte < 2 else { return nil }
    self = byte == 1
  }
}

extension Double: SortValue {
  /// Appends 8 bytes: the bits with the sign bit inverted, or all bits inverted if the number is negative.
  ///
  /// −0 is 0, and every NaN is one value that stands behind infinity.
  public func appendSortBytes(to bytes: inout [UInt8]) {
    if isNaN { return bytes.appendNumber(UInt64.max) }
    let bits = self == 0 ? 0 : bitPattern
    bytes.appendNumber(bits & signBit == 0 ? bits | signBit : ~bits)
  }

  /// Takes 8 bytes.
  public init?(takingSortBytesFrom bytes: inout ArraySlice<UInt8>) {
    guard let number = bytes.takeNumber() else { return nil }
    if number == UInt64.max {
      self = .nan
    } else {
      self.init(bitPattern: number & signBit == 0 ? ~number : number ^ signBit)
    }
  }
}

extension String: SortValue {
  /// Appends the UTF-8 with an end: texts stand in the order of their code points. A zero byte is written as 00 FF, the
  /// end as 00 00.
  ///
  /// For an order that people expect, sort by a text that is made for it, such as `title.lowercased()`.
  public func appendSortBytes(to bytes: inout [UInt8]) { bytes.appendEnded(utf8) }

  /// Takes bytes up to the end of the text.
  public init?(takingSortBytesFrom bytes: inout ArraySlice<UInt8>) {
    guard let content = bytes.takeEnded() else { return nil }
    self.init(validating: content, as: UTF8.self)
  }
}

extension Optional: SortValue where Wrapped: SortValue {
  /// Appends 1 for `nil`, which stands first, and 2 before a value.
  public func appendSortBytes(to bytes: inout [UInt8]) {
    guard let value = self else { return bytes.append(1) }
    bytes.append(2)
    value.appendSortBytes(to: &bytes)
  }

  /// Takes 1, or 2 and a value.
  public init?(takingSortBytesFrom bytes: inout ArraySlice<UInt8>) {
    switch bytes.popFirst() {
    case 1: self = .none
    case 2:
      guard let value = Wrapped(takingSortBytesFrom: &bytes) else { return nil }
      self = .some(value)
    default: return nil
    }
  }
}
