import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterImages

struct ImagePrefetcherTests {
  private let test = LoaderUnderTest { _, _ in .slowPicture }
  private let prefetcher: ImagePrefetcher

  init() {
    prefetcher = ImagePrefetcher(test.loader)
    prefetcher.setRequests { [request("\($0.rawValue % 10)")] }
  }

  private func items(_ numbers: ClosedRange<Int>) -> [ItemID] {
    numbers.map { ItemID(rawValue: $0) }
  }

  @Test func itemsInTheRangeAreLoaded() {
    prefetcher.willEnter(items(0...4))
    test.run()
    #expect((0...4).allSatisfy { test.loader.pictureInMemory(for: request("\($0)")) != nil })
  }

  @Test func itemThatLeavesIsNotLoaded() {
    prefetcher.willEnter(items(0...4))
    prefetcher.didLeave(items(0...3))
    test.run()
    #expect(test.transport.log.attempts["4"] == 1)
    #expect(test.decoder.decoded.values == [request("4")])
    prefetcher.didLeave(items(4...4))
    #expect(test.loader.isIdle)
  }

  @Test func pictureOfTwoItemsIsLoadedUntilBothLeave() {
    prefetcher.willEnter(items(3...3))
    prefetcher.willEnter(items(13...13))
    prefetcher.didLeave(items(3...3))
    #expect(test.loader.counts.waiting == 1)
    prefetcher.didLeave(items(13...13))
    #expect(test.loader.counts.waiting == 0)
  }

  @Test func whatWasNeededIsTakenBackAlsoIfTheItemNeedsSomethingElseByThen() {
    prefetcher.willEnter(items(3...3))
    prefetcher.setRequests { _ in [request("other")] }
    prefetcher.didLeave(items(3...3))
    #expect(test.loader.counts.waiting == 0)
  }

  @Test func listenerThatKnowsNothingLoadsNothing() {
    let prefetcher = ImagePrefetcher(test.loader)
    prefetcher.willEnter(items(0...4))
    prefetcher.didLeave(items(0...4))
    #expect(test.loader.counts.waiting == 0)
  }
}
