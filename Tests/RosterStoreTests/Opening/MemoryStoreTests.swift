import Foundation
import GRDB
import RosterCore
import RosterRows
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterStore

/// What a store in memory has of its own. That lists do there what they do in a file, the suites of all
/// storages show.
@Suite("Stores in memory") struct MemoryStoreTests {
  private func list(_ store: SQLiteStore, _ name: String = "main") throws -> SQLiteList {
    try #require(try store.list(named: name))
  }

  @Test func twoStoresAreTwo() throws {
    let stores = [try SQLiteStore.inMemory(), try SQLiteStore.inMemory()]
    for (number, store) in stores.enumerated() {
      let list = try list(store)
      _ = try list.commit(newSection(["\(number)"]), on: list.load())
    }
    for (number, store) in stores.enumerated() {
      let list = try list(store)
      #expect(try list.rows(of: list.load()).sections.flatMap(\.items) == ["\(number)"])
    }
    #expect(stores[0].identity != stores[1].identity)
  }

  @Test func nothingIsOnADisk() throws {
    let store = try SQLiteStore.inMemory()
    let list = try list(store)
    _ = try list.commit(newSection((0..<2_000).map { "\($0)" }), on: list.load())
    let (files, settings) = try store.pool.read { database in
      (
        try database.texts("SELECT file FROM pragma_database_list"),
        // 2 is memory, also for what is sorted or vacuumed.
        [
          try database.text("PRAGMA journal_mode"),
          try database.text("PRAGMA temp_store"),
        ]
      )
    }
    #expect(Set(files) == [""])
    #expect(settings == ["memory", "2"])
    let names = try FileManager.default.contentsOfDirectory(
      atPath: FileManager.default.currentDirectoryPath)
    #expect(!names.contains { $0.contains("memory:") })
    #expect(try store.sizeReport(rowCountMax: 1, pageCountMax: 0).pageCount > 2)
  }

  @Test func theListsGoWhenTheStoreIsClosed() throws {
    let store = try SQLiteStore.inMemory()
    let list = try list(store)
    let state = try list.commit(newSection(["a"]), on: list.load())
    try store.close()
    try store.close()
    #expect(storageErrorCode { _ = try list.load() } == .closed)
    #expect(storageErrorCode { _ = try list.commit(Changeset(), on: state) } == .closed)
    #expect(storageErrorCode { _ = try store.lists() } == .closed)
    #expect(storageErrorCode { try store.vacuum() } == .closed)
    #expect(try SQLiteStore.inMemory().lists().isEmpty)
  }

  @Test func manyReleasedStoresAreGone() throws {
    for _ in 0..<200 {
      weak var released: SQLiteStore?
      do {
        let store = try SQLiteStore.inMemory()
        released = store
        let list = try list(store)
        let watch = list.watch {}
        let state = try list.commit(newSection(["a", "b"]), on: list.load())
        #expect(try list.rows(of: state).sections.count == 1)
        watch.cancel()
      }
      #expect(released == nil)
    }
  }

  @Test func vacuumFreesWhatACompactionLeaves() throws {
    let store = try SQLiteStore.inMemory()
    let storage = try list(store)
    var list = try CommittedList(storage)
    try list.commit(newSection((0..<3_000).map { "item \($0)" }))
    try list.commit(Changeset { $0.removeSection(at: 0) })
    try list.commit(newSection(["a", "b"]))
    try storage.compact(JournalRetention(revisionCountMax: 1))
    #expect(try store.byteCounts().free > 0)
    try store.vacuum()
    #expect(try store.byteCounts().free == 0)
    #expect(try store.check() == [])
    try list.commit(newSection(at: 1, ["c"]))
    #expect(try list.difference() == nil)
  }

  @Test func aChangeThatFindsNoRoomChangesNothing() throws {
    let store = try SQLiteStore.inMemory(configuration: SQLiteConfiguration(pageCountMax: 64))
    var list = try CommittedList(list(store))
    try list.commit(newSection(["a"]))
    let large = newSection(at: 1, (0..<20_000).map { "item \($0)" })
    #expect(storageErrorCode { try list.commit(large) } == .full)
    try list.commit(newSection(at: 1, ["b"]))
    #expect(try list.difference() == nil)
    #expect(try store.check() == [])
  }

  @Test func aStoreInMemoryThatMustExistIsRefused() {
    var existing = SQLiteConfiguration()
    existing.createsFile = false
    for configuration in [existing, SQLiteConfiguration(isReadOnly: true)] {
      let error = #expect(throws: StorageError.self) {
        try SQLiteStore.inMemory(configuration: configuration)
      }
      #expect(error?.code == .unreadable)
      #expect(error?.message.hasPrefix(":memory:: a store in memory is always a new one") == true)
    }
  }

  /// A list in memory is saved by copying it.
  @Test func listsAreCopiedIntoAFileAndBack() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore.inMemory()
    var list = try CommittedList(list(store))
    var changesets = RandomChangesets(seed: 7)
    for _ in 0..<20 { try list.commit(2, from: &changesets) }
    let file = try SQLiteStore(path: folder.path(of: "saved.sqlite"))
    try StagedLists(nil, of: store).copy("main", to: file, as: "main")
    let loaded = try SQLiteStore.inMemory()
    try StagedLists(nil, of: file).copy("main", to: loaded, as: "main")
    for copy in [file, loaded] {
      try list.reopen(self.list(copy))
      #expect(try list.difference() == nil)
      #expect(try copy.check() == [])
    }
  }

  /// Each reader sees a whole change of both lists or nothing of it, and never an earlier one after a later.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func readersSeeOnlyWhatIsCommitted(seed: UInt64) async throws {
    let store = try SQLiteStore.inMemory()
    let lists = [try list(store, "a"), try list(store, "b")]
    var states = try lists.map { try $0.load() }
    let revisionCount = 60
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          var last = 0
          while last < revisionCount, !Task.isCancelled {
            let revisions = try store.lists().map(\.revision)
            #expect(revisions[0] == revisions[1] && revisions[0] >= last, "seed \(seed)")
            last = revisions[0]
            let models = try lists[last % 2].models(of: [ItemID(rawValue: 1)], at: last)
            #expect(models == (last == 0 ? [nil] : [.text("1")]), "seed \(seed)")
          }
        }
      }
      var random = SplitMix64(seed: seed)
      for revision in 1...revisionCount {
        var commits: [ListCommit] = []
        for index in lists.indices {
          var builder = CommitGroupBuilder(states[index])
          try builder.add(
            newSection(["\(revision)"] + (0..<random.index(below: 300)).map { "\($0)" }))
          states[index] = builder.group.target
          commits.append(ListCommit(lists[index], builder.group))
        }
        try store.commit(commits)
      }
      try await group.waitForAll()
    }
    #expect(try store.check() == [])
  }
}
