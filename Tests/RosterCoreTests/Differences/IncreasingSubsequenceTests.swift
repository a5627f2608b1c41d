import RosterTestKit
import Testing

@testable import RosterCore

@Suite("Increasing subsequences")
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

  @Test func theHeaviestOneOfTheDocumentation() {
    #expect(
      heaviestIncreasingSubsequence(of: [(4, weight: 5), (0, weight: 1), (1, weight: 1)]) == [0])
    #expect(heaviestIncreasingSubsequence(of: []) == [])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func isIncreasingAndAsHeavyAsTheHeaviest(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let values = Array(0..<1 + random.index(below: 30)).shuffled(using: &random)
    let weights = values.map { _ in random.index(below: 9) }
    let found = heaviestIncreasingSubsequence(of: zip(values, weights).map { ($0, weight: $1) })
    #expect(found == found.sorted())
    #expect(found.map { values[$0] } == found.map { values[$0] }.sorted())
    let sum = found.reduce(0) { $0 + weights[$1] }
    #expect(sum == heaviestSum(values, weights), "seed \(seed): \(values), \(weights)")
  }

  private func longestLength(_ values: [Int]) -> Int { heaviestSum(values, values.map { _ in 1 }) }

  /// The sum by trying every predecessor of every number.
  private func heaviestSum(_ values: [Int], _ weights: [Int]) -> Int {
    var sums: [Int] = []
    for (position, value) in values.enumerated() {
      sums.append(
        weights[position]
          + (values[..<position].indices
            .filter { values[$0] < value }.map { sums[$0] }.max() ?? 0))
    }
    return sums.max() ?? 0
  }
}
