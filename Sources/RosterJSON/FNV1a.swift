/// FNV-1a, 64 bit: a hash of bytes that is the same in every process. It finds damage, not malice.
///
/// Everything is inlinable, since a digest adds single bytes of other rooms.
@usableFromInline
package struct FNV1a: Hashable, Sendable {
  /// The hash of the bytes so far.
  @usableFromInline package internal(set) var value: UInt64

  /// Makes the hash of no bytes, or continues another one.
  @inlinable package init(after value: UInt64 = 0xcbf2_9ce4_8422_2325) { self.value = value }

  /// Makes the hash of some bytes.
  @inlinable package init(of bytes: some Sequence<UInt8>) {
    self.init()
    add(bytes)
  }

  /// The hash as 16 lower-case hexadecimal digits.
  package var hex: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Adds a byte.
  @inlinable package mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  /// Adds bytes.
  @inlinable package mutating func add(_ bytes: some Sequence<UInt8>) {
    // One call for all bytes instead of one for each byte if this is not specialized for the
    // sequence.
    let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      for byte in buffer { add(byte) }
    }
    if isContiguous == nil {
      for byte in bytes { add(byte) }
    }
  }
}
