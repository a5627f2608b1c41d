/// Random numbers that are the same for the same seed on every platform: SplitMix64 (Steele, Lea, Flood, *Fast
/// Splittable Pseudorandom Number Generators*, 2014).
///
///     var random = SeededRandom(seed: 7)
///     let sender = ["ada", "bob"].randomElement(using: &random)
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator that gives the row of numbers of a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to, not including, `count`; 0 if `count` is 0.
  public mutating func index(below count: Int) -> Int {
    count > 1 ? Int(next() % UInt64(count)) : 0
  }

  /// Returns whether something happens that happens in so many of a hundred cases.
  public mutating func happens(percent: Int) -> Bool { index(below: 100) < percent }
}
