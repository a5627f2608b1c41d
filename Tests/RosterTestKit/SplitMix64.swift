/// A small generator of random numbers that gives the same row for the same seed on every platform
/// (Steele, Lea, Flood, *Fast Splittable Pseudorandom Number Generators*, 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, `count`; 0 if `count` is 0.
  package mutating func index(below count: Int) -> Int {
    count > 1 ? Int.random(in: 0..<count, using: &self) : 0
  }

  /// Whether something happens that happens in so many of a hundred cases.
  package mutating func happens(percent: Int) -> Bool { index(below: 100) < percent }
}
