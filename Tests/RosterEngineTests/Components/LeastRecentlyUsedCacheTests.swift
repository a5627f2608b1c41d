import RosterTestSupport
import Testing

@testable import RosterEngine

/// The cache, compared with a plain array of pairs.
@Suite("Components: cache") struct LeastRecentlyUsedCacheTests {
  /// The pairs, most recently used first.
  private struct NaiveCache {
    let countMax: Int
    var pairs: [(key: Int, value: Int)] = []

    mutating func value(for key: Int) -> Int? {
      guard let index = pairs.firstIndex(where: { $0.key == key }) else { return nil }
      let pair = pairs.remove(at: index)
      pairs.insert(pair, at: 0)
      return pair.value
    }

    mutating func insert(_ value: Int, for key: Int) {
      pairs.removeAll { $0.key == key }
      pairs.insert((key, value), at: 0)
      pairs = Array(pairs.prefix(countMax))
    }

    mutating func remove(_ key: Int) { pairs.removeAll { $0.key == key } }
  }

  @Test(arguments: [0, 1, 2, 3, 7], 0..<4 as Range<UInt64>)
  func doesWhatTheNaiveOneDoes(countMax: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var naive = NaiveCache(countMax: countMax)
    var cache = LeastRecentlyUsedCache<Int, Int>(countMax: countMax)
    for step in 0..<2_000 {
      let key = random.index(below: 10)
      switch random.index(below: 5) {
      case 0 where step % 200 == 199:
        cache.removeAll()
        naive.pairs = []
      case 0, 1:
        cache.insert(step, for: key)
        naive.insert(step, for: key)
      case 2:
        cache.remove(key)
        naive.remove(key)
      default:
        #expect(cache.value(for: key) == naive.value(for: key), "seed \(seed), step \(step)")
      }
      #expect(cache.all.map { $0.key } == naive.pairs.map { $0.key }, "seed \(seed), step \(step)")
      #expect(cache.count == naive.pairs.count)
    }
  }

  @Test func holdsOnToNothingThatHasGone() {
    final class Value: Sendable {}
    var cache = LeastRecentlyUsedCache<Int, Value>(countMax: 2)
    weak var first: Value?
    weak var second: Value?
    do {
      let values = [Value(), Value(), Value()]
      (first, second) = (values[0], values[1])
      for (key, value) in values.enumerated() { cache.insert(value, for: key) }
    }
    #expect(first == nil)
    #expect(second != nil)
    cache.remove(1)
    #expect(second == nil)
    #expect(cache.all.map { $0.key } == [2])
  }
}
