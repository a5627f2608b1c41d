import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

/// The tree, the operations and the naive list agree; see `TrackedList` for all that is compared.
@Suite("Three ways agree")
struct ThreeWaysTests {
  /// Lists of up to three sections with up to three items each: 85.
  static let shapes: [[Int]] = (0...3).flatMap { sectionCount in
    (0..<sectionCount).reduce([[]]) { shapes, _ in
      shapes.flatMap { shape in (0...3).map { shape + [$0] } }
    }
  }

  @Test("on all single changes", arguments: shapes)
  func onSingleChanges(counts: [Int]) throws {
    try check(counts) { SmallChangesets(counts: counts).forEach(ofCount: 1, $0) }
  }

  @Test(
    "on all changesets of two changes",
    arguments: shapes.filter { $0.count < 3 && !$0.contains(3) }
      + [[3], [0, 3], [3, 1], [1, 1, 1], [0, 2, 1]])
  func onTwoChanges(counts: [Int]) throws {
    try check(counts) { SmallChangesets(counts: counts).forEach(ofCount: 2, $0) }
  }

  @Test("on all changesets of three changes", arguments: [[], [0], [1]])
  func onThreeChanges(counts: [Int]) throws {
    try check(counts) { SmallChangesets(counts: counts).forEach(ofCount: 3, $0) }
  }

  @Test("on all valid changesets with inserted items and sections", arguments: [[], [1], [0, 1]])
  func onValidChangesetsWithInsertions(counts: [Int]) throws {
    try check(counts) {
      ValidChangesets(counts: counts, insertedSections: 1, insertedItems: 1).forEach($0)
    }
  }

  @Test("on all valid changesets with inserted items", arguments: [[2], [1, 1]])
  func onValidChangesetsWithInsertedItems(counts: [Int]) throws {
    try check(counts) {
      ValidChangesets(counts: counts, insertedSections: 0, insertedItems: 1).forEach($0)
    }
  }

  @Test(
    "on all valid changesets without insertions", arguments: [[3], [2, 1], [1, 0, 1], [1, 2]])
  func onValidChangesetsWithoutInsertions(counts: [Int]) throws {
    try check(counts) {
      ValidChangesets(counts: counts, insertedSections: 0, insertedItems: 0).forEach($0)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func onRandomChangesetsOverSmallLists(seed: UInt64) {
    var list = TrackedList()
    run(&list, RandomChangesets(seed: seed), steps: 50, seed: seed)
  }

  /// Runs of up to 300 items fill, split, empty and join pages of 64.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func onRandomChangesetsOverManyPages(seed: UInt64) throws {
    var list = try TrackedList(ListRows(counts: [1500, 0, 700]))
    var generator = RandomChangesets(seed: seed)
    generator.longestRun = 300
    run(&list, generator, steps: 30, seed: seed)
  }

  private func run(
    _ list: inout TrackedList, _ generator: RandomChangesets, steps: Int, seed: UInt64
  ) {
    var generator = generator
    for step in 0..<steps {
      let isSpoiled = generator.random.happens(percent: 30)
      let counts = list.naive.counts
      let parts = isSpoiled ? generator.spoiled(for: counts) : generator.valid(for: counts)
      if let disagreement = list.apply(parts.changeset(models: "\(step):")) {
        Issue.record("seed \(seed), step \(step): \(disagreement)")
        return
      }
    }
  }

  private func check(
    _ counts: [Int], _ makeAll: (_ visit: (ChangesetParts) -> Void) -> Void
  ) throws {
    let source = try TrackedList(ListRows(counts: counts))
    var failures = 0
    makeAll { parts in
      var list = source
      if failures < 3, let disagreement = list.apply(parts.changeset(models: "n")) {
        Issue.record("\(disagreement)")
        failures += 1
      }
    }
  }
}
