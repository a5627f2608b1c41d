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
