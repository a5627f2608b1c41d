import RosterTestKit
import Testing

@testable import RosterCore

@Suite("Longest increasing subsequence")
struct IncreasingSubsequenceTests {
  @Test func ofNothingIsNothing() { #expect(longestIncreasingSubsequence(of: []) == []) }

  @Test func ofAscendingNumbersIsAllOfThem() {
    #expect(longestIncreasingSubsequence(of: [3, 5, 9]) == [0, 1, 2])
  }

  @Test func theExampleOfTheDocumentation() {
    #expect(longestIncreasingSubsequence(of: [3, 0, 1, 4, 2]) == [1, 2, 4])
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func isIncreasingAndAsLongAsTheLongest(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let values = Array(0..<1 + random.index(below: 30)).shuffled(using: &random)
    let found = longestIncreasingSubsequence(of: values)
    #expect(found == found.sorted())
    #expect(found.map { values[$0] } == found.map { values[$0] }.sorted())
    #expect(found.count == longestLength(values), "seed \(seed): \(values)")
  }

  /// The length by trying every predecessor of every number.
  private func longestLength(_ values: [Int]) -> Int {
    var lengths: [Int] = []
    for (position, value) in values.enumerated() {
      lengths.append(
        1
          + (values[..<position].indices
            .filter { values[$0] < value }.map { lengths[$0] }.max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}
