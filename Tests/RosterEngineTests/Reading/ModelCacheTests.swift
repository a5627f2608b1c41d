import RosterCore
import RosterListSupport
import RosterTestKit
import Testing

@testable import RosterEngine

/// A cache may forget models, but must never return a wrong one.
@Suite("Reading: model cache") struct ModelCacheTests {
  private let item = ItemID(rawValue: 1)
  private let other = ItemID(rawValue: 2)

  @Test func aModelIsKnownFromTheRevisionAtWhichItWasRead() {
    var cache = ModelCache<String>(countMax: 8, revision: 5)
    cache.add("five", of: item, readAt: 5)
    #expect(cache.model(of: item, at: 5) == "five")
    cache.revision = 6
    #expect(cache.model(of: item, at: 6) == "five")
    #expect(cache.model(of: item, at: 4) == nil)
    #expect(cache.model(of: other, at: 5) == nil)
  }

  @Test func aModelIsKnownUntilItIsReplaced() {
    var cache = ModelCache<String>(countMax: 8, revision: 5)
    cache.add("five", of: item, readAt: 5)
    cache.revision = 7
    cache.end(item, at: 7)
    #expect(cache.model(of: item, at: 6) == "five")
    #expect(cache.model(of: item, at: 7) == nil)
    cache.add("seven", of: item, readAt: 7)
    #expect(cache.model(of: item, at: 7) == "seven")
    #expect(cache.model(of: item, at: 6) != "seven")
  }

  @Test func whatWasReadForAnOlderRevisionIsNotKept() {
    var cache = ModelCache<String>(countMax: 8, revision: 5)
    cache.revision = 6
    cache.add("five", of: item, readAt: 5)
    #expect(cache.model(of: item, at: 5) == nil)
    #expect(cache.model(of: item, at: 6) == nil)
  }

  @Test func whatWasReadBeforeItIsPublishedIsNotKept() {
    var cache = ModelCache<String>(countMax: 8, revision: 5)
    cache.add("six", of: item, readAt: 6)
    #expect(cache.model(of: item, at: 6) == nil)
  }

  @Test func whatIsInUseStaysWhileOtherThingsComeAndGo() {
    var cache = ModelCache<String>(countMax: 8, revision: 1)
    cache.add("kept", of: item, readAt: 1)
    for number in 2..<100 {
      cache.add("\(number)", of: ItemID(rawValue: number), readAt: 1)
      #expect(cache.model(of: item, at: 1) == "kept")
    }
    #expect(cache.model(of: other, at: 1) == nil)
  }

  @Test(arguments: [0, 1, 2, 3, 8, 50])
  func neverHoldsMoreThanItMay(countMax: Int) {
    final class Model {}
    struct Reference { weak var model: Model? }
    var cache = ModelCache<Model>(countMax: countMax, revision: 1)
    var models: [Reference] = []
    for number in 1...500 {
      let model = Model()
      models.append(Reference(model: model))
      cache.add(model, of: ItemID(rawValue: number), readAt: 1)
      _ = cache.model(of: ItemID(rawValue: max(1, number - number % 7)), at: 1)
      if number.isMultiple(of: 50) {
        #expect(models.count { $0.model != nil } <= max(countMax, 1))
      }
    }
  }

  @Test(arguments: [2, 5, 20, 1_000], 0..<5 as Range<UInt64>)
  func neverTellsWhatIsNotSo(countMax: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var cache = ModelCache<String>(countMax: countMax, revision: 0)
    // The model of every item at every revision; `nil` where it does not exist.
    var truth: [[Int: String]] = [[:]]
    for _ in 0..<600 {
      if random.happens(percent: 30) {
        var now = truth[truth.count - 1]
        cache.revision = truth.count
        for number in 1...12 where random.happens(percent: 20) {
          let item = ItemID(rawValue: number)
          cache.end(item, at: truth.count)
          now[number] = random.happens(percent: 70) ? "\(number)@\(truth.count)" : nil
          if let model = now[number], random.happens(percent: 50) {
            cache.add(model, of: item, readAt: truth.count)
          }
        }
        truth.append(now)
      }
      let revision = max(0, truth.count - 1 - random.index(below: 5))
      let number = 1 + random.index(below: 12)
      let found = cache.model(of: ItemID(rawValue: number), at: revision)
      let actual = truth[revision][number]
      #expect(found == nil || found == actual, "seed \(seed), item \(number) at \(revision)")
      if let actual { cache.add(actual, of: ItemID(rawValue: number), readAt: revision) }
    }
  }
}
