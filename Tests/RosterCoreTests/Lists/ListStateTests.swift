import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("ListState: snapshots, identities, reading")
struct ListStateTests {
  private func rows(of state: ListState) throws -> [[ItemID]] {
    try (0..<state.sectionCount).map { try state.itemIDs(inSection: $0) }
  }

  private func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  // MARK: Snapshots

  @Test(arguments: 0..<6 as Range<UInt64>)
  func anOldSnapshotStaysAsItWas(seed: UInt64) throws {
    var generator = RandomChangesets(seed: seed)
    generator.longestRun = 150
    var state = try TrackedList(ListRows(counts: [600, 40, 0])).state
    var snapshots: [(state: ListState, rows: [[ItemID]], sections: [SectionID])] = []
    for _ in 0..<25 {
      snapshots.append((state, try rows(of: state), state.sectionIDs))
      state = try state.applying(generator.valid(for: state.itemCounts).changeset()).target
    }
    for (index, snapshot) in snapshots.enumerated() {
      #expect(try rows(of: snapshot.state) == snapshot.rows, "seed \(seed), \(index)")
      #expect(snapshot.state.sectionIDs == snapshot.sections)
      #expect(try snapshot.state.violations().isEmpty)
      #expect(snapshot.state.revision == index + 1)
    }
  }

  @Test func changingNothingIsTheChangeOfAnEmptyChangeset() throws {
    let state = try TrackedList(ListRows(counts: [3, 0, 2])).state
    let change = state.changingNothing
    let expected = try state.applying(Changeset<String, String>())
    #expect(change.target.revision == expected.target.revision)
    #expect(try rows(of: change.target) == rows(of: expected.target))
    #expect(change.record == expected.record)
    #expect(change.pages.leaves.isEmpty)
    #expect(change.pages.sections.isEmpty)
    let path = path(2, 1)
    #expect(change.proof.targetPath(forSource: path) == path)
    #expect(change.proof.sourcePath(forTarget: path) == path)
    #expect(try change.target.applying(expected.proof).target.revision == state.revision + 2)
  }

  @Test func twoChangesOfOneSnapshotDoNotMeet() throws {
    let source = try TrackedList(ListRows(counts: [500])).state
    let left = try source.applying(
      Changeset<String, String> { $0.removeItems(inSection: 0, at: 0..<250) }
    ).target
    let right = try source.applying(
      Changeset<String, String> {
        $0.insertItems(Array(repeating: "", count: 300), at: path(0, 250))
      }
    ).target
    #expect(try [source, left, right].flatMap { try $0.violations() }.isEmpty)
    #expect([source, left, right].map(\.itemCount) == [500, 250, 800])
  }

  // MARK: Identities

  @Test(arguments: 0..<10 as Range<UInt64>)
  func identitiesAreNeverGivenTwice(seed: UInt64) throws {
    var generator = RandomChangesets(seed: seed)
    var state = ListState()
    var items = Set<ItemID>()
    var sections = Set<SectionID>()
    for _ in 0..<80 {
      let change = try state.applying(generator.valid(for: state.itemCounts).changeset())
      for id in change.identities.insertedItems {
        #expect(items.insert(id).inserted, "seed \(seed)")
        #expect(try change.source.path(of: id) == nil)
      }
      for id in change.identities.insertedSections {
        #expect(sections.insert(id).inserted, "seed \(seed)")
      }
      for removed in change.identities.removedItems {
        #expect(try change.target.contains(removed.id) == false)
      }
      state = change.target
    }
  }

