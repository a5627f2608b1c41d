import Foundation
import GRDB
import Roster
import RosterConcurrency
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterDerived

@Suite("Derived lists that are rebuilt in the background")
struct RebuildingTests {
  private typealias Derived = DerivedList<Note, Ungrouped, Never>

  /// Counts the calls of a closure, and stops at one of them.
  private final class Stop: Sendable {
    let gate = Gate()
    private let call: Int
    private let callCount = Guarded(0)

    init(atCall call: Int) { self.call = call }

    func pass() {
      let call = callCount.withLock { count in
        defer { count += 1 }
        return count
      }
      if call == self.call { gate.pass() }
    }
  }

  /// Five notes, of which the first version shows 1, 2, 4 and 5, and the second one 1, 3 and 4.
  private func source(in store: SQLiteStore) throws -> Notes {
    let list = try #require(try store.list(named: "notes"))
    let source = try Notes(.stored(list))
    if source.snapshot.revision == 0 {
      try source.changeSynchronously { _, draft in
        for number in 1...5 {
          try draft.append(
            Note(
              number: number, rank: number, folder: [2, 5].contains(number) ? "a" : "b",
              isHidden: number == 3))
        }
      }
    }
    return source
  }

  private func first(of source: Notes) -> DerivedDefinition<Note, Ungrouped> {
    source.derived("shown", version: "1").where { !$0.isHidden }.rebuiltInBackground()
  }

  private func second(
    of source: Notes, _ stop: Stop? = nil
  ) -> DerivedDefinition<Note, Ungrouped> {
    source.derived("shown", version: "2")
      .where { note in
        stop?.pass()
        return note.folder == "b"
      }
      .rebuiltInBackground()
  }

  private func numbers(_ snapshot: ListSnapshot<Note, Ungrouped>) throws -> [Int] {
    try snapshot.models().map(\.number)
  }

