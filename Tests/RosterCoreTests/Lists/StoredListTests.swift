import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("ListState: from storage")
struct StoredListTests {
  private func rows(of state: ListState) throws -> [[ItemID]] {
    try (0..<state.sectionCount).map { try state.itemIDs(inSection: $0) }
  }

  /// Every few steps the list is opened again from what the page changes named.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func aListOpenedFromItsPagesIsTheSameList(seed: UInt64) throws {
    var generator = RandomChangesets(seed: seed)
    generator.longestRun = seed % 2 == 0 ? 4 : 200
    var pages = MemoryPages()
    var state = ListState()
    for step in 0..<60 {
      let counts = state.itemCounts
      let changeset = generator.valid(for: counts).changeset()
      let change = try state.applying(changeset)
      try pages.write(change)
      let opened = try pages.open()
      let comment: Comment = "seed \(seed), step \(step): \(changeset.logLine)"
      try #require(opened.sectionIDs == change.target.sectionIDs, comment)
      try #require(try rows(of: opened) == rows(of: change.target), comment)
      try #require(opened.revision == change.target.revision, comment)
      try #require(opened.nextIdentifiers == change.target.nextIdentifiers, comment)
      if step % 5 == 0 { try #require(try opened.violations().isEmpty, comment) }
      state = generator.random.happens(percent: 30) ? opened : change.target
    }
    #expect(try state.violations().isEmpty)
    #expect(pages.itemCount == state.itemCount)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func anOpenedListIsTakenBackByItsRecords(seed: UInt64) throws {
    var generator = RandomChangesets(seed: seed)
    generator.longestRun = 100
    var pages = MemoryPages()
    var states = [ListState()]
    var records: [ChangeRecord] = []
    for _ in 0..<20 {
      let source = states[states.count - 1]
      let change = try source.applying(generator.valid(for: source.itemCounts).changeset())
      try pages.write(change)
      states.append(change.target)
      records.append(change.record)
    }
    var state = try pages.open()
    for (record, expected) in zip(records, states).reversed() {
      state = try state.reverting(record)
      #expect(try rows(of: state) == rows(of: expected), "seed \(seed)")
      #expect(state.sectionIDs == expected.sectionIDs && state.revision == expected.revision)
    }
    for (record, expected) in zip(records, states.dropFirst()) {
      state = try state.replaying(record).target
      #expect(try rows(of: state) == rows(of: expected), "seed \(seed)")
    }
  }

  @Test func pathsAreFoundInAListThatIsNotInMemory() throws {
    var pages = MemoryPages()
    try pages.write(ListState().applying(ListRows(counts: [700, 0, 300]).asInsertion))
    let state = try pages.open()
    #expect(try state.path(of: ItemID(rawValue: 1)) == ItemPath(section: 0, item: 0))
    #expect(try state.path(of: ItemID(rawValue: 700)) == ItemPath(section: 0, item: 699))
    #expect(try state.path(of: ItemID(rawValue: 701)) == ItemPath(section: 2, item: 0))
    #expect(try state.path(of: ItemID(rawValue: 1001)) == nil)
  }

  // MARK: What contradicts itself

  @Test func aLostPageIsAnErrorWhenItIsRead() throws {
    var pages = MemoryPages()
    try pages.write(ListState().applying(ListRows(counts: [3]).asInsertion))
    let state = try ListState(pages.directory, pages: MemoryPages())
    #expect(throws: StorageError.self) { try state.itemID(at: ItemPath(section: 0, item: 0)) }
    let changeset = Changeset<String, String> { $0.removeItem(at: ItemPath(section: 0, item: 1)) }
    #expect(throws: StorageError.self) { try state.applying(changeset) }
    #expect(state.itemCounts == [3])
  }

  @Test(arguments: 0..<11)
  func aDirectoryThatContradictsItselfIsCorrupt(fault: Int) throws {
    var pages = MemoryPages()
    try pages.write(ListState().applying(ListRows(counts: [300, 300]).asInsertion))
    var directory = pages.directory
    switch fault {
    case 0: directory.leaves[0].count = 0
    case 1: directory.leaves[0].count = directory.pageSizes.capacity + 1
    case 2: directory.leaves[0].section = SectionID(rawValue: 99)
    case 3: directory.leaves[0].id = .none
    case 4: directory.leaves[0].id = LeafID(rawValue: 99)
    case 5: directory.leaves.reverse()
    case 6: directory.leaves[0].order = Int.min
    case 7: directory.sections[0].id = SectionID(rawValue: -1)
    case 8: directory.sections[0].id = SectionID(rawValue: 99)
    case 9: directory.sections.reverse()
    default: directory.sections[0].order = Int.max
    }
    #expect(throws: StorageError.self) { try ListState(directory, pages: pages) }
  }

  @Test(arguments: 0..<5)
  func identitiesThatAreThereTwiceOrOutOfRangeAreCorrupt(fault: Int) throws {
    var pages = MemoryPages()
    try pages.write(ListState().applying(ListRows(counts: [300, 300]).asInsertion))
    var directory = pages.directory
    switch fault {
    case 0: directory.leaves[1].id = directory.leaves[0].id
    case 1: directory.sections[1].id = directory.sections[0].id
    case 2: directory.nextIdentifiers.item = Int.min
    case 3: directory.nextIdentifiers.section = Int.max
    default: directory.revision = -1
    }
    #expect(throws: StorageError.self) { try ListState(directory, pages: pages) }
  }
}