  @Test func identitiesAscendByTargetPath() throws {
    let change = try TrackedList(ListRows("AB|C")).state.applying(
      Changeset<String, String> {
        $0.insertItem("", at: path(1, 0))
        $0.insertItem("", at: path(0, 2))
        $0.insertItem("", at: path(0, 0))
      })
    #expect(change.identities.insertedItems.map(\.rawValue) == [4, 5, 6])
    #expect(try rows(of: change.target).map { $0.map(\.rawValue) } == [[4, 1, 5, 2], [6, 3]])
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func pathAndIdentityLeadToEachOther(seed: UInt64) throws {
    var generator = RandomChangesets(seed: seed)
    generator.longestRun = 200
    var state = try TrackedList(ListRows(counts: [300, 0, 900])).state
    for _ in 0..<15 {
      state = try state.applying(generator.valid(for: state.itemCounts).changeset()).target
      var failures = 0
      try state.forEachItem { path, id in
        let found = try? state.path(of: id)
        let back = try? state.itemID(at: path)
        if found != path || back != id { failures += 1 }
        return true
      }
      #expect(failures == 0, "seed \(seed)")
      for (index, id) in state.sectionIDs.enumerated() {
        #expect(state.index(of: id) == index && state.sectionID(at: index) == id)
      }
    }
  }

  // MARK: Reading

  @Test(arguments: [Int.min, -1, 3, Int.max])
  func whatDoesNotExistIsNil(index: Int) throws {
    let state = try TrackedList(ListRows("ABC|D|E")).state
    #expect(try state.itemID(at: path(index, 0)) == nil)
    #expect(try state.itemID(at: path(0, index)) == nil)
    #expect(state.sectionID(at: index) == nil)
    #expect(state.itemCount(inSection: index) == 0)
    #expect(try state.itemIDs(inSection: index).isEmpty)
    #expect(try state.path(of: ItemID(rawValue: index == 3 ? 99 : index)) == nil)
    #expect(state.index(of: SectionID(rawValue: index == 3 ? 99 : index)) == nil)
    #expect(try state.storedLeaf(.none) == nil)
    #expect(state.storedOrder(of: SectionID(rawValue: index == 3 ? 99 : index)) == nil)
  }

  @Test func aRangeIsReadAsFarAsItExists() throws {
    let state = try TrackedList(ListRows(counts: [700])).state
    for range in [0..<0, 0..<1, 250..<260, 690..<900, 700..<701, -5..<3, 0..<Int.max] {
      let expected = Array(1...700)[range.clamped(to: 0..<700)]
      #expect(try state.itemIDs(inSection: 0, range).map(\.rawValue) == Array(expected))
    }
  }

  @Test func visitingStopsWhenTheVisitorSaysSo() throws {
    let state = try TrackedList(ListRows(counts: [300, 300])).state
    var visited = 0
    try state.forEachItem { _, _ in
      visited += 1
      return visited < 450
    }
    #expect(visited == 450)
  }

  // MARK: Pages

  @Test func aSectionThatIsEmptiedHasNoPages() throws {
    let source = try TrackedList(ListRows(counts: [1000])).state
    let change = try source.applying(
      Changeset<String, String> { $0.removeItems(inSection: 0, at: 0..<1000) })
    #expect(change.target.itemCounts == [0])
    #expect(change.pages.leaves.isEmpty)
    #expect(change.pages.removedLeaves.count == 21)
    #expect(try change.target.violations().isEmpty)
  }

  @Test func aSmallChangeTouchesOnePage() throws {
    let source = try TrackedList(ListRows(counts: [10_000])).state
    let change = try source.applying(
      Changeset<String, String> { $0.insertItem("", at: path(0, 5000)) })
    #expect(change.pages.leaves.count == 1)
    #expect(change.pages.removedLeaves.isEmpty && change.pages.relocatedItems.isEmpty)
    #expect(change.pages.sections.isEmpty)
  }

  @Test func pagesStayWellFilledWhileAListShrinks() throws {
    var state = try TrackedList(ListRows(counts: [10_000])).state
    var random = SplitMix64(seed: 1)
    for _ in 0..<9000 {
      let item = random.index(below: state.itemCount)
      state = try state.applying(
        Changeset<String, String> { $0.removeItem(at: path(0, item)) }
      ).target
    }
    var leaves = Set<LeafID>()
    for id in try state.itemIDs(inSection: 0) { leaves.insert(try state.leafHint(of: id)) }
    #expect(leaves.count <= 1000 / 20)
    #expect(try state.violations().isEmpty)
  }
}
