import RosterTestSupport

/// Changes inputs at random: the same ones for the same seed.
struct ByteMutation {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// One of the inputs with up to eight changes, each of one byte or of a run.
  mutating func mutated(_ corpus: [[UInt8]]) -> [UInt8] {
    var bytes = corpus[random.index(below: corpus.count)]
    for _ in 0...random.index(below: 8) {
      let start = random.index(below: bytes.count + 1)
      let end = min(bytes.count, start + random.index(below: 12))
      switch random.index(below: 5) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(UInt8(random.index(below: 256)), at: start)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: random.index(below: bytes.count + 1))
      case 3:
        let other = corpus[random.index(below: corpus.count)]
        let from = random.index(below: other.count + 1)
        bytes.insert(contentsOf: other[from...].prefix(40), at: start)
      default:
        if start < bytes.count { bytes[start] ^= 1 << random.index(below: 8) }
      }
    }
    return bytes
  }
}
