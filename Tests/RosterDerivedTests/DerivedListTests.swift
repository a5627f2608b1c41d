import Foundation
import GRDB
import Roster
import RosterConcurrency
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterDerived

@Suite("Derived lists")
struct DerivedListTests {
  /// Three notes of folder b, and two of folder a.
  private static let notes = [
    Note(number: 1, rank: 2, folder: "b"), Note(number: 2, rank: 1, folder: "a"),
    Note(number: 3, rank: 3, folder: "b", isHidden: true), Note(number: 4, rank: 1, folder: "b"),
    Note(number: 5, rank: nil, folder: "a"),
  ]

  private func source(
    in store: SQLiteStore, isShared: Bool = false, _ notes: [Note] = notes
  ) throws -> Notes {
    let list = try #require(try store.list(named: "notes"))
    var configuration = DataSourceConfiguration()
    configuration.isShared = isShared
    let source = try Notes(.stored(list), configuration: configuration)
    if source.snapshot.revision == 0 {
      try source.changeSynchronously { _, draft in try draft.append(contentsOf: notes) }
    }
    return source
  }

  private func numbers<Section: Sendable>(
    _ snapshot: ListSnapshot<Note, Section>
  ) throws -> [[Int]] {
    try (0..<snapshot.sectionCount).map { try snapshot.models(inSection: $0).map(\.number) }
  }

