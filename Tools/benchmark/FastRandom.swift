/// Random numbers that cost next to nothing, so that they are not what is measured (SplitMix64:
/// Steele, Lea, Flood, *Fast Splittable Pseudorandom Number Generators*, 2014).
struct FastRandom: RandomNumberGenerator {
  private var state: UInt64 = 42

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
