import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterCore

/// Storage names a page for each item, from which the item is found: the one that it came into, until the item
/// moves or another page takes its page in.
@Suite("ListState: items that are found from a page")
struct PageHintTests {
  /// A list in storage with pages of up to four items, and the same list in an array.
  private struct SmallPages {
    var pages = MemoryPages()
    var state: ListState
    var ids: [Int] = []

    init() throws { state = ListState(try #require(PageSizes(capacity: 4))) }

    /// Applies a changeset to the list as it is in storage, of which nothing is in memory.
    mutating func apply(_ changeset: Changeset<String, String>) throws {
      let change = try state.applying(changeset)
      try pages.write(change)
      state = try pages.open()
    }

    mutating func insert(at index: Int) throws {
      ids.insert(state.nextIdentifiers.item, at: index)
      try apply(Changeset { $0.insertItem("", at: ItemPath(section: 0, item: index)) })
    }

    mutating func remove(_ indexes: [Int]) throws {
      for index in indexes.sorted().reversed() { ids.remove(at: index) }
      try apply(
        Changeset {
          for index in indexes { $0.removeItem(at: ItemPath(section: 0, item: index)) }
        })
    }

    mutating func move(_ source: Int, to target: Int) throws {
      ids.insert(ids.remove(at: source), at: target)
      try apply(
        Changeset {
          $0.moveItem(
            from: ItemPath(section: 0, item: source), to: ItemPath(section: 0, item: target))
        })
    }

    /// The first item that is not found where it is, or is found although it is not there.
    func lostItem() throws -> Int? {
      try (1..<state.nextIdentifiers.item).first { item in
        let expected = ids.firstIndex(of: item).map { ItemPath(section: 0, item: $0) }
        let id = ItemID(rawValue: item)
        return try state.path(of: id) != expected || state.contains(id) != (expected != nil)
      }
    }
  }

  /// Visits the lists that come of inserting some items one by one, each at every place.
  private func forEachHistory(of count: Int, _ visit: (SmallPages) throws -> Void) throws {
    var start = try SmallPages()
    try start.apply(Changeset { $0.insertSection(at: 0) })
    func visitAll(_ list: SmallPages) throws {
      if list.ids.count == count { return try visit(list) }
      for index in 0...list.ids.count {
        var next = list
        try next.insert(at: index)
        try visitAll(next)
      }
    }
    try visitAll(start)
  }

  @Test func eachItemIsFoundWhereverSixCameInAndUpToTwoWentAgain() throws {
    var historyCount = 0
    try forEachHistory(of: 6) { list in
      historyCount += 1
      #expect(try list.lostItem() == nil, "\(list.ids)")
      for one in 0..<6 {
        for other in one..<6 {
          var shorter = list
          try shorter.remove(one == other ? [one] : [one, other])
          #expect(try shorter.lostItem() == nil, "\(list.ids) without \(one) and \(other)")
        }
      }
    }
    #expect(historyCount == 720)
  }

  @Test func eachItemIsFoundWhereverSixCameInAndOneMovedBeforeAnotherOneCame() throws {
    try forEachHistory(of: 6) { list in
      for source in 0..<6 {
        for target in 0..<6 where source != target {
          var moved = list
          try moved.move(source, to: target)
          try moved.insert(at: target)
          #expect(try moved.lostItem() == nil, "\(list.ids), \(source) to \(target)")
        }
      }
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func eachItemIsFoundAfterRandomChanges(seed: UInt64) throws {
    var generator = RandomChangesets(seed: seed)
    generator.longestRun = seed % 2 == 0 ? 3 : 14
    var pages = MemoryPages()
    let capacity = try #require(PageSizes(capacity: 4 + Int(seed % 3)))
    var inMemory = ListState(capacity)
    var state = inMemory
    for step in 0..<60 {
      let changeset = generator.valid(for: state.itemCounts).changeset()
      let change = try state.applying(changeset)
      inMemory = try inMemory.applying(changeset).target
      try pages.write(change)
      state = generator.random.happens(percent: 40) ? try pages.open() : change.target
      let shownCount = generator.random.index(below: state.sectionCount + 1)
      let shown = state.prefix(sectionCount: shownCount)
      for item in 1..<max(1, state.nextIdentifiers.item) {
        let id = ItemID(rawValue: item)
        try #require(
          try state.path(of: id) == inMemory.path(of: id),
          "seed \(seed), step \(step), item \(item): \(changeset.logLine)")
        let path = try state.path(of: id)
        try #require(
          try shown.path(of: id) == path.flatMap { $0.section < shownCount ? $0 : nil },
          "seed \(seed), step \(step), item \(item) in \(shownCount) sections")
      }
    }
    #expect(try state.violations().isEmpty)
  }

  /// Counts how often all pages are searched.
  private final class CountedPages: PageSource, @unchecked Sendable {
    let pages: MemoryPages
    /// Only the test reads and writes them, on one thread.
    var searchCount = 0
    var readCount = 0
    var unreadable: LeafID?

    init(_ pages: MemoryPages) { self.pages = pages }

    func items(inLeaf leaf: LeafID) throws(StorageError) -> ContiguousArray<ItemID> {
      readCount += 1
      if leaf == unreadable { throw StorageError(.corrupt, "\(leaf) is unreadable") }
      return try pages.items(inLeaf: leaf)
    }

    func leaves(ofItemsInChunk chunk: Int) throws(StorageError) -> ContiguousArray<LeafID> {
      try pages.leaves(ofItemsInChunk: chunk)
    }

    func leaf(holding item: ItemID) throws(StorageError) -> LeafID {
      searchCount += 1
      return try pages.leaf(holding: item)
    }
  }

  @Test(arguments: [(12, 0), (400, 1)])
  func aPageThatGaveItemsToManyIsLeftForASearch(insertCount: Int, searchCount: Int) throws {
    var list = try SmallPages()
    try list.apply(Changeset { $0.insertSection(at: 0) })
    try list.insert(at: 0)
    try list.insert(at: 1)
    // Each comes before the second item, which the pages in between take further and further away.
    for _ in 0..<insertCount { try list.insert(at: 1) }
    let source = CountedPages(list.pages)
    let state = try ListState(list.pages.directory, pages: source)
    let path = ItemPath(section: 0, item: insertCount + 1)
    #expect(try state.path(of: ItemID(rawValue: 2)) == path)
    #expect(source.searchCount == searchCount)
    #expect(source.readCount <= PageSizes.soughtPageCount + 1)
  }

  @Test func aPageThatCannotBeReadHidesNoneBehindIt() throws {
    var list = try SmallPages()
    try list.apply(Changeset { $0.insertSection(at: 0) })
    try list.insert(at: 0)
    try list.insert(at: 1)
    for _ in 0..<12 { try list.insert(at: 1) }
    let source = CountedPages(list.pages)
    let state = try ListState(list.pages.directory, pages: source)
    let named = try #require(try state.page(of: ItemID(rawValue: 1), from: LeafID(rawValue: 1)))
    let holder = try #require(try state.page(of: ItemID(rawValue: 2), from: LeafID(rawValue: 1)))
    let between = try #require(try state.itemID(at: ItemPath(section: 0, item: 7)))
    source.unreadable = try state.page(of: between, from: LeafID(rawValue: 1))?.leaf.id
    #expect(source.unreadable != named.leaf.id && source.unreadable != holder.leaf.id)
    let opened = try ListState(list.pages.directory, pages: source)
    let path = ItemPath(section: 0, item: 13)
    #expect(try opened.path(of: ItemID(rawValue: 2)) == path)
    #expect(throws: StorageError.self) { try opened.path(of: between) }
  }

  @Test func oneInsertionWritesNoRowOfAnotherItem() throws {
    let filled = try ListState().applying(ListRows(counts: [1_000]).asInsertion).target
    var state = filled
    var pageCount = 0
    for step in 0..<500 {
      let path = ItemPath(section: 0, item: step * 7 % state.itemCount)
      let change = try state.applying(Changeset<String, String> { $0.insertItem("", at: path) })
      #expect(change.pages.relocatedItems.isEmpty, "step \(step)")
      pageCount += change.pages.leaves.count
      state = change.target
    }
    #expect(pageCount > 505, "no page was split")
    #expect(try state.violations().isEmpty)
  }

  @Test func whatComesBehindManyNewPagesIsWrittenWhereItIs() throws {
    let filled = try ListState().applying(ListRows(counts: [48]).asInsertion).target
    let change = try filled.applying(
      Changeset<String, String> {
        for item in 0..<2_000 { $0.insertItem("", at: ItemPath(section: 0, item: 20 + item)) }
      })
    #expect(Set(change.pages.relocatedItems.map(\.rawValue)) == Set(21...48))
  }
}
