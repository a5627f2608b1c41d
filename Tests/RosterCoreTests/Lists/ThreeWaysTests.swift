import RosterCore
import RosterTestSupport
import Testing

/// The tree, the operations and the naive list agree; see `TrackedList` for all that is compared.
@Suite("Three ways agree")
struct ThreeWaysTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func onRandomChangesetsOverSmallLists(seed: UInt64) {
    var generator = RandomChangesets(seed: seed)
    var list = TrackedList()
    for step in 0..<50 {
      let isSpoiled = generator.random.happens(percent: 30)
      let counts = list.naive.counts
      let parts = isSpoiled ? generator.spoiled(for: counts) : generator.valid(for: counts)
      if let disagreement = list.apply(parts.changeset(models: "\(step):")) {
        Issue.record("seed \(seed), step \(step): \(disagreement)")
        return
      }
    }
  }
}
