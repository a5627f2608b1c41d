import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

/// An anchor says where an item was and is, or who stood nearest to it.
@Suite struct AnchorTests {
  typealias Change = Changeset<String, String>
  typealias Batch = ChangeBatch<String, String>

  /// A list, and the naive list beside it.
  private struct History {
    var state = ListState()
    var naive = NaiveList<String, String>()

    mutating func apply(_ changeset: Change) throws -> Batch {
      let source = state
      let verified = try changeset.verified(against: source)
      state = try source.applying(verified.proof).target
      naive = try naive.applying(changeset)
      return Batch(source: source, target: state, verified: verified)
    }
  }

  /// What the anchor of an item must be, in the plainest words.
  private func naiveAnchor(
    of id: Int, _ source: NaiveList<String, String>, _ target: NaiveList<String, String>
  ) -> ItemAnchor? {
    let (before, after) = (paths(source), paths(target))
    let item = ItemID(rawValue: id)
    let place = before.firstIndex { $0.id == id }
    let targetPath = after.first { $0.id == id }?.path
    guard let place else {
      return targetPath.map { ItemAnchor(item, sourcePath: nil, targetPath: $0) }
    }
    var anchor = ItemAnchor(item, sourcePath: before[place].path, targetPath: targetPath)
    if targetPath != nil { return anchor }
    let survivors = before.enumerated().compactMap { index, row in
      after.first { $0.id == row.id }.map { (place: index, row: row, path: $0.path) }
    }
    let nearest = survivors.min {
      let (left, right) = (abs($0.place - place), abs($1.place - place))
      return left != right ? left < right : $0.place > $1.place
    }
    anchor.neighbour = nearest.map {
      ItemAnchor.Neighbour(
        ItemID(rawValue: $0.row.id), sourcePath: $0.row.path, targetPath: $0.path)
    }
    return anchor
  }

  private func paths(_ list: NaiveList<String, String>) -> [(id: Int, path: ItemPath)] {
    list.itemIDs.enumerated().flatMap { section, ids in
      ids.enumerated().map { (id: $1, path: ItemPath(section: section, item: $0)) }
    }
  }

  // MARK: Cases

  @Test func theExampleOfTheDocumentation() throws {
    var history = History()
    _ = try history.apply(ListRows("abcd").asInsertion)
    let batch = try history.apply(
      Change {
        $0.removeItems(inSection: 0, at: 1..<3)
        $0.insertItem("x", at: ItemPath(section: 0, item: 0))
      })
    let a = ItemAnchor(ItemID(rawValue: 1), sourcePath: path(0), targetPath: path(1))
    #expect(try batch.anchor(of: ItemID(rawValue: 1)) == a)
    let neighbour = ItemAnchor.Neighbour(
      ItemID(rawValue: 1), sourcePath: path(0), targetPath: path(1))
    #expect(
      try batch.anchor(of: ItemID(rawValue: 2))
        == ItemAnchor(
          ItemID(rawValue: 2), sourcePath: path(1), targetPath: nil, neighbour: neighbour))
    #expect(
      try batch.anchor(of: ItemID(rawValue: 5))
        == ItemAnchor(ItemID(rawValue: 5), sourcePath: nil, targetPath: path(0)))
    #expect(try batch.anchor(of: ItemID(rawValue: 6)) == nil)
  }

  @Test func ofTwoThatWereEquallyNearTheOneBehindIsTheNeighbour() throws {
    var history = History()
    _ = try history.apply(ListRows("abc").asInsertion)
    let batch = try history.apply(Change { $0.removeItem(at: path(1)) })
    let neighbour = try #require(try batch.anchor(of: ItemID(rawValue: 2))?.neighbour)
    #expect(neighbour.item == ItemID(rawValue: 3) && neighbour.targetPath == path(1))
  }

  @Test func whoIsMovedOutOfARemovedSectionSurvives() throws {
    var history = History()
    _ = try history.apply(ListRows("abc|d").asInsertion)
    let batch = try history.apply(
      Change {
        $0.removeSection(at: 0)
        $0.moveItem(from: path(0), to: path(1))
      })
    let neighbour = try #require(try batch.anchor(of: ItemID(rawValue: 2))?.neighbour)
    #expect(neighbour.item == ItemID(rawValue: 1) && neighbour.targetPath == path(1))
  }

  @Test func anItemOfAListThatWasEmptiedHasNoNeighbour() throws {
    var history = History()
    _ = try history.apply(ListRows("ab|c").asInsertion)
    let batch = try history.apply(
      Change {
        $0.removeSection(at: 0)
        $0.removeItem(at: ItemPath(section: 1, item: 0))
      })
    let anchor = try #require(try batch.anchor(of: ItemID(rawValue: 2)))
    #expect(anchor == ItemAnchor(ItemID(rawValue: 2), sourcePath: path(1), targetPath: nil))
  }

  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  // MARK: All

  @Test(arguments: 0..<60 as Range<UInt64>)
  func batchesMergedBatchesAndStatesAgreeWithTheNaiveAnchor(seed: UInt64) throws {
    var changesets = RandomChangesets(seed: seed)
    var history = History()
    _ = try history.apply(ListRows(counts: [4, 0, 3]).asInsertion)
    for _ in 0..<10 {
      let first = (history.state, history.naive)
      var run: [Change] = []
      for _ in 0..<3 {
        let source = history.naive
        let change = changesets.valid(for: source.counts)
          .changeset(models: "\(source.revision):")
        let batch = try history.apply(change)
        try check(
          source, history.naive, "seed \(seed), revision \(history.naive.revision): \(change)"
        ) { id throws in
          #expect(
            try batch.source.anchor(of: id, in: batch.target) == batch.anchor(of: id))
          return try batch.anchor(of: id)
        }
        run.append(change)
      }
      let composed = Changeset.composing(run)
      let merged = Batch(
        source: first.0, target: history.state,
        verified: try composed.verified(against: first.0))
      try check(first.1, history.naive, "seed \(seed), merged: \(composed)") { id in
        try merged.anchor(of: id)
      }
      // The other way round, what came is gone.
      try check(history.naive, first.1, "seed \(seed), backwards") { id in
        try merged.target.anchor(of: id, in: merged.source)
      }
    }
  }

  private func check(
    _ source: NaiveList<String, String>, _ target: NaiveList<String, String>,
    _ comment: Comment, _ anchor: (ItemID) throws -> ItemAnchor?
  ) throws {
    let ids = Set((source.itemIDs + target.itemIDs).joined())
    for id in ids.union([0, 1_000_000]) {
      let found = try anchor(ItemID(rawValue: id))
      #expect(found == naiveAnchor(of: id, source, target), comment)
    }
  }

  @Test(arguments: [[], [0], [3], [0, 2, 0, 5], [300, 0, 700]])
  func offsetsCountTheItemsBeforeAPath(counts: [Int]) throws {
    let state = try ListState().applying(ListRows(counts: counts).asInsertion).target
    var offset = 0
    for (section, count) in counts.enumerated() {
      for item in 0..<count {
        let path = ItemPath(section: section, item: item)
        #expect(state.offset(of: path) == offset)
        #expect(state.path(atOffset: offset) == path)
        offset += 1
      }
      #expect(state.offset(of: ItemPath(section: section, item: count)) == nil)
    }
    for outside in [-1, offset, Int.min, Int.max] {
      #expect(state.path(atOffset: outside) == nil)
    }
    #expect(state.offset(of: ItemPath(section: -1, item: 0)) == nil)
  }
}