  @Test func anUpdateMovesTheItemAndTouchesNothingElse() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let calls = AtomicCount()
    let byRank = try source.derived("by rank", version: "1")
      .where { note in
        calls.increment()
        return !note.isHidden
      }
      .sorted { note in
        calls.increment()
        return [.descending(note.rank)]
      }
      .open()
    #expect(try numbers(byRank.list.snapshot) == [[1, 2, 4, 5]])
    #expect(calls.value == 5 + 4, "each model is looked at once")
    var batches = try byRank.list.batches().makeAsyncIterator()
    let last = try #require(
      try byRank.list.snapshot.state.itemID(at: ItemPath(section: 0, item: 3)))
    try await source.change(ChangeAnnotation(origin: "a person")) { _, draft in
      try draft.update(last) { $0.rank = 9 }
    }
    let batch = try #require(try await batches.next())
    #expect(try numbers(batch.target) == [[5, 1, 2, 4]])
    #expect(
      batch.changes.changeset.outline.movedItems == [
        ItemMove(source: ItemPath(section: 0, item: 3), target: ItemPath(section: 0, item: 0))
      ])
    #expect(batch.changes.changeset.outline.updatedItems == [ItemPath(section: 0, item: 3)])
    #expect(calls.value == 5 + 4 + 2)
    // What has no place here, before and after, makes no revision.
    let hidden = try #require(try source.snapshot.state.itemID(at: ItemPath(section: 0, item: 2)))
    try await source.change { _, draft in try draft.update(hidden) { $0.rank = 7 } }
    try await byRank.bringUpToDate()
    #expect(byRank.list.snapshot.revision == batch.target.revision)
    #expect(try byRank.basis(of: byRank.list.snapshot) == source.snapshot.revision)
  }

  /// In any other order, each row of a large list would be written with a page of its own.
  @Test func rowsAreWrittenInTheOrderInWhichTheyLie() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(
      in: store, (0..<300).map { Note(number: $0, rank: $0 * 7 % 300, folder: "a") })
    let observer = try DatabaseQueue(path: path)
    try await observer.write { db in
      try db.execute(
        sql: """
          CREATE TABLE written (number INTEGER PRIMARY KEY, item INTEGER, statement TEXT);
          CREATE TRIGGER inserted AFTER INSERT ON item BEGIN
            INSERT INTO written (item, statement) VALUES (new.id, 'INSERT');
          END;
          CREATE TRIGGER updated AFTER UPDATE OF model ON item BEGIN
            INSERT INTO written (item, statement) VALUES (new.id, 'UPDATE');
          END;
          CREATE TRIGGER deleted AFTER DELETE ON item BEGIN
            INSERT INTO written (item, statement) VALUES (old.id, 'DELETE');
          END;
          """)
    }
    func written(by statement: String) async throws -> [Int] {
      try await observer.read { db in
        try Int.fetchAll(
          db, sql: "SELECT item FROM written WHERE statement = ? ORDER BY number",
          arguments: [statement])
      }
    }
    let byRank = try source.derived("by rank", version: "1").sorted { [.ascending($0.rank)] }.open()
    let inserted = try await written(by: "INSERT")
    #expect(inserted.count == 300 && inserted == inserted.sorted())
    #expect(try byRank.list.snapshot.models().map(\.rank) == (0..<300).map { $0 })
    try await byRank.redefine(
      source.derived("by rank", version: "2").where { ($0.rank ?? 0) < 150 }
        .sorted { [.ascending($0.rank)] })
    let deleted = try await written(by: "DELETE")
    #expect(deleted.count == 150 && deleted == deleted.sorted())
    // Each item gets another key.
    try await byRank.redefine(
      source.derived("by rank", version: "3").where { ($0.rank ?? 0) < 150 }
        .sorted { [.descending($0.rank)] })
    let updated = try await written(by: "UPDATE")
    #expect(updated.count == 150 && updated == updated.sorted())
    #expect(try byRank.list.snapshot.models().map(\.rank) == (0..<150).reversed().map { $0 })
    #expect(try await written(by: "INSERT") == inserted)
    try observer.close()
  }

  /// Of a list that lost its limit, the whole list is left, for which its source keeps no revision any more.
  @Test func aListBehindAnEarlierDefinitionIsNoFinding() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let byRank = source.derived("by rank", version: "1").sorted { [.ascending($0.rank)] }
    await (try byRank.limit(2).open()).close()
    let open = { name in try store.list(named: name, create: false) }
    func findings(in name: String) throws -> [String] {
      let list = try #require(try open(name))
      return try DerivedReading.findings(in: list, named: name, opening: open)
    }
    func goOn() throws {
      let first = try #require(try source.snapshot.state.itemIDs(inSection: 0).first)
      for _ in 0..<3 {
        try source.changeSynchronously { _, draft in try draft.update(first) { $0.number += 1 } }
      }
      try source.compact(JournalRetention(revisionCountMax: 0))
    }
    try goOn()
    #expect(try findings(in: "by rank (all)") == [])
    let all = try byRank.open()
    try goOn()
    try await all.bringUpToDate()
    // The whole list shows revision 1.
    #expect(try #require(try open("notes")).oldestRevision() > 1)
    #expect(try findings(in: "by rank (all)") == [])
    #expect(try findings(in: "by rank") == [])
  }

  /// A source must have what a list shows for which it keeps its journal, and for no other list.
  @Test func aSourceThatLacksWhatItKeepsIsAFinding() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    await (try source.derived("by rank", version: "1").sorted { [.ascending($0.rank)] }.open())
      .close()
    let open = { name in try store.list(named: name, create: false) }
    let list = try #require(try open("by rank"))
    let first = try #require(try source.snapshot.state.itemIDs(inSection: 0).first)
    for _ in 0..<3 {
      try source.changeSynchronously { _, draft in try draft.update(first) { $0.number += 1 } }
    }
    try source.removeRegisteredSubscriber(JournalSubscriber.derived("by rank"))
    try source.compact(JournalRetention(revisionCountMax: 0))
    #expect(try source.oldestRevision > 1)
    #expect(try DerivedReading.findings(in: list, named: "by rank", opening: open) == [])
    // As damage leaves it.
    let other = try DatabaseQueue(path: path)
    try await other.write { db in
      try db.execute(
        sql: """
          INSERT INTO subscriber (list, name, revision)
          SELECT id, ?, 1 FROM list WHERE name = 'notes'
          """, arguments: [JournalSubscriber.derived("by rank")])
    }
    #expect(try DerivedReading.findings(in: list, named: "by rank", opening: open).count == 1)
    try other.close()
  }

  /// What the first revision of a list of a million items has changed is a million numbers, and an opening reads none.
  @Test func whatAListShowsIsReadWithoutWhatItHasChanged() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    await (try source.derived("by rank", version: "1").sorted { [.ascending($0.rank)] }.open())
      .close()
    let list = try #require(try store.list(named: "by rank"))
    let other = try DatabaseQueue(path: path)
    try await other.write { db in
      try db.execute(
        sql: """
          UPDATE journal SET change = 'unreadable'
          WHERE list = (SELECT id FROM list WHERE name = 'by rank')
          """)
    }
    #expect(throws: StorageError.self) { try list.journal(after: 0, limit: 1) }
    let noted = try DerivedStorage(list, of: []).noted(at: 1)
    #expect(noted?.revision == 1 && noted?.note.sources.map(\.basis) == [1])
    try other.close()
  }

  /// A change that was expected and has failed says nothing of the one that comes in its place.
  @Test func theNoteOfAChangeIsNotThatOfAnotherOne() throws {
    let store = try SQLiteStore.inMemory()
    let storage = DerivedStorage(try #require(try store.list(named: "by rank")), of: [])
    let note = DerivedNote(
      sources: [DerivedNote.Source(list: NotedList(name: "notes"), basis: 7)],
      isOfSeveral: false, definition: "{}", held: [])
    storage.expect([:], note, note.annotation, at: 1)
    let stored = DerivedStoredList(access: StoredListAccess(storage, isShared: false))
    let list = try Notes(.stored(stored))
    #expect(throws: (any Error).self, "it does not say what the list shows") {
      try list.changeSynchronously { _, draft in try draft.insertSection() }
    }
    #expect(try storage.storedRevision() == 0)
    #expect(try storage.noted(at: 0) == nil)
  }

  /// The place of a row among 999 others is found by ten keys, none of which is in memory when the list was just opened. Of
  /// the last 256 items, the keys of three steps are read at once.
  @Test func keysOfSeveralStepsOfASearchAreReadAtOnce() async throws {
    let store = CountingStore(try SQLiteStore.inMemory())
    let stored = try #require(try store.storedList(named: "notes", create: true))
    let source = try Notes(.stored(stored))
    try source.changeSynchronously { _, draft in
      try draft.append(
        contentsOf: (0..<1_000).map { Note(number: $0, rank: 2 * $0, folder: "a") })
    }
    let definition = source.derived("by rank", version: "1").sorted { [.ascending($0.rank)] }
    try await definition.open().close()
    let byRank = try definition.open()
    let first = try #require(
      try source.snapshot.state.itemID(at: ItemPath(section: 0, item: 0)))
    let readCount = store.readCount(of: "by rank")
    try await source.change { _, draft in try draft.update(first) { $0.rank = 999 } }
    try await byRank.bringUpToDate()
    #expect(
      try byRank.list.snapshot.models().map(\.number) == Array(1..<500) + [0] + Array(500..<1_000))
    // The own key of the item, those of two steps, and three times those of several.
    #expect(store.readCount(of: "by rank") - readCount <= 1 + 2 + 3)
    await byRank.close()
  }

  @Test func sectionsComeAndGo() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let byFolder = try source.derived("by folder", version: "1")
      .sections { $0.folder }.sorted { [.ascending($0.number)] }.open()
    #expect(try byFolder.list.snapshot.sectionModels() == ["a", "b"])
    #expect(try numbers(byFolder.list.snapshot) == [[2, 5], [1, 3, 4]])
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    var batches = try byFolder.list.batches().makeAsyncIterator()
    try await source.change { _, draft in
      for id in [ids[1], ids[4]] { try draft.update(id) { $0.folder = "c" } }
    }
    let batch = try #require(try await batches.next())
    #expect(try batch.target.sectionModels() == ["b", "c"])
    #expect(try numbers(batch.target) == [[1, 3, 4], [2, 5]])
    #expect(batch.changes.changeset.outline.removedItems == [], "they move out of what goes")
    #expect(batch.changes.changeset.outline.movedItems.count == 2)
  }

  @Test func fixedSectionsAreThereWithoutItems() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let start = source.derived("by folder", version: "1").sorted { [.ascending($0.number)] }
    let byFolder = try start.sections(always: ["c", "b"]) { $0.folder }.open()
    #expect(try byFolder.list.snapshot.sectionModels() == ["a", "b", "c"])
    let ids = byFolder.list.snapshot.state.sectionIDs
    for item in try source.snapshot.state.itemIDs(inSection: 0) {
      try await source.change { _, draft in try draft.remove(item) }
    }
    try await byFolder.bringUpToDate()
    #expect(byFolder.list.snapshot.state.sectionIDs == Array(ids.dropFirst()))
    // Another set of them is another definition.
    try await byFolder.redefine(start.sections(always: ["d", "c"]) { $0.folder })
    #expect(try byFolder.list.snapshot.sectionModels() == ["c", "d"])
    #expect(byFolder.list.snapshot.state.sectionID(at: 0) == ids[2])
    try await byFolder.redefine(start.sections { $0.folder })
    #expect(byFolder.list.snapshot.sectionCount == 0)
    await byFolder.close()
    let limited = try start.sections(always: ["c", "b"]) { $0.folder }.limit(1).open()
    #expect(try limited.list.snapshot.sectionModels() == ["b", "c"])
  }

  @Test func aListFollowsAsLongAsItIsKept() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    func open(_ lifetime: Lifetime) throws -> ListDataSource<Note, Ungrouped, Never> {
      try source.derived("found", version: "1").sorted { [.ascending($0.number)] }
        .search("b") { note in withExtendedLifetime(lifetime) { note.texts } }
        .limit(2).open().list
    }
    let end: Lifetime.End
    do {
      let lifetime = Lifetime()
      end = lifetime.end
      let found = try open(lifetime)
      var batches = try found.batches().makeAsyncIterator()
      let ids = try source.snapshot.state.itemIDs(inSection: 0)
      try await source.change { _, draft in try draft.remove(ids[0]) }
      let batch = try #require(try await batches.next())
      #expect(try numbers(batch.target) == [[3, 4]])
    }
    await end.arrival()
    #expect(try source.derived("found", version: "1").open().list.snapshot.itemCount == 4)
  }

  @Test func aListThatIsClosedAloneHoldsNoJournal() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let shown = try source.derived("shown", version: "1").open()
    await shown.list.close()
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    for number in 0..<3 {
      try await source.change { _, draft in try draft.update(ids[0]) { $0.number = number } }
    }
    try source.removeRegisteredSubscriber("derived shown")
    #expect(source.slowestRevision == source.snapshot.revision)
    #expect(try source.compact(JournalRetention(revisionCountMax: 1)).oldestRevision == 3)
    #expect(
      try numbers(source.derived("shown", version: "1").open().list.snapshot) == [[2, 2, 3, 4, 5]])
  }

  @Test func otherTiesHaveOtherPlaces() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in try draft.move(ids[4], before: ids[0]) }
    let start = source.derived("tied", version: "1")
    let tied = try start.sorted(ties: .source) { [.ascending($0.isHidden)] }.open()
    #expect(try numbers(tied.list.snapshot) == [[5, 1, 2, 4, 3]])
    try await tied.redefine(start.sorted(ties: .identity) { [.ascending($0.isHidden)] })
    #expect(try numbers(tied.list.snapshot) == [[1, 2, 4, 5, 3]])
    try await tied.redefine(start.sorted(ties: .source) { [.ascending($0.isHidden)] })
    #expect(try numbers(tied.list.snapshot) == [[5, 1, 2, 4, 3]])
  }

  @Test func aLimitAndASearchMayComeAndGo() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    let start = source.derived("shown", version: "1").sorted { [.ascending($0.number)] }
    let searched = start.search("shown b") { $0.texts }
    func follower(_ definition: DerivedDefinition<Note, Ungrouped>) async throws -> [String] {
      let shown = try definition.open()
      #expect(shown.failure == nil)
      try await source.change { _, draft in
        try draft.update(try #require(draft.state.itemIDs(inSection: 0).first)) { $0.rank = 9 }
      }
      try await shown.bringUpToDate()
      #expect(try shown.basis(of: shown.list.snapshot) == source.snapshot.revision)
      let numbers = try numbers(shown.list.snapshot).joined()
      #expect(Array(numbers) == numbers.sorted())
      await shown.close()
      return try source.registeredSubscribers().map(\.name) + numbers.map(String.init)
    }
    for _ in 0..<2 {
      #expect(try await follower(start) == ["derived shown", "1", "2", "3", "4", "5"])
      #expect(try await follower(searched) == ["derived shown (texts)", "1", "4"])
      #expect(try await follower(searched.limit(1)) == ["derived shown (all) (texts)", "1"])
      #expect(try await follower(start.limit(2)) == ["derived shown (all)", "1", "2"])
    }
    let shown = try searched.open()
    #expect(try shown.list.snapshot(at: shown.list.snapshot.revision).models().count == 2)
    #expect(throws: StorageError.self, "what it showed then was another source's") {
      try shown.list.snapshot(at: 1).models()
    }
    await shown.close()
    for name in ["x (all)", "x (texts)"] {
      #expect(throws: StorageError.self) { try source.derived(name, version: "1").open() }
    }
    await source.close()
    #expect(try store.check() == [])
    try store.close()
  }

  /// The whole list still has the limited one as a subscriber, for which nothing can be kept any more.
  @Test func aListIsLimitedAgainAfterItsSourceHasForgotten() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let sorted = source.derived("shown", version: "1").sorted { [.ascending($0.number)] }
    await (try sorted.limit(2).open()).close()
    await (try sorted.open()).close()
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    for number in 10..<15 {
      try await source.change { _, draft in try draft.update(ids[0]) { $0.number = number } }
    }
    await (try sorted.open()).close()
    #expect(try source.compact(JournalRetention(revisionCountMax: 1)).oldestRevision > 1)
    #expect(try numbers(sorted.limit(2).open().list.snapshot) == [[2, 3]])
  }

  /// Also if it shows the source later than it says, and the list has gone on.
  @Test func anEarlierSnapshotIsReadAsItsSourceKeepsIt() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let definition = source.derived("shown", version: "1").where { !$0.isHidden }
    await (try definition.open()).close()
    let shown = try definition.open()
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    func change(_ item: Int, _ number: Int) async throws {
      try await source.change { _, draft in try draft.update(ids[item]) { $0.number = number } }
      try await shown.bringUpToDate()
    }
    // The third note is hidden.
    for number in 100..<200 { try await change(2, number) }
    let before = shown.list.snapshot
    try await change(0, 9)
    try await change(2, 200)
    #expect(try source.compact(JournalRetention(revisionCountMax: 1)).oldestRevision > 1)
    #expect(try numbers(before) == [[1, 2, 4, 5]])
    #expect(try numbers(shown.list.snapshot) == [[9, 2, 4, 5]])
  }

  @Test func openingAgainLooksAtWhatHasChangedSince() async throws {
    let folder = try TemporaryFolder()
    let calls = AtomicCount()
    func open(_ body: (Notes, DerivedList<Note, Ungrouped, Never>) async throws -> Void)
      async throws
    {
      let store = try SQLiteStore(path: folder.path(of: "notes.sqlite"))
      let source = try source(in: store)
      let shown = try source.derived("shown", version: "1")
        .where { note in
          calls.increment()
          return !note.isHidden
        }.open()
      try await body(source, shown)
      await shown.close()
      await source.close()
      #expect(try store.check().isEmpty)
      try store.close()
    }
    try await open { _, shown in
      let found = try numbers(shown.list.snapshot)
      #expect(found == [[1, 2, 4, 5]])
    }
    #expect(calls.value == 5)
    try await open { source, shown in
      #expect(calls.value == 5)
      // What it does not show is followed as well, and not looked at again after a restart.
      let hidden = try source.snapshot.state.itemIDs(inSection: 0)[2]
      for rank in 0..<100 {
        try await source.change { _, draft in try draft.update(hidden) { $0.rank = rank } }
      }
      try await shown.bringUpToDate()
    }
    let count = calls.value
    try await open { source, _ in #expect(calls.value == count) }
    // Without the derived list.
    let store = try SQLiteStore(path: folder.path(of: "notes.sqlite"))
    let alone = try source(in: store)
    try alone.changeSynchronously { _, draft in
      try draft.insert(Note(number: 6, folder: "a"), at: 0)
      try draft.remove(alone.snapshot.state.itemIDs(inSection: 0)[4])
    }
    await alone.close()
    try store.close()
    try await open { _, shown in
      #expect(calls.value == count + 1)
      let found = try numbers(shown.list.snapshot)
      #expect(found == [[6, 1, 2, 4]])
    }
  }

  @Test func anotherDefinitionMakesOneBatch() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    func definition(_ folder: String) -> DerivedDefinition<Note, Ungrouped> {
      source.derived("found", version: "1 \(folder)")
        .where { folder.isEmpty || $0.folder == folder }
    }
    let found = try definition("").open()
    let first = try found.list.snapshot.state.itemIDs(inSection: 0)
    var batches = try found.list.batches().makeAsyncIterator()
    try await found.redefine(definition("b"))
    let batch = try #require(try await batches.next())
    #expect(try numbers(batch.target) == [[1, 3, 4]])
    #expect(batch.changes.changeset.outline.removedItems.count == 2)
    #expect(batch.changes.changeset.outline.updatedItems == [], "their models are as before")
    let revision = found.list.snapshot.revision
    try await found.redefine(definition("b"))
    #expect(found.list.snapshot.revision == revision)
    try await found.redefine(definition(""))
    #expect(try found.list.snapshot.state.itemIDs(inSection: 0) == first)
    // It is kept with the list.
    await found.close()
    let again = try definition("a").open()
    #expect(try numbers(again.list.snapshot) == [[2, 5]])
  }

  @Test func aDefinitionThatChangesNothingIsLookedAtOnce() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let calls = AtomicCount()
    func open(version: String) async throws -> Int {
      let before = calls.value
      let shown = try source.derived("shown", version: version)
        .where { _ in
          calls.increment()
          return true
        }.open()
      await shown.close()
      return calls.value - before
    }
    #expect(try await open(version: "1") == 5)
    #expect(try await open(version: "2") == 5)
    #expect(try await open(version: "2") == 0)
  }

  @Test func aListThatIsDerivedIsNotChangedOtherwise() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    let shown = try source.derived("shown", version: "1").open()
    let refusal = await #expect(throws: DataSourceError.self) {
      try await shown.list.change { _, draft in try draft.append(Note(number: 9, folder: "z")) }
    }
    #expect(
      refusal.map { "\($0)" } == "the list shows the list notes; change that, and the list follows")
    await #expect(throws: DataSourceError.self) { try await shown.list.apply(.undo()) }
    await shown.close()
    #expect(throws: StorageError.self) {
      try ListDataSource<Note, String, Never>(.file(path, list: "shown"))
    }
    _ = try store.list(named: "other")
    let other = try ListDataSource<Note, String, Never>(.file(path, list: "other"))
    try await other.change { _, draft in try draft.append(Note(number: 9, folder: "z")) }
    await other.close()
    #expect(throws: StorageError.self) { try source.derived("other", version: "1").open() }
  }

  /// A process that ends behind the first revision leaves a list that others take for what it is.
  @Test func aListIsKnownAsDerivedBeforeItsFirstRevision() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    let other = try SQLiteStore(path: path)
    let found = Recorder<String>()
    let shown = try source.derived("shown", version: "1").where { _ in
      if let list = try? other.list(named: "shown", create: false),
        let revision = try? list.storedRevision(), let subscribers = try? list.subscribers()
      {
        found.record("\(revision) \(subscribers.map(\.name))")
      }
      return true
    }.open()
    #expect(found.values == [String](repeating: #"0 ["roster.derived"]"#, count: 5))
    await shown.close()
    await source.close()
    try other.close()
    try store.close()
  }

  /// As a process leaves it that ends in the first opening.
  @Test func aDerivedListWithoutARevisionIsMadeOrRemoved() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    for name in ["gone", "shown"] {
      let list = try #require(try store.list(named: name))
      try list.acknowledge(nil, by: JournalSubscriber.derived)
    }
    #expect(try store.check() == [])
    #expect(throws: StorageError.self) {
      try ListDataSource<Note, String, Never>(.file(path, list: "gone"))
    }
    #expect(try store.removeList(named: "gone") == ["gone"])
    let gone = try Notes(.stored(try #require(try store.list(named: "gone"))))
    try await gone.change { _, draft in try draft.append(Note(number: 9, folder: "z")) }
    await gone.close()
    let shown = try source.derived("shown", version: "1").where { !$0.isHidden }.open()
    #expect(try numbers(shown.list.snapshot) == [[1, 2, 4, 5]])
    await shown.close()
    await source.close()
    #expect(try store.check() == [])
    try store.close()
  }

  @Test func aListMayHaveOtherModelsThanItsSource() async throws {
    struct Line: Sendable { var text: String }
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let lines = try source.derived("lines", version: "1") {
      Line(text: "\($0.folder)\($0.number)")
    }.where { $0.text != "b3" }.sections(of: source).search("") { [$0.text] }
      .sorted { [.descending($0.text)] }.assigning(between: { line, _, _ in line.text = "" })
      .open()
    func texts() throws -> [String] { try lines.list.snapshot.models().map(\.text) }
    #expect(try texts() == ["b4", "b1", "a5", "a2"])
    let first = lines.list.snapshot
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in
      try draft.update(ids[1]) { $0.folder = "c" }
      try draft.update(ids[3]) { $0.number = 3 }
    }
    try await lines.bringUpToDate()
    #expect(try texts() == ["c2", "b1", "a5"])
    #expect(try first.models().map(\.text) == ["b4", "b1", "a5", "a2"])
    try await lines.search("a")
    #expect(try texts() == ["a5"])
    #expect(try lines.matches(in: Line(text: "x a5"))[0].count == 1)
    let error = await #expect(throws: StorageError.self) {
      try await lines.move(ids[4], to: ItemPath(section: 0, item: 0))
    }
    #expect(
      error?.message == "the list shows other models than its source; change \(ids[4]) there")
    await lines.close()
    let plain = try source.derived("plain", version: "1") { Line(text: $0.folder) }.open()
    try await plain.move(ids[0], to: ItemPath(section: 0, item: 4))
    #expect(try numbers(source.snapshot) == [[2, 3, 3, 5, 1]])
  }

  @Test func aListMayBeDerivedFromADerivedOne() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let shown = try source.derived("shown", version: "1").where { !$0.isHidden }
      .sections { $0.folder }.open()
    let top = try shown.list.derived("top", version: "1").where { ($0.rank ?? 0) > 1 }
      .sorted { [.descending($0.rank)] }.open()
    #expect(try numbers(top.list.snapshot) == [[1]])
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in
      try draft.update(ids[2]) { $0.isHidden = false }
      try draft.update(ids[0]) { $0.number = 10 }
    }
    try await shown.bringUpToDate()
    try await top.bringUpToDate()
    #expect(try numbers(top.list.snapshot) == [[3, 10]])
    #expect(try top.list.snapshot.state.itemIDs(inSection: 0) == [ids[2], ids[0]])
  }

  @Test func aSourceThatHasForgottenTheBasisIsComparedAnew() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let definition = source.derived("shown", version: "1").where { !$0.isHidden }
    await (try definition.open()).close()
    try source.removeRegisteredSubscriber(JournalSubscriber.derived("shown"))
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    for number in 0..<10 {
      try await source.change { _, draft in
        try draft.update(ids[0]) { $0.number = 100 + number }
        if number == 5 { try draft.remove(ids[1]) }
      }
    }
    try source.compact(JournalRetention(revisionCountMax: 1))
    #expect(try source.oldestRevision > 2, "what the list shows is forgotten")
    let again = try definition.open()
    #expect(try numbers(again.list.snapshot) == [[109, 4, 5]])
    #expect(try again.list.snapshot.state.itemIDs(inSection: 0) == [ids[0], ids[3], ids[4]])
  }

  @Test func whatADerivedListHasNotFollowedIsKept() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let definition = source.derived("shown", version: "1").where { !$0.isHidden }
    await (try definition.open()).close()
    let seen = source.snapshot.revision
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    for number in 0..<10 {
      try await source.change { _, draft in try draft.update(ids[0]) { $0.number = number } }
    }
    try source.compact(JournalRetention(revisionCountMax: 1))
    #expect(try source.oldestRevision <= seen)
  }

  /// Keys are kept as they were made, so closures that do not keep their promise lead to a list that is whole.
  @Test func closuresThatReturnAnythingDoNoHarm() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let shown = try source.derived("shown", version: "1")
      .where { _ in Int.random(in: 0..<4) > 0 }
      .sections { _ in Int.random(in: 0..<3) }
      .sorted { _ in [.ascending(Double.random(in: 0..<1))] }
      .open()
    var changes = NoteChanges(seed: 1)
    for _ in 0..<100 {
      try changes.change(source)
      try await shown.bringUpToDate()
      let items = try (0..<shown.list.snapshot.sectionCount).flatMap {
        try shown.list.snapshot.state.itemIDs(inSection: $0)
      }
      for item in items { #expect(try source.snapshot.state.contains(item)) }
      let stored = try #require(try store.list(named: "shown"))
      let open = { name in try store.list(named: name, create: false) }
      #expect(try DerivedReading.findings(in: stored, named: "shown", opening: open) == [])
    }
  }

  /// As a device that synchronizes brings it back.
  @Test func anItemThatComesBackHasTheModelOfNow() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let definition = source.derived("shown", version: "1").where { !$0.isHidden }
    await (try definition.open()).close()
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in try draft.remove(ids[0]) }
    let insertion = Changeset<Note, String?> {
      $0.insertItem(Note(number: 11, folder: "c"), at: ItemPath(section: 0, item: 2))
    }
    let change = try source.precompute(
      insertion, returning: ListState.ReturningIdentities(items: [ids[0]], sections: []))
    try await source.apply(.precomputed(change))
    let shown = try definition.open()
    #expect(try numbers(shown.list.snapshot) == [[2, 11, 4, 5]])
    #expect(try shown.list.snapshot.state.itemIDs(inSection: 0)[1] == ids[0])
  }

  @Test func aHeldItemStaysUntilItIsReleased() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "notes.sqlite"))
    let source = try source(in: store)
    let definition = source.derived("shown", version: "1")
      .where { !$0.isHidden }.sorted { [.ascending($0.number)] }.limit(3)
    var shown = try definition.open()
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    #expect(try numbers(shown.list.snapshot) == [[1, 2, 4]])
    shown.hold(ids[1])
    for number in [20, 30] {
      try await source.change { _, draft in try draft.update(ids[1]) { $0.number = number } }
      try await shown.bringUpToDate()
      #expect(try numbers(shown.list.snapshot) == [[1, number, 4]])
    }
    try await source.change { _, draft in try draft.update(ids[1]) { $0.isHidden = true } }
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [[1, 30, 4]])
    try await source.change { _, draft in try draft.update(ids[1]) { $0.isHidden = false } }
    try await shown.release(ids[1])
    let after = try numbers(shown.list.snapshot)
    #expect(after == [[1, 4, 5]])
    // Nothing is held any more when it is opened again.
    shown.hold(ids[0])
    try await source.change { _, draft in try draft.update(ids[0]) { $0.number = 40 } }
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [[40, 4, 5]])
    await shown.close()
    shown = try definition.open()
    #expect(try numbers(shown.list.snapshot) == [[4, 5, 30]])
  }

  @Test func aLimitedListStaysFilledAndCanBeMoved() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store, (0..<20).map { Note(number: $0, folder: "a") })
    func definition(_ offset: Int) -> DerivedDefinition<Note, Ungrouped> {
      source.derived("page", version: "1").sorted { [.ascending($0.number)] }
        .limit(3, behind: offset)
    }
    let page = try definition(0).open()
    #expect(try numbers(page.list.snapshot) == [[0, 1, 2]])
    var batches = try page.list.batches().makeAsyncIterator()
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in try draft.remove(ids[1]) }
    let batch = try #require(try await batches.next())
    #expect(try numbers(batch.target) == [[0, 2, 3]])
    #expect(batch.changes.changeset.outline.removedItems == [ItemPath(section: 0, item: 1)])
    #expect(batch.changes.changeset.outline.insertedItems == [ItemPath(section: 0, item: 2)])
    #expect(batch.changes.changeset.outline.movedItems == [])
    try await page.redefine(definition(2))
    #expect(try numbers(page.list.snapshot) == [[3, 4, 5]])
    try await page.redefine(definition(18))
    #expect(try numbers(page.list.snapshot) == [[19]])
    try await page.redefine(definition(30))
    #expect(try numbers(page.list.snapshot) == [[]])
    // Beyond what the limit shows, the list is not touched.
    try await page.redefine(definition(0))
    let revision = page.list.snapshot.revision
    try await source.change { _, draft in try draft.update(ids[9]) { $0.number = 99 } }
    try await page.bringUpToDate()
    #expect(page.list.snapshot.revision == revision)
    #expect(try page.basis(of: page.list.snapshot) == source.snapshot.revision)
    await #expect(throws: StorageError.self) {
      try await page.redefine(source.derived("page", version: "2"))
    }
  }

  @Test func aMoveChangesTheModelInTheSource() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    // Ranks between those of the neighbours; the list shows only three of the four.
    let board = try source.derived("board", version: "1")
      .where { !$0.isHidden }.sections { $0.folder }.sorted { [.ascending($0.rank)] }
      .limit(4)
      .assigning(
        section: { $0.folder = $1 },
        between: { note, before, after in
          let (low, high) = (before?.rank ?? -100, after?.rank ?? 100)
          note.rank = low + (high - low) / 2
        }
      ).open()
    #expect(try numbers(board.list.snapshot) == [[5, 2], [4, 1]])
    let item = try #require(try board.list.snapshot.state.itemID(at: ItemPath(section: 1, item: 1)))
    let path = try await board.move(item, to: ItemPath(section: 0, item: 2))
    #expect(path == ItemPath(section: 0, item: 2))
    #expect(try numbers(board.list.snapshot) == [[5, 2, 1], [4]])
    // Nothing stands before a rank that is missing, so the item stands behind it.
    let next = try await board.move(item, to: ItemPath(section: 0, item: 0))
    #expect(next == ItemPath(section: 0, item: 1))
    #expect(try numbers(board.list.snapshot) == [[5, 1, 2], [4]])
    #expect(try source.snapshot.model(at: 0)?.folder == "a")
    await #expect(throws: DataSourceError.self) {
      try await board.move(ItemID(rawValue: 99), to: ItemPath(section: 0, item: 0))
    }
    await #expect(throws: StorageError.self) {
      try await board.move(item, to: ItemPath(section: 7, item: 0))
    }
  }

  @Test func whatAMoveDoesMayBeSaidBeforeTheSections() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let byRank = try source.derived("by rank", version: "1")
      .sorted { [.ascending($0.rank ?? 0)] }
      .assigning(between: { $0.rank = (($1?.rank ?? 0) + ($2?.rank ?? 100)) / 2 })
      .sections { $0.folder }.open()
    #expect(try numbers(byRank.list.snapshot) == [[5, 2], [4, 1, 3]])
    let last = try #require(
      try byRank.list.snapshot.state.itemID(at: ItemPath(section: 0, item: 0)))
    #expect(
      try await byRank.move(last, to: ItemPath(section: 0, item: 1))
        == ItemPath(section: 0, item: 1))
    #expect(try numbers(byRank.list.snapshot) == [[2, 5], [4, 1, 3]])
  }

  @Test func aMoveWithoutAnOrderMovesInTheSource() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let shown = try source.derived("shown", version: "1").where { !$0.isHidden }.open()
    #expect(try numbers(shown.list.snapshot) == [[1, 2, 4, 5]])
    let ids = try shown.list.snapshot.state.itemIDs(inSection: 0)
    try await shown.move(ids[0], to: ItemPath(section: 0, item: 2))
    #expect(try numbers(shown.list.snapshot) == [[2, 4, 1, 5]])
    #expect(try source.snapshot.models().map(\.number) == [2, 3, 4, 1, 5])
    try await shown.move(ids[3], to: ItemPath(section: 0, item: 0))
    #expect(try numbers(shown.list.snapshot) == [[5, 2, 4, 1]])
    let sorted = try source.derived("sorted", version: "1").sorted { [.ascending($0.number)] }
      .open()
    await #expect(throws: StorageError.self) {
      try await sorted.move(ids[0], to: ItemPath(section: 0, item: 2))
    }
  }

  /// A reload publishes a batch at the revision that is there already.
  @Test func batchesWithoutARevisionHideNothing() async throws {
    let store = try SQLiteStore.inMemory()
    let list = try #require(try store.list(named: "notes"))
    let source = try ListDataSource<Note, String, Int>(.stored(list)) { note, _ in note.number }
    let shown = try source.derived("shown", version: "1").sorted { [.ascending($0.number)] }.open()
    for number in 0..<50 {
      try source.enqueueChange { _, draft in
        try draft.append(Note(number: 100 - number, folder: "a"))
      }
      try source.enqueue(.reload())
    }
    await source.idle()
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [Array(51...100)])
    #expect(shown.list.snapshot.revision <= 51, "a reload makes no revision")
  }

  @Test func aReloadBetweenChangesHidesNothing() async throws {
    let store = try SQLiteStore.inMemory()
    let list = try #require(try store.list(named: "notes"))
    let source = try ListDataSource<Note, String, Int>(.stored(list)) { note, _ in note.number }
    let gate = Gate()
    let shown = try source.derived("shown", version: "1").sorted { note in
      // The list follows the first change while the others are made.
      if note.number == 1 { gate.pass() }
      return [.ascending(note.number)]
    }.open()
    func append(_ number: Int) throws {
      try source.changeSynchronously { _, draft in
        try draft.append(Note(number: number, folder: "a"))
      }
    }
    try append(1)
    await gate.arrival()
    try append(2)
    try source.applySynchronously(.reload())
    try append(3)
    gate.open()
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [[1, 2, 3]])
  }

  @Test func anotherGroupingMakesNewSections() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "notes.sqlite"))
    let source = try source(in: store)
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    let start = source.derived("shown", version: "1")
    let plain = try start.open()
    #expect(try numbers(plain.list.snapshot) == [[1, 2, 3, 4, 5]])
    await plain.close()
    let byFolder = try start.sections { $0.folder }.open()
    #expect(try numbers(byFolder.list.snapshot) == [[2, 5], [1, 3, 4]])
    #expect(try byFolder.list.snapshot.state.itemIDs(inSection: 0) == [ids[1], ids[4]])
    await byFolder.close()
    let byNumber = try start.sections { $0.number % 2 }.sorted { [.descending($0.number)] }.open()
    #expect(try byNumber.list.snapshot.sectionModels() == [0, 1])
    #expect(try numbers(byNumber.list.snapshot) == [[4, 2], [5, 3, 1]])
    await byNumber.close()
    let again = try start.where { !$0.isHidden }.open()
    #expect(try numbers(again.list.snapshot) == [[1, 2, 4, 5]])
    #expect(again.list.snapshot.sectionCount == 1)
    await again.close()
    #expect(try store.check() == [])
  }

  @Test func aListWithoutANoteIsMadeAnew() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    let definition = source.derived("shown", version: "1")
      .sections { $0.folder }.sorted { [.descending($0.number)] }
    await (try definition.open()).close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { db in
      try db.execute(sql: "UPDATE journal SET user_info = '{}' WHERE user_info LIKE '%derived%'")
      #expect(db.changesCount == 1)
    }
    try queue.close()
    let again = try definition.open()
    #expect(try numbers(again.list.snapshot) == [[5, 2], [4, 3, 1]])
    #expect(try again.basis(of: again.list.snapshot) == source.snapshot.revision)
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    #expect(try again.list.snapshot.state.itemIDs(inSection: 0) == [ids[4], ids[1]])
  }

  @Test func aBasisIsForgottenHoweverLateThatIsNoticed() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let definition = source.derived("shown", version: "1").where { !$0.isHidden }
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    let first = try definition.open()
    for number in 0..<80 {
      try await source.change { _, draft in try draft.update(ids[0]) { $0.number = number } }
    }
    try await first.bringUpToDate()
    await first.close()
    try source.removeRegisteredSubscriber(JournalSubscriber.derived("shown"))
    for number in 0..<80 {
      try await source.change { _, draft in try draft.update(ids[0]) { $0.number = 200 + number } }
    }
    try source.compact(JournalRetention(revisionCountMax: 1))
    let again = try definition.open()
    #expect(try numbers(again.list.snapshot) == [[279, 2, 4, 5]])
  }

  @Test func aHeldItemGoesToItsPlaceInTheOrderOfTheSource() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    let shown = try source.derived("shown", version: "1").where { !$0.isHidden }.open()
    shown.hold(ids[0])
    let revision = shown.list.snapshot.revision
    // Nothing but its place has changed.
    try await source.change { _, draft in try draft.move(ids[0], to: 4) }
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [[1, 2, 4, 5]])
    try await source.change { _, draft in try draft.insert(Note(number: 9, folder: "a"), at: 1) }
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [[1, 2, 9, 4, 5]])
    try await shown.release(ids[0])
    #expect(try numbers(shown.list.snapshot) == [[2, 9, 4, 5, 1]])
    #expect(shown.list.snapshot.revision > revision)
    // What was held when the list was closed goes to its place when it is opened.
    shown.hold(ids[1])
    try await source.change { _, draft in try draft.move(ids[1], to: 5) }
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [[2, 9, 4, 5, 1]])
    await shown.close()
    let again = try source.derived("shown", version: "1").where { !$0.isHidden }.open()
    #expect(try numbers(again.list.snapshot) == [[9, 4, 5, 1, 2]])
  }

  @Test func whatArrivesBesideAHeldItemComesToItsPlace() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store, Array(Self.notes.prefix(4)))
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    let shown = try source.derived("shown", version: "1").where { !$0.isHidden }.open()
    #expect(try numbers(shown.list.snapshot) == [[1, 2, 4]])
    // In the source it stands behind all others, here in the middle.
    shown.hold(ids[1])
    try await source.change { _, draft in try draft.move(ids[1], to: 3) }
    try await source.change { _, draft in
      try draft.insert(Note(number: 9, folder: "a"), after: ids[3])
    }
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [[1, 2, 4, 9]])
    try await shown.release(ids[1])
    #expect(try numbers(shown.list.snapshot) == [[1, 4, 9, 2]])
  }

  @Test func aMoveThatIsNotSeenMakesNoRevision() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    let shown = try source.derived("shown", version: "1").where { !$0.isHidden }.open()
    let revision = shown.list.snapshot.revision
    // Behind the third note, which is hidden.
    try await source.change { _, draft in try draft.move(ids[1], after: ids[2]) }
    try await shown.bringUpToDate()
    #expect(shown.list.snapshot.revision == revision)
    #expect(try shown.basis(of: shown.list.snapshot) == source.snapshot.revision)
  }

  @Test func aLimitHasNoLimit() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let rest = try source.derived("rest", version: "1").limit(.max, behind: 2).open()
    #expect(try numbers(rest.list.snapshot) == [[3, 4, 5]])
    let none = try source.derived("none", version: "1").limit(.max, from: .end, behind: .max).open()
    #expect(try numbers(none.list.snapshot) == [[]])
  }

  /// What a subscriber of the derived list has not seen is kept in the source as well.
  @Test func subscribersCatchUpWithTheModelsOfThen() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let shown = try source.derived("shown", version: "1").where { !$0.isHidden }.open()
    let seen = try shown.list.acknowledge(shown.list.snapshot.revision, by: "widget")
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    for number in 0..<200 {
      try await source.change { _, draft in try draft.update(ids[0]) { $0.number = number } }
    }
    try await shown.bringUpToDate()
    try source.compact(JournalRetention(revisionCountMax: 1))
    try shown.list.compact(JournalRetention(revisionCountMax: 1))
    var batches = try shown.list.batches(after: seen).makeAsyncIterator()
    let batch = try #require(try await batches.next())
    #expect(try batch.source.model(at: 0)?.number == 1)
  }

  @Test func aSourceOfAnotherProcessThatLagsTakesNothingBack() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let stores = [try SQLiteStore(path: path), try SQLiteStore(path: path)]
    let sources = try stores.map { try source(in: $0, isShared: true) }
    let derived = try sources.map {
      try $0.derived("shown", version: "1").sorted { [.ascending($0.number)] }.open()
    }
    let ids = try sources[0].snapshot.state.itemIDs(inSection: 0)
    var highest = 0
    for round in 0..<100 {
      try await sources[0].change { _, draft in try draft.update(ids[0]) { $0.number = 100 + round }
      }
      try await derived[0].bringUpToDate()
      // The other one follows when it notices, and may have followed the derived list before its source.
      let number = try derived[1].list.snapshot.models().map(\.number).max() ?? 0
      #expect(number >= highest, "round \(round)")
      highest = max(highest, number)
    }
    try await derived[1].bringUpToDate()
    #expect(try derived[1].list.snapshot.models().map(\.number).max() == 199)
    #expect(derived[0].list.snapshot.revision <= 102)
  }

  @Test(arguments: [Form.groupedAndSorted, .foundAsInSource, .firstFound])
  func severalProcessesFollowTogether(form: Form) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let stores = [try SQLiteStore(path: path), try SQLiteStore(path: path)]
    let sources = try stores.map { try source(in: $0, isShared: true) }
    let derived = try sources.map { try form.definition(of: $0).open() }
    for step in 0..<40 {
      let writer = step % 2
      var changes = NoteChanges(seed: UInt64(step))
      try changes.change(sources[writer])
      for index in [step / 2 % 2, 1 - step / 2 % 2] {
        _ = try await sources[index].snapshot(reaching: sources[writer].snapshot.revision)
        try await derived[index].bringUpToDate()
        #expect(
          try derived[index].list.snapshot.rows() == form.rows(of: sources[index].snapshot),
          "step \(step), process \(index)")
      }
    }
    for list in derived { await list.close() }
    for list in sources { await list.close() }
    #expect(try stores[0].check().isEmpty)
    for store in stores { try store.close() }
  }

  @Test func aProcessHasAListOpenByOneDefinition() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "notes.sqlite"))
    let source = try source(in: store, isShared: true)
    func shown(_ version: String) -> DerivedDefinition<Note, Ungrouped> {
      source.derived("shown", version: version).where { !$0.isHidden }
    }
    func refusal(_ body: () async throws -> Void) async -> StorageError.Code? {
      await #expect(throws: StorageError.self) { try await body() }?.code
    }
    let first = try shown("1").open()
    let second = try shown("1").open()
    for other in [shown("2"), shown("1").sorted { [.ascending($0.number)] }.limit(1)] {
      #expect(await refusal { _ = try other.open() } == .inUse)
      // The one that is open a second time would undo what the other shows.
      #expect(await refusal { try await first.redefine(shown("2")) } == .inUse)
    }
    #expect(try store.list(named: "shown (all)", create: false) == nil, "nothing is made for it")
    try await source.change { _, draft in
      try draft.append(Note(number: 6, rank: nil, folder: "a"))
    }
    for list in [first, second] {
      try await list.bringUpToDate()
      #expect(try numbers(list.list.snapshot) == [[1, 2, 4, 5, 6]])
    }
    await second.close()
    try await first.redefine(
      source.derived("shown", version: "hidden").where { $0.isHidden })
    #expect(try numbers(first.list.snapshot) == [[3]])
    #expect(await refusal { _ = try shown("1").open() } == .inUse)
    await first.close()
    let again = try shown("1").open()
    #expect(try numbers(again.list.snapshot) == [[1, 2, 4, 5, 6]])
    await again.close()
    await source.close()
    #expect(try store.check().isEmpty)
    try store.close()
  }

  @Test func aListInAnotherStoreFollowsAndIsUnknownToItsSource() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let limited = try source.derived("shown", version: "1").sorted { [.ascending($0.rank)] }
      .limit(2).open()
    let subscribers = try source.registeredSubscribers().map(\.name)
    let names = try store.lists().map(\.name)
    let shown = try source.derived("shown", version: "2").where { !$0.isHidden }
      .sections(of: source).kept(in: SQLiteStore.inMemory()).open()
    #expect(try numbers(shown.list.snapshot) == [[1, 2, 4, 5]])
    #expect(shown.list.snapshot.state.sectionIDs == source.snapshot.state.sectionIDs)
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in
      try draft.update(ids[3]) { $0.number = 44 }
      try draft.update(ids[2]) { $0.isHidden = false }
    }
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [[1, 2, 3, 44, 5]])
    #expect(try source.registeredSubscribers().map(\.name) == subscribers)
    #expect(try store.lists().map(\.name) == names)
    await shown.close()
    await limited.close()
  }

  @Test func aListOfAnEarlierRevisionFollowsNothing() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let then = source.snapshot
    let ids = try then.state.itemIDs(inSection: 0)
    try await source.change { _, draft in
      try draft.update(ids[3]) { $0.number = 44 }
      try draft.remove(ids[0])
    }
    let (subscribers, names) = (
      try source.registeredSubscribers().map(\.name), try store.lists().map(\.name)
    )
    let definition = try source.derived("then", version: "1").where { !$0.isHidden }
      .sections(of: source).kept(in: SQLiteStore.inMemory())
    let shown = try definition.fixed(at: then.state) { (items) throws(StorageError) in
      try then.models(of: items)
    }.open()
    #expect(try numbers(shown.list.snapshot) == [[1, 2, 4, 5]])
    #expect(shown.list.snapshot.state.sectionIDs == then.state.sectionIDs)
    let revision = shown.list.snapshot.revision
    try await source.change { _, draft in try draft.update(ids[2]) { $0.isHidden = false } }
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [[1, 2, 4, 5]])
    #expect(shown.list.snapshot.revision == revision)
    #expect(try source.registeredSubscribers().map(\.name) == subscribers)
    #expect(try store.lists().map(\.name) == names)
    await shown.close()
  }

  @Test func theMakingOfAListOfAnEarlierRevisionIsBrokenOff() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let calls = AtomicCount()
    let definition = try source.derived("then", version: "1")
      .kept(in: SQLiteStore.inMemory())
      .fixed(at: source.snapshot.state) { (_) throws(StorageError) in
        calls.increment()
        throw StorageError(.failed, "it is not wanted any more")
      }
    let error = #expect(throws: (any Error).self) { try definition.open() }
    #expect(error.map { "\($0)".contains("it is not wanted any more") } == true)
    #expect(calls.value == 1)
  }

  @Test func outputsAreMadeForWhatIsShown() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let shown = try source.derived("shown", version: "1").where { !$0.isHidden }
      .open { note, _ in "note \(note.number)" }
    #expect(
      try shown.list.outputs(inSection: 0).map(\.output) == [
        "note 1", "note 2", "note 4", "note 5",
      ])
    var batches = try shown.list.batches().makeAsyncIterator()
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in try draft.update(ids[3]) { $0.number = 44 } }
    let batch = try #require(try await batches.next())
    #expect(batch.outputs.compactMap(\.item?.output) == ["note 44"])
  }
}

