import RosterTestKit
import Testing

@testable import RosterCore

@Suite("IndexTransform")
struct IndexTransformTests {
  /// All subsets of a row of so many indexes.
  private func subsets(below count: Int) -> [IndexRuns] {
    (0..<1 << count).map { bits in IndexRuns(ascending: (0..<count).filter { bits >> $0 & 1 == 1 })
    }
  }

  @Test func inverseLeadsBackOverAllSmallRows() {
    for departures in subsets(below: 5) {
      for arrivals in subsets(below: 6) {
        let transform = IndexTransform(departures: departures, arrivals: arrivals)
        for index in 0..<12 {
          let target = transform.target(forSource: index)
          #expect((target == nil) == departures.contains(index))
          if let target {
            #expect(transform.inverse.target(forSource: target) == index)
            #expect(transform.source(forTarget: target) == index)
          }
        }
      }
    }
  }

  @Test func survivorsKeepTheirOrderAndLeaveNoGap() {
    for departures in subsets(below: 5) {
      for arrivals in subsets(below: 5) {
        let transform = IndexTransform(departures: departures, arrivals: arrivals)
        let targets = (0..<12).compactMap(transform.target(forSource:))
        let free = (0..<20).filter { !arrivals.contains($0) }
        #expect(targets == Array(free.prefix(targets.count)))
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func inverseLeadsBackOverRandomRows(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func runs() -> IndexRuns {
      IndexRuns(ascending: Set((0..<200).map { _ in random.index(below: 1000) }).sorted())
    }
    let transform = IndexTransform(departures: runs(), arrivals: runs())
    for index in 0..<1500 {
      guard let target = transform.target(forSource: index) else { continue }
      #expect(transform.inverse.target(forSource: target) == index, "seed \(seed)")
    }
  }

  @Test(arguments: [Int.min, -1, Int.max - 1, Int.max])
  func anyIntegerIsTakenWithoutATrap(index: Int) {
    let runs = IndexRuns(ascending: [Int.min, -3, 0, 1, 5, Int.max - 1, Int.max])
    let transform = IndexTransform(departures: runs, arrivals: runs)
    _ = transform.target(forSource: index)
    _ = transform.source(forTarget: index)
    _ = runs.nonMember(atRank: index)
    #expect(runs.count == 4)
  }
}
