import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterCore

/// A list without its last sections.
struct ListPrefixTests {
  private func list(_ counts: [Int]) throws -> ListState {
    try ListState().applying(ListRows<String, String>(counts: counts).asInsertion).target
  }

  @Test func sectionsThatAreLeftOutStandNowhere() throws {
    let list = try list([2, 0, 3])
    let hidden = try #require(try list.itemID(at: ItemPath(section: 2, item: 1)))
    let section = try #require(list.sectionID(at: 2))
    let prefix = list.prefix(sectionCount: 2)
    #expect((prefix.sectionCount, prefix.itemCount, prefix.revision) == (2, 2, list.revision))
    #expect(try prefix.path(of: hidden) == nil)
    #expect(try !prefix.contains(hidden))
    #expect(prefix.index(of: section) == nil)
    #expect(try prefix.itemID(at: ItemPath(section: 2, item: 1)) == nil)
    let shown = try #require(try list.itemID(at: ItemPath(section: 0, item: 1)))
    #expect(try prefix.path(of: shown) == ItemPath(section: 0, item: 1))
    #expect(try list.path(of: hidden) == ItemPath(section: 2, item: 1), "the list is as it was")
  }

  @Test(arguments: [3, 4, Int.max])
  func wholeListIsItsLongestPrefix(_ count: Int) throws {
    let prefix = try list([2, 0, 3]).prefix(sectionCount: count)
    #expect((prefix.sectionCount, prefix.itemCount) == (3, 5))
  }

  @Test(arguments: [0, -1])
  func shortestPrefixIsEmpty(_ count: Int) throws {
    let prefix = try list([2, 3]).prefix(sectionCount: count)
    #expect((prefix.sectionCount, prefix.itemCount) == (0, 0))
  }

  @Test(arguments: 0..<20)
  func prefixIsTheBeginningOfTheList(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let counts = (0..<random.index(below: 40)).map { _ in random.index(below: 5) }
    let list = try list(counts)
    let count = random.index(below: 45)
    let prefix = list.prefix(sectionCount: count)
    #expect(prefix.sectionIDs == Array(list.sectionIDs.prefix(count)))
    #expect(prefix.itemCounts == Array(counts.prefix(count)))
    try list.forEachItem { path, item in
      let expected = path.section < count ? path : nil
      #expect((try? prefix.path(of: item)) == .some(expected))
      return true
    }
  }
}