/// A store that counts how often models of its lists are read, which those of a derived list are its keys.
private final class CountingStore: JointStorage {
  /// A list of the store.
  private struct CountedList: JournalForwarding, KeyForwarding, StoredList {
    let storage: any ListStorage
    let store: CountingStore
    let reads: AtomicCount

    var access: StoredListAccess { StoredListAccess(self, isShared: false) }

    var address: ListAddress? {
      storage.address.map { ListAddress(store, number: $0.number, $0.list) }
    }

    func models(of items: [ItemID], at revision: Revision) throws(StorageError) -> [StoredValue?] {
      reads.increment()
      return try storage.models(of: items, at: revision)
    }
  }

  private let store: SQLiteStore
  private let counts = Guarded<[String: AtomicCount]>([:])

  init(_ store: SQLiteStore) { self.store = store }

  func readCount(of list: String) -> Int { count(of: list).value }

  private func count(of list: String) -> AtomicCount {
    counts.withLock { counts in
      let count = counts[list] ?? AtomicCount()
      counts[list] = count
      return count
    }
  }

  func storedList(named name: String, create: Bool) throws(StorageError) -> (any StoredList)? {
    guard let list = try store.storedList(named: name, create: create) else { return nil }
    return CountedList(storage: list.access.storage, store: self, reads: count(of: name))
  }

  func commit(_ commits: [ListCommit]) throws(StorageError) { try store.commit(commits) }

  func name(ofList number: Int) throws(StorageError) -> String? {
    try store.name(ofList: number)
  }

  var identity: String { store.identity }
}

/// Counts from several threads.
final class AtomicCount: Sendable {
  private let count = Guarded(0)

  var value: Int { count.withLock { $0 } }

  func increment() { count.withLock { $0 += 1 } }
}
