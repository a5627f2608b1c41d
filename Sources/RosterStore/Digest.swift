internal import RosterCore

/// A digest of a sequence of values, with which a check finds values that were altered later.
///
/// FNV-1a, 64 bit. Each value begins with its kind and ends with its length, so that two different
/// sequences never give the same bytes.
struct Digest {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}

  /// Continues a digest that SQLite keeps.
  init(after value: Int) { state = UInt64(bitPattern: Int64(value)) }

  /// The digest as an SQLite integer.
  var value: Int { Int(Int64(bitPattern: state)) }

  mutating func add(_ kind: Unicode.Scalar, _ bytes: some Collection<UInt8>) {
    add(UInt8(ascii: kind))
    let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      for byte in buffer { add(byte) }
    }
    if isContiguous == nil {
      for byte in bytes { add(byte) }
    }
    withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { for byte in $0 { add(byte) } }
  }

  mutating func add(_ kind: Unicode.Scalar, _ number: Int) {
    withUnsafeBytes(of: Int64(number).littleEndian) { add(kind, $0) }
  }

  /// Adds a number; `nil` stands for a missing one.
  mutating func add(_ number: Int?) {
    if let number { add("I", number) } else { add("N", []) }
  }

  mutating func add(_ value: StoredValue) {
    switch value {
    case .null: add("N", [])
    case .text(let text): add("T", text.utf8)
    case .blob(let bytes): add("B", bytes)
    }
  }

  private mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }
}

/// A hash of words with one multiplication for each: a commit hashes whole pages.
struct WordMixer {
  private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  init() {}

  mutating func add(_ word: Int) {
    state = (state ^ UInt64(bitPattern: Int64(word))) &* 0xd6e8_feb8_6659_fd93
    state ^= state >> 32
  }

  /// The hash as an SQLite integer.
  var value: Int { Int(Int64(bitPattern: state)) }
}
