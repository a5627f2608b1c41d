package import RosterCore
internal import RosterJSON

/// A digest of a sequence of values, with which a check finds values that were altered later.
///
/// FNV-1a, 64 bit. Each value begins with its kind and ends with its length, so that two different
/// sequences never give the same bytes.
package struct Digest {
  private var hash = FNV1a()

  /// Makes the digest of nothing.
  package init() {}

  /// Continues a digest that SQLite keeps.
  package init(after value: Int) { hash = FNV1a(after: UInt64(bitPattern: Int64(value))) }

  /// The digest as an SQLite integer.
  package var value: Int { Int(Int64(bitPattern: hash.value)) }

  /// The digest as 16 hexadecimal digits.
  package var text: String { hash.hex }

  package mutating func add(_ kind: Unicode.Scalar, _ bytes: some Collection<UInt8>) {
    hash.add(UInt8(ascii: kind))
    hash.add(bytes)
    withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { hash.add($0) }
  }

  package mutating func add(_ kind: Unicode.Scalar, _ number: Int) {
    withUnsafeBytes(of: Int64(number).littleEndian) { add(kind, $0) }
  }

  /// Adds a number; `nil` stands for a missing one.
  package mutating func add(_ number: Int?) {
    if let number { add("I", number) } else { add("N", []) }
  }

  /// Adds the key of an item.
  package mutating func add(key: ModelKey) {
    switch key {
    case .integer(let number): add("J", number)
    case .text(let text): add("K", text.utf8)
    }
  }

  package mutating func add(_ value: StoredValue) {
    switch value {
    case .null: add("N", [])
    case .text(let text): add("T", text.utf8)
    case .blob(let bytes): add("B", bytes)
    }
  }
}

/// A hash of words with one multiplication for each: a commit hashes whole pages.
package struct WordMixer {
  private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Makes the hash of nothing.
  package init() {}

  package mutating func add(_ word: Int) {
    state = (state ^ UInt64(bitPattern: Int64(word))) &* 0xd6e8_feb8_6659_fd93
    state ^= state >> 32
  }

  /// The hash as an SQLite integer.
  package var value: Int { Int(Int64(bitPattern: state)) }
}
