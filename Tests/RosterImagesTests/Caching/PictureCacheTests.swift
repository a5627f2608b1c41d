import RosterMounting
import RosterTestSupport
import RosterWidgets
import Testing

@testable import RosterImages

struct PictureCacheTests {
  private func picture(_ pixelCount: Int) throws -> Picture {
    try #require(
      Picture(width: pixelCount, height: 1, bytes: [UInt8](repeating: 1, count: 3 * pixelCount)))
  }

  @Test func pictureThatWasNotUsedForTheLongestTimeGoesFirst() throws {
    var cache = PictureCache(byteCountMax: 9)
    for name in ["a", "b", "c"] { cache.insert(try picture(1), for: request(name)) }
    #expect(cache.picture(for: request("a")) != nil)
    cache.insert(try picture(1), for: request("d"))
    #expect(cache.picture(for: request("b")) == nil)
    #expect(["a", "c", "d"].allSatisfy { cache.picture(for: request($0)) != nil })
    #expect(cache.byteCount == 9)
  }

  @Test func largePictureTakesTheRoomOfSeveral() throws {
    var cache = PictureCache(byteCountMax: 9)
    for name in ["a", "b", "c"] { cache.insert(try picture(1), for: request(name)) }
    cache.insert(try picture(2), for: request("d"))
    #expect(cache.count == 2)
    #expect(cache.picture(for: request("c")) != nil)
  }

  @Test func pictureWithoutRoomIsNotKeptAndTakesNoneFromOthers() throws {
    var cache = PictureCache(byteCountMax: 9)
    cache.insert(try picture(1), for: request("a"))
    cache.insert(try picture(4), for: request("b"))
    #expect(cache.picture(for: request("a")) != nil)
    #expect(cache.picture(for: request("b")) == nil)
  }

  @Test func sizesAndFitsAreKeptApart() throws {
    var cache = PictureCache(byteCountMax: 100)
    cache.insert(try picture(1), for: request("a", width: 1))
    #expect(cache.picture(for: request("a", width: 2)) == nil)
    let cover = ImageRequest("a", size: PixelSize(width: 1, height: 2), fit: .cover)
    #expect(cache.picture(for: cover) == nil)
  }

  @Test(arguments: 0..<20)
  func cacheIsLikeANaiveOne(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var cache = PictureCache(byteCountMax: 60)
    // From the one that was used last to the one that goes next.
    var naive: [(name: String, cost: Int)] = []
    for step in 0..<2_000 {
      let name = "\(random.index(below: 12))"
      let index = naive.firstIndex { $0.name == name }
      switch random.index(below: 10) {
      case 0:
        cache.remove(request(name))
        if let index { naive.remove(at: index) }
      case 1...5:
        let count = 1 + random.index(below: 8)
        cache.insert(try picture(count), for: request(name))
        if let index { naive.remove(at: index) }
        naive.insert((name, 3 * count), at: 0)
        while naive.reduce(0, { $0 + $1.cost }) > 60 { naive.removeLast() }
      default:
        let found = cache.picture(for: request(name))
        try #require(found?.bytes.count == index.map { naive[$0].cost }, "step \(step)")
        if let index { naive.insert(naive.remove(at: index), at: 0) }
      }
      try #require(cache.count == naive.count, "step \(step)")
      try #require(cache.byteCount == naive.reduce(0) { $0 + $1.cost }, "step \(step)")
    }
  }
}
