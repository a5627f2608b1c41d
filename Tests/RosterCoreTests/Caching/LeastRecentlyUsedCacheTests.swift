import RosterCore
import RosterTestKit
import Testing

/// The cache, compared with a plain array.
struct LeastRecentlyUsedCacheTests {
  /// The values, most recently used first.
  private struct NaiveCache {
    let costMax: Int
    var entries: [(key: Int, value: Int, cost: Int)] = []

    var cost: Int { entries.reduce(0) { $0 + $1.cost } }

    mutating func value(for key: Int) -> Int? {
      guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = entries.remove(at: index)
      entries.insert(entry, at: 0)
      return entry.value
    }

    mutating func insert(_ value: Int, for key: Int, cost: Int) {
      remove(key)
      guard cost <= costMax else { return }
      entries.insert((key, value, cost), at: 0)
      while self.cost > costMax { entries.removeLast() }
    }

    mutating func remove(_ key: Int) { entries.removeAll { $0.key == key } }
  }

  /// - Parameter mostExpensive: The cost of a value is random, from 0 to this, or 1 if this is 1.
  @Test(arguments: [0, 1, 2, 3, 7, 60], [1, 24])
  func doesWhatTheNaiveOneDoes(costMax: Int, mostExpensive: Int) {
    for seed in 0..<4 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var naive = NaiveCache(costMax: costMax)
      var cache = LeastRecentlyUsedCache<Int, Int>(costMax: costMax)
      for step in 0..<2_000 {
        let key = random.index(below: 10)
        switch random.index(below: 5) {
        case 0 where step % 200 == 199:
          cache.removeAll()
          naive.entries = []
        case 0, 1:
          let cost = mostExpensive == 1 ? 1 : random.index(below: mostExpensive + 1)
          cache.insert(step, for: key, cost: cost)
          naive.insert(step, for: key, cost: cost)
        case 2:
          cache.remove(key)
          naive.remove(key)
        default:
          #expect(cache.peek(key) == naive.entries.first { $0.key == key }?.value)
          #expect(cache.value(for: key) == naive.value(for: key), "seed \(seed), step \(step)")
        }
        #expect(
          cache.all.map { $0.key } == naive.entries.map { $0.key }, "seed \(seed), step \(step)")
        #expect(cache.all.map { $0.value } == naive.entries.map { $0.value })
        #expect(cache.count == naive.entries.count)
        #expect(cache.cost == naive.cost, "seed \(seed), step \(step)")
        #expect(cache.hasRoom == (naive.cost < costMax))
      }
    }
  }

  @Test func expensiveValueTakesTheRoomOfSeveral() {
    var cache = LeastRecentlyUsedCache<String, Int>(costMax: 9)
    for key in ["a", "b", "c"] { cache.insert(0, for: key, cost: 3) }
    #expect(cache.value(for: "a") != nil)
    cache.insert(0, for: "d", cost: 6)
    #expect(cache.all.map { $0.key } == ["d", "a"])
  }

  @Test func valueThatBecomesMoreExpensiveTakesTheRoomOfOthers() {
    var cache = LeastRecentlyUsedCache<String, Int>(costMax: 9)
    for key in ["a", "b", "c"] { cache.insert(0, for: key, cost: 3) }
    cache.insert(1, for: "a", cost: 5)
    #expect(cache.all.map { $0.key } == ["a", "c"])
    #expect(cache.cost == 8)
  }

  @Test func valueWithoutRoomIsNotKeptAndTakesNoneFromOthers() {
    var cache = LeastRecentlyUsedCache<String, Int>(costMax: 9)
    cache.insert(0, for: "a", cost: 3)
    cache.insert(0, for: "b", cost: 10)
    cache.insert(0, for: "c", cost: .max)
    #expect(cache.all.map { $0.key } == ["a"])
    cache.insert(1, for: "a", cost: 10)
    #expect(cache.count == 0 && cache.cost == 0)
  }

  @Test func holdsOnToNothingThatHasGone() {
    final class Value: Sendable {}
    var cache = LeastRecentlyUsedCache<Int, Value>(costMax: 2)
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
