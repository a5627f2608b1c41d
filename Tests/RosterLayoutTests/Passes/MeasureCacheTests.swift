import Testing

@testable import RosterLayout

/// What is measured within one pass is found again for the same question, and for no other.
@Suite struct MeasureCacheTests {
  @Test func aHeightIsKnownForItsWidthItsLimitAndItsGivenHeightAlone() {
    var cache = HeightCache()
    let none = cache.insert(30, width: 10, limit: 50)
    #expect(none?.height == nil)
    #expect(cache.height(width: 10, limit: 50) == 30)
    #expect(cache.height(width: 11, limit: 50).isNaN)
    #expect(cache.height(width: 10, limit: 20).isNaN)
    #expect(cache.height(width: 10, limit: .infinity).isNaN)
    #expect(cache.height(width: 10, limit: 50, heightIsGiven: true).isNaN)
  }

  @Test func theLastThreeHeightsAreKnown() {
    var cache = HeightCache()
    for limit in [1.0, 2, 3] {
      let removed = cache.insert(limit, width: 10, limit: limit)
      #expect(removed?.height == nil)
    }
    #expect([1, 2, 3].map { cache.height(width: 10, limit: $0) } == [1, 2, 3])
    let removed = cache.insert(4, width: 10, limit: 4)
    #expect(removed?.limit == 1 && removed?.height == 1)
    #expect([2, 3, 4].map { cache.height(width: 10, limit: $0) } == [2, 3, 4])
    #expect(cache.height(width: 10, limit: 1).isNaN)
  }

  @Test func aBaselineIsKnownForItsSizeAlone() {
    var cache = BaselineCache()
    #expect(cache.baseline(width: 10, height: 0, heightIsDefinite: false).isNaN)
    cache.insert(7, width: 10, height: 20, heightIsDefinite: true)
    #expect(cache.baseline(width: 10, height: 20, heightIsDefinite: true) == 7)
    #expect(cache.baseline(width: 11, height: 20, heightIsDefinite: true).isNaN)
    #expect(cache.baseline(width: 10, height: 21, heightIsDefinite: true).isNaN)
    #expect(cache.baseline(width: 10, height: 20, heightIsDefinite: false).isNaN)
    cache.insert(8, width: 10, height: 21, heightIsDefinite: true)
    #expect(cache.baseline(width: 10, height: 20, heightIsDefinite: true).isNaN)
  }
}
