import Roster
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterDerived

@Suite("Derived lists: of several sources")
struct UnionTests {
  private typealias All = DerivedList<Note, Ungrouped, Never>

  /// Opens the lists a, of the notes 1 and 2, b, of the note 3, and c, of the notes 4 and 5.
  private func open(_ names: [String] = ["a", "b"], in store: SQLiteStore) throws -> [Notes] {
    let numbers = ["a": [1, 2], "b": [3], "c": [4, 5]]
    return try names.map { name in
      let list = try Notes(.stored(try #require(try store.list(named: name))))
      if list.snapshot.revision == 0 {
        let notes = (numbers[name] ?? []).map { Note(number: $0, rank: 1, folder: name) }
        try list.changeSynchronously { _, draft in try draft.append(contentsOf: notes) }
      }
      return list
    }
  }

  private func definition(_ sources: [Notes]) -> DerivedDefinition<Note, Ungrouped> {
    sources[0].derived("all", version: "1").union(Array(sources.dropFirst()))
  }

  private func numbers(_ list: DerivedList<Note, some Sendable, Never>) throws -> [Int] {
    try list.list.snapshot.models().map(\.number)
  }

  private func items(_ list: DerivedList<Note, some Sendable, Never>) throws -> [ItemID] {
    try (0..<list.list.snapshot.sectionCount).flatMap {
      try list.list.snapshot.state.itemIDs(inSection: $0)
    }
  }

  @Test func itemsAreNamedByTheirSources() {
    for number in [1, 63, 64, 127, 128, 4_095, 4_096, 1 << 30] {
      for slot in [0, 1, 63] {
        let identity = SourceSlot.item(ItemID(rawValue: number), in: slot)
        let (found, item) = SourceSlot.split(identity)
        #expect(found == slot && item.rawValue == number)
      }
    }
    // The identities are kept in files: they must never change.
    #expect(SourceSlot.item(ItemID(rawValue: 63), in: 1) == ItemID(rawValue: 127))
    #expect(SourceSlot.item(ItemID(rawValue: 64), in: 1) == ItemID(rawValue: 4_160))
  }

  /// The text of a definition names the sources once the list has given them their slots.
  @Test func aChangeThatFailsLeavesTheDefinition() async throws {
    let sources = try open(in: SQLiteStore.inMemory())
    let all = try definition(sources).open()
    struct Refusal: Error {}
    await #expect(throws: Refusal.self) {
      try await all.redefine(
        sources[0].derived("all", version: "2").union([sources[1]]).where { $0.number > 1 }
      ) {
        throw Refusal()
      }
    }
    let item = try #require(try sources[1].snapshot.state.itemID(at: ItemPath(section: 0, item: 0)))
    try await sources[1].change { _, draft in try draft.update(item) { $0.number = 0 } }
    try await all.bringUpToDate()
    #expect(try numbers(all) == [1, 2, 0])
  }

  @Test func anItemIsFoundInItsSource() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = try open(in: store)
    let all = try definition(sources).sorted { [.ascending($0.number)] }
      .assigning(between: { note, before, _ in note.number = (before?.number ?? 0) + 10 })
      .open()
    #expect(try numbers(all) == [1, 2, 3])
    let item = try items(all)[2]
    let own = try #require(try sources[1].snapshot.state.itemID(at: ItemPath(section: 0, item: 0)))
    #expect(try items(all)[0] != item, "both are the first of their lists")
    #expect(all.origin(of: item) == ItemOrigin(sourceIndex: 1, item: own))
    #expect(all.item(from: ItemOrigin(sourceIndex: 1, item: own)) == item)
    #expect(all.item(from: ItemOrigin(sourceIndex: 2, item: own)) == nil)
    #expect(all.origin(of: SourceSlot.item(own, in: 2)) == nil)

    try await sources[1].change { _, draft in try draft.update(own) { $0.number = 0 } }
    try await all.bringUpToDate()
    #expect(try numbers(all) == [0, 1, 2])
    #expect(try items(all)[0] == item)
    let path = try await all.move(item, to: ItemPath(section: 0, item: 2))
    #expect(path == ItemPath(section: 0, item: 2))
    #expect(try sources[1].snapshot.models().map(\.number) == [12])
    await #expect(throws: DataSourceError.self) {
      try await all.move(ItemID(rawValue: 99), to: ItemPath(section: 0, item: 0))
    }
  }

  @Test func aMoveWithoutAnOrderMovesInTheSource() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = try open(in: store)
    let all = try definition(sources).open()
    let item = try items(all)[0]
    try await all.move(item, to: ItemPath(section: 0, item: 1))
    #expect(try numbers(all) == [2, 1, 3])
    #expect(try sources[0].snapshot.models().map(\.number) == [2, 1])
    // Behind an item of the other source, it stays where it is.
    let path = try await all.move(item, to: ItemPath(section: 0, item: 2))
    #expect(path == ItemPath(section: 0, item: 1))
    #expect(try numbers(all) == [2, 1, 3])
  }

  @Test func aMoveBetweenSourcesIsOneBatch() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = try open(in: store)
    let all = try definition(sources).sorted { [.ascending($0.number)] }.open()
    var batches = try all.list.batches().makeAsyncIterator()
    for round in 0..<20 {
      let revision = all.list.snapshot.revision
      let (first, second) = (sources[round % 2], sources[1 - round % 2])
      let number = round + 10
      try await store.change(first, second) { from, to in
        let items = try from.state.itemIDs(inSection: 0)
        try from.remove(items[items.count - 1])
        try to.append(Note(number: number, folder: "a"))
      }
      let batch = try #require(try await batches.next())
      #expect(batch.target.revision == revision + 1)
      #expect(batch.changes.changeset.outline.removedItems.count == 1, "round \(round)")
      #expect(batch.changes.changeset.outline.insertedItems.count == 1, "round \(round)")
      try await all.bringUpToDate()
      #expect(all.list.snapshot.revision == revision + 1)
      #expect(try numbers(all).count == 3)
    }
  }

  @Test func theJournalSaysWhichRevisionsBelongTogether() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = try open(in: store)
    try await store.change(sources[0], sources[1]) { first, second in
      try first.append(Note(number: 6, folder: "a"))
      try second.append(Note(number: 7, folder: "b"))
    }
    var list = DerivedSource(sources[0])
    list.slot = 1
    var change = SourceChange()
    let followed = FollowedSource(list, noted: NotedList(name: "a"))
    let parts = try followed.read(&change, after: 1, upTo: 2)
    let number = try #require(sources[1].address?.number)
    #expect(parts == [JournalPart(list: number, revision: 2)])
    #expect(change.items == [SourceSlot.item(ItemID(rawValue: 3), in: 1)])
  }

  @Test func anotherOpeningLooksAtWhatHasChanged() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let calls = AtomicCount()
    for (opening, expected) in [4, 4, 5].enumerated() {
      let store = try SQLiteStore(path: path)
      let sources = try open(["a", "c"], in: store)
      if opening == 2 {
        try await sources[1].change { _, draft in try draft.append(Note(number: 6, folder: "c")) }
      }
      let all = try definition(sources).where { note in
        calls.increment()
        return !note.isHidden
      }.open()
      #expect(calls.value == expected, "opening \(opening)")
      #expect(try numbers(all) == [1, 2, 4, 5] + (opening == 2 ? [6] : []))
      await all.close()
      for source in sources { await source.close() }
      #expect(try store.check().isEmpty)
      try store.close()
    }
  }

  @Test func aSourceThatHasForgottenTheBasisIsComparedAnew() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = try open(["a", "c"], in: store)
    let first = try definition(sources).open()
    let (former, revision) = (try items(first), first.list.snapshot.revision)
    await first.close()
    try sources[1].removeRegisteredSubscriber(JournalSubscriber.derived("all"))
    let own = try sources[1].snapshot.state.itemIDs(inSection: 0)
    for number in 0..<10 {
      try await sources[1].change { _, draft in
        try draft.update(own[0]) { $0.number = 100 + number }
        if number == 5 { try draft.remove(own[1]) }
      }
    }
    try sources[1].compact(JournalRetention(revisionCountMax: 1))
    #expect(try sources[1].oldestRevision > 2, "what the list shows is forgotten")
    let again = try definition(sources).open()
    #expect(try numbers(again) == [1, 2, 109])
    #expect(try items(again) == Array(former.prefix(3)))
    // Only the items of that source are taken for updated.
    var batches = try again.list.batches(after: revision).makeAsyncIterator()
    let batch = try #require(try await batches.next())
    #expect(batch.changes.changeset.outline.updatedItems == [ItemPath(section: 0, item: 2)])
  }

  @Test func sourcesComeAndGo() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = try open(["a", "b", "c"], in: store)
    func shown(_ indices: [Int]) throws -> All {
      try definition(indices.map { sources[$0] }).sorted { [.descending($0.number)] }.open()
    }
    let first = try shown([0, 1])
    #expect(try numbers(first) == [3, 2, 1])
    let third = try items(first)[0]
    var rows = try first.list.snapshot.rows().notes
    let revision = first.list.snapshot.revision
    await first.close()

    let second = try shown([2, 1])
    #expect(try numbers(second) == [5, 4, 3])
    #expect(try items(second)[2] == third)
    #expect(second.origin(of: third)?.sourceIndex == 1)
    var batches = try second.list.batches(after: revision).makeAsyncIterator()
    let batch = try #require(try await batches.next())
    rows = try rows.applying(batch.changes.operations)
    #expect(try rows == second.list.snapshot.rows().notes)
    let subscriber = JournalSubscriber.derived("all")
    let holds = try sources.map { source in
      try source.registeredSubscribers().contains { $0.name == subscriber }
    }
    #expect(holds == [false, true, true])
    await second.close()

    // One that comes back has its items as before.
    let all = try shown([0, 1, 2])
    #expect(try numbers(all) == [5, 4, 3, 2, 1])
    #expect(try items(all)[2] == third)
    await all.close()
    let fourth = try shown([1, 2])
    await fourth.close()
    for source in sources { await source.close() }
    #expect(try store.removeList(named: "a") == ["a"])
    #expect(try store.removeList(named: "c") == ["c", "all"])
    #expect(try store.lists().map(\.name) == ["b"])
    let rest = try #require(try store.list(named: "b"))
    #expect(try rest.subscribers().isEmpty)
  }

  @Test func anErasedFileIsFollowedFurther() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "notes.sqlite"))
    var sources = try open(["a", "c"], in: store)
    var all = try definition(sources).open()
    let own = try sources[1].snapshot.state.itemIDs(inSection: 0)
    try await sources[1].change { _, draft in try draft.remove(own[0]) }
    try await all.bringUpToDate()
    let former = try items(all)
    await all.close()
    for source in sources { await source.close() }
    try store.erase()
    sources = try open(["a", "c"], in: store)
    all = try definition(sources).open()
    #expect(try numbers(all) == [1, 2, 5])
    #expect(try items(all) == former)
    await all.close()
    for source in sources { await source.close() }
    #expect(try store.check().isEmpty)
    try store.close()
  }

  @Test func aLimitShowsTheSourcesAsTheyStand() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = try open(in: store)
    let some = try definition(sources).limit(2, behind: 1).open()
    #expect(try numbers(some) == [2, 3])
    try await sources[0].change { _, draft in try draft.append(Note(number: 9, folder: "a")) }
    try await some.bringUpToDate()
    #expect(try numbers(some) == [2, 9])
    #expect(try store.lists().map(\.name).sorted() == ["a", "all", "b"], "no copy of the sources")
  }

  /// Lists that show other models have codecs of their own.
  @Test func sourcesMayBeDerivedLists() async throws {
    struct Line: Sendable {
      var text: String
    }
    let store = try SQLiteStore.inMemory()
    let sources = try open(in: store)
    let lines = try zip(["x", "y"], sources).map { label, source in
      try source.derived("lines of \(label)", version: "1") { Line(text: "\(label)\($0.number)") }
        .open()
    }
    let all = try lines[0].list.derived("all", version: "1").union([lines[1].list])
      .sorted { [.descending($0.text)] }.open()
    #expect(try all.list.snapshot.models().map(\.text) == ["y3", "x2", "x1"])
    let top = try all.list.derived("top", version: "1").where { $0.text != "x2" }.open()
    try await sources[1].change { _, draft in try draft.append(Note(number: 4, folder: "b")) }
    try await lines[1].bringUpToDate()
    try await all.bringUpToDate()
    try await top.bringUpToDate()
    #expect(try all.list.snapshot.models().map(\.text) == ["y4", "y3", "x2", "x1"])
    #expect(try top.list.snapshot.models().map(\.text) == ["y4", "y3", "x1"])
  }

  @Test func theListIsReadWithoutItsDefinition() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = try open(in: store)
    let all = try definition(sources).open()
    let items = try items(all)
    await all.close()
    let stored = try #require(try store.list(named: "all"))
    let open = { name in try store.list(named: name, create: false) }
    let status = try #require(try DerivedReading.status(of: stored, named: "all", opening: open))
    #expect(status.sources.map(\.name) == ["a", "b"])
    #expect(status.sources.map(\.basis) == sources.map(\.snapshot.revision))
    let storage = try DerivedReading.storage(of: stored, named: "all", opening: open)
    let models = try storage.models(of: items, at: storage.storedRevision())
    let own = try sources[1].reader.storage.models(
      of: [ItemID(rawValue: 1)], at: sources[1].snapshot.revision)
    #expect(models.count == 3 && models[2] == own[0])
    #expect(try DerivedReading.findings(in: stored, named: "all", opening: open) == [])
  }

  /// What opens the list without its definition, as `roster serve` does, changes nothing of it.
  @Test func itIsChangedByWhatItShowsAlone() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = try open(in: store)
    let all = try definition(sources).open()
    await all.close()
    let stored = try #require(try store.list(named: "all"))
    let storage = try DerivedReading.storage(of: stored, named: "all") {
      try store.list(named: $0, create: false)
    }
    let plain = try ListDataSource<Note, Ungrouped, Never>(
      .stored(DerivedStoredList(access: StoredListAccess(storage, isShared: false))))
    let error = #expect(throws: DataSourceError.self) {
      try plain.applySynchronously(
        Changeset { $0.removeItem(at: ItemPath(section: 0, item: 0)) })
    }
    #expect(error?.description.contains("derived from") == true)
    await plain.close()
    let again = try definition(sources).open()
    #expect(try numbers(again) == [1, 2, 3])
    await again.close()
  }

  @Test func whatCannotBeShownTogetherIsRefused() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = try open(in: store)
    let elsewhere = try open(["b"], in: try SQLiteStore.inMemory())
    let start = sources[0].derived("refused", version: "1")
    for definition in [start.union(elsewhere), start.union([sources[0]])] {
      #expect(throws: StorageError.self) { try definition.open() }
    }
    for names in [["x"], ["x", "y", "z"]] {
      #expect(throws: StorageError.self) {
        try start.union([sources[1]]).sections(bySource: names).open()
      }
    }
    #expect(throws: StorageError.self) {
      try start.union([sources[1]]).sections(of: sources[0]).open()
    }
    #expect(try store.lists().map(\.name).sorted() == ["a", "b"], "nothing was made")

    let all = try definition(sources).open()
    for other in [[sources[1], sources[0]], [sources[0]]] {
      await #expect(throws: StorageError.self) { try await all.redefine(definition(other)) }
    }
    try await all.redefine(
      sources[0].derived("all", version: "2").union([sources[1]]).where { $0.number > 1 })
    #expect(try numbers(all) == [2, 3])
    await all.close()
    // A list of several sources and one of a single one name their items in different ways.
    for plain in [
      sources[0].derived("all", version: "1"), sources[0].derived("all", version: "1").limit(1),
    ] {
      #expect(throws: StorageError.self) { try plain.where { _ in true }.open() }
    }
    await (try sources[0].derived("plain", version: "1").open()).close()
    #expect(throws: StorageError.self) {
      try sources[0].derived("plain", version: "1").union([sources[1]]).open()
    }
  }
}
