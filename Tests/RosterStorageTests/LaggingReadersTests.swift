import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Readers that lag behind another writer")
struct LaggingReadersTests {
  /// A list as it was opened, read page by page, and what it holds.
  private struct Reader {
    var state: ListState
    var expected: [[Int]]

    /// Reads some items forth and back.
    func readSome(_ random: inout SplitMix64, _ comment: Comment) throws {
      guard let section = expected.indices.randomElement(using: &random),
        !expected[section].isEmpty
      else { return }
      let item = random.index(below: expected[section].count)
      let path = ItemPath(section: section, item: item)
      let id = ItemID(rawValue: expected[section][item])
      if random.happens(percent: 50) { #expect(try state.itemID(at: path) == id, comment) }
      #expect(try state.path(of: id) == path, comment)
    }

    func readAll(_ comment: Comment) throws {
      for (section, ids) in expected.enumerated() {
        #expect(try state.itemIDs(inSection: section).map(\.rawValue) == ids, comment)
      }
      let items = Set(expected.joined())
      for item in 1...max(1, items.max() ?? 1) {
        #expect(try state.contains(ItemID(rawValue: item)) == items.contains(item), comment)
      }
      for (section, ids) in expected.enumerated() {
        for (item, id) in ids.enumerated() {
          let path = ItemPath(section: section, item: item)
          #expect(try state.path(of: ItemID(rawValue: id)) == path, comment)
        }
      }
    }
  }

  /// Readers open the list at some revisions, and read from it while the other writer goes on. One of
  /// them follows, as a data source does, and another one writes in between.
  @Test(arguments: StorageKind.all, 0..<8 as Range<UInt64>)
  func eachReadsTheListAsItWasWhenItWasOpened(kind: StorageKind, seed: UInt64) throws {
    try withStorage(kind) { temporary in
      // Small pages split and join often.
      let pageSizes = try #require(PageSizes(capacity: seed % 3 == 0 ? 4 : 64))
      let list = try temporary.list("main", pageSizes)
      var writer = try CommittedList(temporary.listOfAnotherWriter("main"))
      var generator = RandomChangesets(seed: seed)
      generator.longestRun = seed % 2 == 0 ? 250 : 12
      try writer.commit(newSection((0..<900).map { "\($0)" }))
      try writer.commit(newSection((0..<500).map { "\($0)" }))
      var readers: [Reader] = []
      var following = try list.load()
      for step in 0..<24 {
        let comment: Comment = "seed \(seed), step \(step)"
        if generator.random.happens(percent: 40) {
          readers.append(Reader(state: try list.load(), expected: writer.naive.itemIDs))
        }
        // The reader may write as well; then the writer goes on from there.
        if generator.random.happens(percent: 20) {
          try writer.reopen(list)
          try writer.commit(1, from: &generator)
          try writer.reopen(temporary.listOfAnotherWriter("main"))
        } else {
          try writer.commit(1 + generator.random.index(below: 3), from: &generator)
        }
        if generator.random.happens(percent: 50) {
          for entry in try list.journal(after: following.revision, limit: .max) {
            following = try following.replaying(entry.record).target
          }
          if generator.random.happens(percent: 50) {
            following.pageSource.advance(to: following)
          }
          try Reader(state: following, expected: writer.naive.itemIDs)
            .readSome(&generator.random, comment)
        }
        for reader in readers where generator.random.happens(percent: 30) {
          try reader.readSome(&generator.random, comment)
        }
      }
      for reader in readers { try reader.readAll("seed \(seed), in the end") }
      #expect(try writer.difference() == nil, "seed \(seed)")
    }
  }

  @Test(arguments: StorageKind.all)
  func aListIsReadAsItWasByManyThreadsAtOnce(kind: StorageKind) async throws {
    let temporary = try kind.makeStorage(nil)
    let list = try temporary.list()
    var writer = try CommittedList(temporary.listOfAnotherWriter("main"))
    try writer.commit(newSection((0..<2_000).map { "\($0)" }))
    let opened = try list.load()
    let ids = writer.naive.itemIDs[0]
    var generator = RandomChangesets(seed: 1)
    for _ in 0..<10 {
      try writer.commit(2, from: &generator)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for reader in 0..<4 {
          group.addTask {
            for item in stride(from: reader, to: 2_000, by: 317) {
              let path = try opened.path(of: ItemID(rawValue: ids[item]))
              #expect(path == ItemPath(section: 0, item: item))
              let id = try opened.itemID(at: ItemPath(section: 0, item: item))
              #expect(id?.rawValue == ids[item])
            }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(try opened.itemIDs(inSection: 0).map(\.rawValue) == ids)
    #expect(try temporary.findings() == [])
  }
}
