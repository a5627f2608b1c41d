import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterCore

@Suite("PageRecovery")
struct PageRecoveryTests {
  /// A list that was opened before some changes, and storage as it is after them.
  private struct Lag {
    var opened: ListState
    /// The same list, in memory.
    var known: ListState
    var records: [ChangeRecord] = []
    var storage: MemoryPages

    init(seed: UInt64, changeCount: Int) throws {
      var generator = RandomChangesets(seed: seed)
      generator.longestRun = seed % 2 == 0 ? 300 : 20
      storage = MemoryPages()
      var state = ListState()
      var fill = Changeset<String, String>.Builder()
      for section in 0..<3 {
        fill.insertSection(at: section)
        for item in 0..<700 { fill.insertItem("", at: ItemPath(section: section, item: item)) }
      }
      for step in 0..<5 {
        let parts = generator.valid(for: state.itemCounts).changeset()
        let change =
          try step == 0 ? state.applying(Changeset { $0 = fill }) : state.applying(parts)
        try storage.write(change)
        state = change.target
      }
      (opened, known) = (try storage.open(), state)
      for _ in 0..<changeCount {
        let change = try state.applying(generator.valid(for: state.itemCounts).changeset())
        try storage.write(change)
        records.append(change.record)
        state = change.target
      }
    }

    /// Recovers what the records have changed.
    func recovered(
      knowing known: @escaping @Sendable (LeafID) -> ContiguousArray<ItemID>? = { _ in nil }
    ) throws -> RecoveredPages {
      var recovery = PageRecovery(of: opened, knowing: known)
      for record in records { try recovery.replay(record) }
      for leaf in recovery.wanted { try recovery.resolve(leaf, storage.items(inLeaf: leaf)) }
      return try recovery.recovered()
    }
  }

  /// The list after the changes reads its pages from the recovered ones and from storage.
  private struct Pages: PageSource {
    var recovered: RecoveredPages
    var storage: MemoryPages

    func items(inLeaf leaf: LeafID) throws(StorageError) -> ContiguousArray<ItemID> {
      if let items = recovered.pages[leaf] { return items }
      return try storage.items(inLeaf: leaf)
    }

    func leaves(ofItemsInChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID> {
      recovered.leaves(
        ofItemsInChunk: chunk, stored: try storage.leaves(ofItemsInChunk: chunk))
    }

    func leaf(holding item: ItemID) throws(StorageError) -> LeafID {
      if let page = recovered.pages.first(where: { $0.value.contains(item) }) { return page.key }
      return try storage.leaf(holding: item)
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func aListReadsWhatItsPagesHeldBeforeTheChanges(seed: UInt64) throws {
    let lag = try Lag(seed: seed, changeCount: 1 + Int(seed % 9))
    let recovered = try lag.recovered()
    let list = lag.opened.reading(from: Pages(recovered: recovered, storage: lag.storage))
    for section in 0..<lag.known.sectionCount {
      let ids = try lag.known.itemIDs(inSection: section)
      #expect(try list.itemIDs(inSection: section) == ids, "seed \(seed)")
    }
    for item in 1..<lag.known.nextIdentifiers.item {
      let id = ItemID(rawValue: item)
      #expect(try list.path(of: id) == lag.known.path(of: id), "seed \(seed)")
    }
    var state = list
    for record in lag.records { state = try state.replaying(record).target }
    #expect(try state.violations().isEmpty)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func whatIsKnownIsNotRecovered(seed: UInt64) throws {
    let lag = try Lag(seed: seed, changeCount: 5)
    let all = try lag.recovered()
    let known = lag.known
    let isKnown = { @Sendable (leaf: LeafID) in leaf.rawValue % 2 == 0 }
    let some = try lag.recovered { leaf in
      isKnown(leaf) ? try? known.storedLeaf(leaf)?.items : nil
    }
    #expect(some.pages == all.pages.filter { !isKnown($0.key) })
  }

  /// A list with a page of a hundred items.
  private func hundred() throws -> ListChange {
    try ListState(.ofEarlierFormats).applying(
      Changeset<String, String> {
        $0.insertSection(at: 0)
        for item in 0..<100 { $0.insertItem("", at: ItemPath(section: 0, item: item)) }
      })
  }

  @Test func anItemThatAnUndoBringsBackLaterIsNotThereYet() throws {
    var storage = MemoryPages()
    let first = try hundred()
    try storage.write(first)
    let removal = try first.target.applying(
      Changeset<String, String> { $0.removeItem(at: ItemPath(section: 0, item: 49)) })
    try storage.write(removal)
    let opened = try storage.open()
    let undo = try removal.target.replaying(removal.inverse)
    try storage.write(undo)
    var recovery = PageRecovery(of: opened) { _ in nil }
    try recovery.replay(undo.record)
    for leaf in recovery.wanted { try recovery.resolve(leaf, storage.items(inLeaf: leaf)) }
    let list = opened.reading(
      from: Pages(recovered: try recovery.recovered(), storage: storage))
    #expect(try list.path(of: ItemID(rawValue: 50)) == nil)
    #expect(try list.path(of: ItemID(rawValue: 51)) == ItemPath(section: 0, item: 49))
    let replayed = try list.replaying(undo.record).target
    #expect(try replayed.path(of: ItemID(rawValue: 50)) == ItemPath(section: 0, item: 49))
  }

  /// Which items a page holds that the changes have brought is known without storage.
  @Test func aPageWithoutItsNewItemIsDamage() throws {
    var storage = MemoryPages()
    let first = try hundred()
    try storage.write(first)
    let opened = try storage.open()
    let insertion = Changeset<String, String> {
      $0.insertItem("", at: ItemPath(section: 0, item: 50))
    }
    let second = try first.target.applying(insertion)
    try storage.write(second)
    var recovery = PageRecovery(of: opened) { _ in nil }
    try recovery.replay(second.record)
    let leaf = try #require(recovery.wanted.first)
    var items = try storage.items(inLeaf: leaf)
    items.swapAt(50, 51)
    let error = #expect(throws: StorageError.self) { try recovery.resolve(leaf, items) }
    #expect(error?.code == .corrupt)
    items.swapAt(50, 51)
    try recovery.resolve(leaf, items)
    #expect(try recovery.recovered().pages[leaf]?.map(\.rawValue) == Array(1...100))
  }

  @Test func aPageThatIsNotWhatTheJournalLeadsToIsDamage() throws {
    var wantedCount = 0
    for seed in 0..<20 as Range<UInt64> {
      let lag = try Lag(seed: seed, changeCount: 3)
      var recovery = PageRecovery(of: lag.opened) { _ in nil }
      for record in lag.records { try recovery.replay(record) }
      guard let leaf = recovery.wanted.min() else { continue }
      wantedCount += 1
      let items = try lag.storage.items(inLeaf: leaf)
      var unresolved = recovery
      #expect(throws: StorageError.self) { try unresolved.resolve(leaf, items.dropLast() + []) }
      #expect(throws: StorageError.self) { try recovery.recovered() }
    }
    #expect(wantedCount > 10)
  }
}
