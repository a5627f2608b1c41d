import RosterTestKit
import Testing

@testable import RosterCore

@Suite("IndexRuns")
struct IndexRunsTests {
  @Test(arguments: 0..<30 as Range<UInt64>)
  func answersAsASortedArrayDoes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let members = (0..<random.index(below: 60)).map { _ in random.index(below: 90) }.sorted()
    let runs = IndexRuns(ascending: members)
    let distinct = Set(members).sorted()
    let others = (0..<200).filter { !distinct.contains($0) }
    #expect(runs.count == distinct.count && runs.isEmpty == distinct.isEmpty)
    #expect(Array(runs.ranges.joined()) == distinct)
    for index in -2..<95 {
      #expect(runs.contains(index) == distinct.contains(index), "seed \(seed)")
      #expect(runs.rank(of: index) == distinct.count { $0 < index }, "seed \(seed)")
    }
    for rank in 0..<95 { #expect(runs.nonMember(atRank: rank) == others[rank], "seed \(seed)") }
  }

  @Test func rangesDoNotTouch() {
    let ranges = Array(IndexRuns(ascending: [2, 3, 3, 4, 9]).ranges)
    #expect(ranges == [2..<5, 9..<10])
  }

  /// Ranges that are added, and members that are left out, beside sets.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func rangesAreSetsOfIndexes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (all, members): (IndexRuns, [Int]) = (IndexRuns(), [])
    var next = 0
    for _ in 0..<random.index(below: 12) {
      let start = next + random.index(below: 3)
      next = start + random.index(below: 5)
      all.appendAscending(start..<next)
      members += start..<next
    }
    #expect(all == IndexRuns(ascending: members), "seed \(seed)")
    let excluded = members.filter { _ in random.happens(percent: 40) }
    let rest = IndexRuns(ascending: members.filter { !excluded.contains($0) })
    #expect(
      all.ranges(without: IndexRuns(ascending: excluded)) == Array(rest.ranges), "seed \(seed)")
  }
}