  @Test func whatWasShownIsReadUntilOneBatchShowsTheRest() async throws {
    let source = try source(in: SQLiteStore.inMemory())
    await (try first(of: source).open()).close()
    let stop = Stop(atCall: 0)
    let shown = try second(of: source, stop).open()
    await stop.gate.arrival()
    let before = shown.list.snapshot
    var batches = try shown.list.batches().makeAsyncIterator()
    #expect(shown.isRebuilding)
    #expect(try numbers(before) == [1, 2, 4, 5])
    // The source goes on, and so does the queue of the list.
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in
      try draft.update(ids[3]) { $0.number = 44 }
      try draft.append(Note(number: 6, folder: "b"))
    }
    await shown.list.idle()
    #expect(shown.list.snapshot.revision == before.revision)
    #expect(shown.isRebuilding && shown.failure == nil)
    stop.gate.open()
    try await shown.bringUpToDate()
    #expect(!shown.isRebuilding)
    #expect(try numbers(shown.list.snapshot) == [1, 3, 44, 6])
    #expect(shown.list.snapshot.revision == before.revision + 1)
    #expect(try shown.basis(of: shown.list.snapshot) == source.snapshot.revision)
    #expect(try numbers(before) == [1, 2, 4, 5], "with the models of then")
    let batch = try #require(try await batches.next())
    #expect(try numbers(batch.target) == [1, 3, 44, 6])
    let outline = batch.changes.changeset.outline
    #expect(outline.removedItems.map(\.item) == [1, 3])
    #expect(outline.insertedItems.map(\.item) == [1, 3])
    #expect(outline.updatedItems.map(\.item) == [2])
    // It follows as any other list.
    try await source.change { _, draft in try draft.remove(ids[0]) }
    #expect(try numbers(try #require(try await batches.next()).target) == [3, 44, 6])
  }

  /// Call by call of the closure: five while the list is compared, three in the change. A copy of the files is what a process
  /// finds that ended then.
  @Test(arguments: 0..<8)
  func aProcessThatEndsBeginsAgain(call: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    await (try first(of: source).open()).close()
    let stop = Stop(atCall: call)
    let shown = try second(of: source, stop).open()
    await stop.gate.arrival()
    let copy = folder.path(of: "copy.sqlite")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    stop.gate.open()
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [1, 3, 4])
    await shown.close()
    await source.close()
    try store.close()
    let later = try SQLiteStore(path: copy)
    let found = try #require(try later.list(named: "shown"))
    let open = { name in try later.list(named: name, create: false) }
    #expect(try DerivedReading.findings(in: found, named: "shown", opening: open) == [])
    let sourceLater = try self.source(in: later)
    let again = try second(of: sourceLater, Stop(atCall: -1)).open()
    try await again.bringUpToDate()
    #expect(try numbers(again.list.snapshot) == [1, 3, 4])
    #expect(again.list.snapshot.revision == 2, "the first process has written nothing")
    await again.close()
    await sourceLater.close()
    #expect(try later.check() == [])
    try later.close()
  }

  @Test func aLaterDefinitionTakesThePlaceOfOneThatWaits() async throws {
    let source = try source(in: SQLiteStore.inMemory())
    await (try first(of: source).open()).close()
    let stop = Stop(atCall: 0)
    let shown = try second(of: source, stop).open()
    await stop.gate.arrival()
    var batches = try shown.list.batches().makeAsyncIterator()
    // As a call of `redefine` does before it waits.
    shown.following.define(
      source.derived("shown", version: "3").where { $0.number > 3 }.rebuiltInBackground())
    stop.gate.open()
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [4, 5])
    #expect(shown.list.snapshot.revision == 2)
    #expect(try numbers(try #require(try await batches.next()).target) == [4, 5])
  }

  @Test func aDefinitionThatChangesNothingIsComparedOnce() async throws {
    let source = try source(in: SQLiteStore.inMemory())
    await (try first(of: source).open()).close()
    let calls = AtomicCount()
    func open(version: String) async throws -> Int {
      let before = calls.value
      let shown = try source.derived("shown", version: version)
        .where { note in
          calls.increment()
          return !note.isHidden
        }
        .rebuiltInBackground().open()
      try await shown.bringUpToDate()
      #expect(try numbers(shown.list.snapshot) == [1, 2, 4, 5])
      await shown.close()
      return calls.value - before
    }
    #expect(try await open(version: "2") == 5)
    #expect(try await open(version: "2") == 0)
  }

  /// The list between is compared; the one that is shown waits for it.
  @Test func aLimitedListChangesOnce() async throws {
    let source = try source(in: SQLiteStore.inMemory())
    func definition(_ version: String, _ stop: Stop?) -> DerivedDefinition<Note, Ungrouped> {
      source.derived("first", version: version)
        .where { note in
          stop?.pass()
          return version == "1" ? !note.isHidden : note.folder == "b"
        }
        .sorted { [.ascending($0.rank)] }.limit(2).rebuiltInBackground()
    }
    await (try definition("1", nil).open()).close()
    let stop = Stop(atCall: 0)
    let shown = try definition("2", stop).open()
    await stop.gate.arrival()
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in try draft.update(ids[0]) { $0.rank = 9 } }
    await shown.list.idle()
    #expect(try numbers(shown.list.snapshot) == [1, 2])
    #expect(shown.isRebuilding)
    let revision = shown.list.snapshot.revision
    stop.gate.open()
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [3, 4])
    #expect(shown.list.snapshot.revision == revision + 1)
    #expect(!shown.isRebuilding)
  }

  @Test func theFirstOpeningWaits() async throws {
    let source = try source(in: SQLiteStore.inMemory())
    let shown = try second(of: source).open()
    #expect(try numbers(shown.list.snapshot) == [1, 3, 4])
    #expect(!shown.isRebuilding)
  }

  /// The models of what it showed are gone.
  @Test func anOpeningWaitsIfTheSourceHasForgottenWhatIsShown() async throws {
    let source = try source(in: SQLiteStore.inMemory())
    await (try first(of: source).open()).close()
    try source.removeRegisteredSubscriber(JournalSubscriber.derived("shown"))
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    for number in 10..<15 {
      try await source.change { _, draft in try draft.update(ids[0]) { $0.number = number } }
    }
    try source.compact(JournalRetention(revisionCountMax: 1))
    let shown = try second(of: source).open()
    #expect(try numbers(shown.list.snapshot) == [14, 3, 4])
  }

  /// The models of the sections that it shows are of another type, or there are none.
  @Test func anOpeningWaitsIfTheListGetsOtherSections() async throws {
    let source = try source(in: SQLiteStore.inMemory())
    await (try first(of: source).open()).close()
    let byNumber = try source.derived("shown", version: "2").sections { $0.number % 2 }
      .rebuiltInBackground().open()
    #expect(!byNumber.isRebuilding)
    #expect(try byNumber.list.snapshot.sectionModels() == [0, 1])
    await byNumber.close()
    let byFolder = try source.derived("shown", version: "3").sections { $0.folder }
      .rebuiltInBackground().open()
    #expect(!byFolder.isRebuilding)
    #expect(try byFolder.list.snapshot.sectionModels() == ["a", "b"])
  }

  /// It has the items of the former one, by their identities, and none of their models.
  @Test func anOpeningWaitsIfAnotherListHasTheNameOfTheSource() async throws {
    let store = try SQLiteStore.inMemory()
    let former = try source(in: store)
    await (try first(of: former).open()).close()
    try former.removeRegisteredSubscriber(JournalSubscriber.derived("shown"))
    await former.close()
    #expect(try store.removeList(named: "notes") == ["notes"])
    let shown = try second(of: source(in: store)).open()
    #expect(!shown.isRebuilding)
    #expect(try numbers(shown.list.snapshot) == [1, 3, 4])
  }

  /// Another process lets the source forget the revision that is compared: what is not looked at yet cannot be read.
  @Test func aSourceThatForgetsWhatIsComparedIsLookedAtAsItIs() async throws {
    let folder = try TemporaryFolder()
    let stores = try (0..<2).map { _ in
      try SQLiteStore(path: folder.path(of: "notes.sqlite"))
    }
    let sources = try stores.map { store in
      var configuration = DataSourceConfiguration()
      (configuration.isShared, configuration.cachedModelCountMax) = (true, 2)
      return try Notes(
        .stored(try #require(try store.list(named: "notes"))), configuration: configuration)
    }
    let source = sources[0]
    let count = 2 * DefinitionComparison<Note, Ungrouped>.partItemCount + 10
    try source.changeSynchronously { _, draft in
      try draft.append(
        contentsOf: (0..<count).map { Note(number: $0, folder: "a", isHidden: $0 % 3 == 0) })
    }
    await (try first(of: source).open()).close()
    let stop = Stop(atCall: 0)
    let shown = try source.derived("shown", version: "2")
      .where { note in
        stop.pass()
        return note.number % 2 == 0
      }
      .rebuiltInBackground().open()
    await stop.gate.arrival()
    // The list does not show these, so they are looked at behind all that it shows.
    let hidden = try source.snapshot.state.itemIDs(inSection: 0).enumerated()
      .filter { $0.offset % 3 == 0 }.prefix(100).map(\.element)
    for rank in 1...3 {
      try source.changeSynchronously { _, draft in
        for item in hidden { try draft.update(item) { $0.rank = rank } }
      }
    }
    try sources[1].catchUp()
    try sources[1].removeRegisteredSubscriber(JournalSubscriber.derived("shown"))
    #expect(try sources[1].compact(JournalRetention(revisionCountMax: 1)).oldestRevision == 3)
    stop.gate.open()
    try await shown.bringUpToDate()
    #expect(shown.failure == nil)
    #expect(!shown.isRebuilding)
    let expected = (0..<count).filter { $0 % 2 == 0 }
    #expect(try numbers(shown.list.snapshot) == expected)
    #expect(try shown.basis(of: shown.list.snapshot) == 4)
  }

  /// More parts than one, and changes of the source between them.
  @Test func theSourceGoesOnBetweenTheParts() async throws {
    let list = try #require(try SQLiteStore.inMemory().list(named: "notes"))
    let source = try Notes(.stored(list))
    let partCount = DefinitionComparison<Note, Ungrouped>.partItemCount
    let count = 2 * partCount + 10
    try source.changeSynchronously { _, draft in
      try draft.append(
        contentsOf: (0..<count).map { Note(number: $0, folder: "a", isHidden: $0 % 3 == 0) })
    }
    await (try first(of: source).open()).close()
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    // In the second part of the list, of which two thirds are shown.
    let stop = Stop(atCall: partCount + 5)
    let shown = try source.derived("shown", version: "2")
      .where { note in
        stop.pass()
        return note.number % 2 == 0
      }
      .rebuiltInBackground().open()
    await stop.gate.arrival()
    try await source.change { _, draft in
      try draft.update(ids[0]) { $0.number = 1 }
      try draft.update(ids[1]) { $0.number = 2 }
      try draft.remove(ids[2])
      try draft.move(ids[count - 2], to: 0)
      try draft.insert(Note(number: 100_000, folder: "a"), at: 10)
    }
    stop.gate.open()
    try await shown.bringUpToDate()
    let expected = try source.snapshot.models().map(\.number).filter { $0 % 2 == 0 }
    #expect(try numbers(shown.list.snapshot) == expected)
    #expect(shown.list.snapshot.revision == 2)
  }

  /// Other work comes between the parts of the source also if the list has all items of them.
  @Test func aSourceThatIsShownWhollyIsReadInParts() throws {
    let list = try #require(try SQLiteStore.inMemory().list(named: "notes"))
    let source = try Notes(.stored(list))
    let count = 3 * DefinitionComparison<Note, Ungrouped>.partItemCount
    try source.changeSynchronously { _, draft in
      try draft.append(contentsOf: (0..<count).map { Note(number: $0, folder: "b") })
    }
    let shown = try first(of: source).open()
    let storage = try #require(shown.list.reader.storage as? DerivedStorage)
    let snapshot = shown.list.snapshot
    let comparison = DefinitionComparison(
      of: snapshot, notedAt: snapshot.revision, with: second(of: source),
      of: SourcesSnapshot([DerivedSource(source)]), storage)
    var callCount = 1
    while try comparison.compareNext() { callCount += 1 }
    #expect(callCount == 7, "three parts of the list, three of the source, and the end")
    #expect(try comparison.found() == [])
  }

  @Test func aComparisonThatFailsLeavesWhatIsShown() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    do {
      let store = try SQLiteStore(path: path)
      let source = try source(in: store)
      await (try first(of: source).open()).close()
      await source.close()
      try store.close()
    }
    let queue = try DatabaseQueue(path: path)
    // The third note, which is hidden.
    let model = try await queue.write { db in
      let row = try #require(
        try GRDB.Row.fetchOne(
          db, sql: "SELECT id, model FROM item WHERE CAST(model AS TEXT) LIKE '%\"number\":3%'"))
      try db.execute(
        sql: "UPDATE item SET model = 'damaged' WHERE id = ?", arguments: [row["id"] as Int])
      return (id: row["id"] as Int, bytes: row["model"] as DatabaseValue)
    }
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    let shown = try second(of: source).open()
    let heard = Recorder<Bool>()
    shown.setFailureListener { [weak shown] in heard.record(shown?.failure != nil) }
    await #expect(throws: StorageError.self) { try await shown.bringUpToDate() }
    #expect(heard.values.contains(true))
    #expect(shown.isRebuilding)
    #expect(try numbers(shown.list.snapshot) == [1, 2, 4, 5])
    try await queue.write { db in
      try db.execute(
        sql: "UPDATE item SET model = ? WHERE id = ?", arguments: [model.bytes, model.id])
    }
    try queue.close()
    // An attempt that has begun before may still fail.
    while (try? await shown.bringUpToDate()) == nil {}
    #expect(try numbers(shown.list.snapshot) == [1, 3, 4])
    await heard.wait { $0.last == false }
    await shown.close()
    await source.close()
    #expect(try store.check() == [])
    try store.close()
  }

  /// L1 and L2 in the middle of each rebuilding: what is shown is what the definition that has made it makes of the source at
  /// that revision, and batches lead there; restarts make no difference.
  @Test(arguments: 0..<10)
  func whatIsShownIsAlwaysWhole(seed: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    var changes = NoteChanges(seed: UInt64(seed))
    var store = try SQLiteStore(path: path)
    var source = try Notes(.stored(try #require(try store.list(named: "notes"))))
    for _ in 0..<10 { try changes.change(source) }
    var forms = [Form.filtered, .groupedAndSorted, .sectioned, .first, .foundAsInSource]
    func open(_ index: Int) throws -> (DerivedList<Note, String?, Never>, RenderedNotes) {
      let definition = forms[index].definition(
        of: source, name: "\(index)", version: "\(forms[index])")
      let derived = try definition.rebuiltInBackground().open()
      return (derived, try RenderedNotes(derived.list))
    }
    var shown = try forms.indices.map(open)
    for step in 0..<40 {
      let index = Int.random(in: shown.indices, using: &changes.random)
      let form = Form.allCases.randomElement(using: &changes.random) ?? forms[index]
      switch Int.random(in: 0..<8, using: &changes.random) {
      case 0:
        for list in shown { await list.0.close() }
        await source.close()
        try store.close()
        store = try SQLiteStore(path: path)
        source = try Notes(.stored(try #require(try store.list(named: "notes"))))
        shown = try forms.indices.map(open)
      case 1, 2, 3:
        await shown[index].0.close()
        forms[index] = form
        shown[index] = try open(index)
      case 4:
        try source.compact(JournalRetention(revisionCountMax: 1))
      case 5:
        _ = try? source.applySynchronously(.undo())
      default:
        for _ in 0..<3 { try changes.change(source) }
      }
      for (index, list) in shown.enumerated() {
        let what = "seed \(seed), step \(step), list \(index)"
        try compare(list.0, source, what)
        guard Bool.random(using: &changes.random) else { continue }
        try await list.0.bringUpToDate()
        #expect(list.0.shownVersion == "\(forms[index])", "\(what)")
        #expect(try list.0.basis(of: list.0.list.snapshot) == source.snapshot.revision, "\(what)")
        try compare(list.0, source, what)
        try await list.1.render()
        #expect(try list.1.rows == list.0.list.snapshot.rows().notes, "\(what)")
      }
    }
    for list in shown { await list.0.close() }
    await source.close()
    #expect(try store.check().isEmpty)
    try store.close()
  }

  /// Compares what a list shows with what the definition makes of the source that its note names.
  private func compare(
    _ derived: DerivedList<Note, String?, Never>, _ source: Notes, _ what: String
  ) throws {
    let snapshot = derived.list.snapshot
    let version = derived.shownVersion
    // The list may go on in between; then it is compared another time.
    guard derived.list.snapshot.revision == snapshot.revision else { return }
    let form = try #require(Form.allCases.first { "\($0)" == version })
    let basis = try derived.basis(of: snapshot)
    #expect(
      try snapshot.rows() == form.rows(of: source.snapshot(at: basis)), "\(what), \(form)")
  }
}
