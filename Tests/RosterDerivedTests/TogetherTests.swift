import Foundation
import GRDB
import Roster
import RosterConcurrency
import RosterCore
import RosterEngine
import RosterFaults
import RosterTestKit
import RosterTestSupport
import RosterTesting
import Testing

@testable import RosterDerived

/// What a file says in one transaction of another connection: the revision of a source, and the one that a list which is
/// derived from it shows.
struct FileObserver {
  private let queue: DatabaseQueue

  /// - Parameter path: Where the file is, which has both lists.
  init(path: String) throws { queue = try DatabaseQueue(path: path) }

  /// Returns the revision of a source, and the one that a list shows.
  func revisions(
    of source: String = "notes", shownBy list: String
  ) throws -> (source: Int, basis: Int) {
    try queue.read { db in
      // One statement is one moment.
      let row = try #require(
        try GRDB.Row.fetchOne(
          db,
          sql: """
            SELECT
              (SELECT max(journal.id) & 1099511627775 FROM journal JOIN list ON list.id = journal.list
                WHERE list.name = ?) AS source,
              (SELECT json_extract(user_info, '$.derived.basis')
                FROM journal JOIN list ON list.id = journal.list
                WHERE list.name = ? ORDER BY journal.id DESC LIMIT 1) AS basis
            """, arguments: [source, list]))
      return (row["source"], row["basis"])
    }
  }

  func close() throws { try queue.close() }
}

@Suite("Derived lists that are kept together with their source")
struct TogetherTests {
  private static let notes = [
    Note(number: 1, rank: 2, folder: "b"), Note(number: 2, rank: 1, folder: "a"),
    Note(number: 3, rank: 3, folder: "b", isHidden: true), Note(number: 4, rank: 1, folder: "b"),
  ]

  private func source(
    in store: SQLiteStore, _ name: String = "notes", isShared: Bool = false
  ) throws -> Notes {
    var configuration = DataSourceConfiguration()
    configuration.isShared = isShared
    let source = try Notes(
      .stored(try #require(try store.list(named: name))), configuration: configuration)
    if source.snapshot.revision == 0 {
      try source.changeSynchronously { _, draft in try draft.append(contentsOf: Self.notes) }
    }
    return source
  }

  private func visible(of source: Notes) -> DerivedDefinition<Note, Ungrouped> {
    source.derived("visible", version: "1").where { !$0.isHidden }.together()
  }

  private func numbers<Section: Sendable>(
    _ snapshot: ListSnapshot<Note, Section>
  ) throws -> [Int] {
    try snapshot.models().map(\.number)
  }

  /// Verifies that nothing is left to follow, without waiting for anything.
  private func expectTogether<Section>(
    _ derived: DerivedList<Note, Section, Never>, _ source: Notes,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let basis = try derived.basis(of: derived.list.snapshot)
    #expect(basis == source.snapshot.revision, sourceLocation: sourceLocation)
  }

  /// Records why lists were left behind.
  private final class LeftBehind: DataSourceListener {
    let reasons = Recorder<String>()

    var configuration: DataSourceConfiguration {
      var configuration = DataSourceConfiguration()
      configuration.listeners = [self]
      return configuration
    }

    func receive(_ event: PipelineEvent) {
      if case .leftBehind(let error) = event { reasons.record("\(error)") }
    }
  }

  // MARK: Commits

  @Test func eachCommitOfTheSourceHasTheChangeOfTheList() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    let derived = try visible(of: source).open()
    let observer = try FileObserver(path: path)
    func expectOneMoment(_ expected: [Int], revision: Revision) throws {
      let (stored, basis) = try observer.revisions(shownBy: "visible")
      #expect(stored == source.snapshot.revision)
      #expect(basis == stored)
      try expectTogether(derived, source)
      #expect(derived.list.snapshot.revision == revision)
      let shown = try numbers(derived.list.snapshot)
      #expect(shown == expected)
    }
    try expectOneMoment([1, 2, 4], revision: 1)
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    // It comes, with the model that is not committed when the list looks at it.
    try source.changeSynchronously { _, draft in try draft.update(ids[2]) { $0.isHidden = false } }
    try expectOneMoment([1, 2, 3, 4], revision: 2)
    try source.changeSynchronously { _, draft in
      try draft.insert(Note(number: 5, folder: "a"), at: 0)
      try draft.remove(ids[1])
      try draft.move(ids[3], before: ids[0])
    }
    try expectOneMoment([5, 4, 1, 3], revision: 3)
    // What it does not show is a revision as well, which says so in the file.
    try source.changeSynchronously { _, draft in
      try draft.append(Note(number: 6, folder: "a", isHidden: true))
    }
    try expectOneMoment([5, 4, 1, 3], revision: 4)
    _ = try source.applySynchronously(.undo())
    _ = try source.applySynchronously(.undo())
    try expectOneMoment([1, 2, 3, 4], revision: 6)
    _ = try source.applySynchronously(.redo())
    try expectOneMoment([5, 4, 1, 3], revision: 7)
    try observer.close()
  }

  /// Notes what a source and a list show whenever the list publishes.
  private final class Publishing: ListDependent {
    let noted = Recorder<(source: Revision, basis: Revision)>()
    private let revisions: @Sendable () throws -> (source: Revision, basis: Revision)

    init(_ revisions: @escaping @Sendable () throws -> (source: Revision, basis: Revision)) {
      self.revisions = revisions
    }

    var basis: Revision { .max }

    func listHasChanged(
      to revision: Revision, _ identities: ChangeIdentities?, movesSections: Bool
    ) {
      if let revisions = try? revisions() { noted.record(revisions) }
    }
  }

  @Test func theBatchOfTheListComesBehindThatOfTheSource() async throws {
    let source = try source(in: SQLiteStore.inMemory())
    let derived = try visible(of: source).open()
    let publishing = Publishing { [weak source, weak derived] in
      let (source, derived) = (try #require(source), try #require(derived))
      return (source.snapshot.revision, try derived.basis(of: derived.list.snapshot))
    }
    derived.list.add(publishing)
    var batches = try derived.list.batches().makeAsyncIterator()
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in try draft.remove(ids[0]) }
    try await source.change { _, draft in try draft.update(ids[2]) { $0.number = 33 } }
    #expect(publishing.noted.values.map(\.source) == [2, 3])
    #expect(publishing.noted.values.map(\.basis) == [2, 3])
    let batch = try #require(try await batches.next())
    #expect(batch.changes.changeset.outline.removedItems == [ItemPath(section: 0, item: 0)])
    let empty = try #require(try await batches.next())
    #expect(empty.changes.changeset.outline == ChangesetOutline(), "the note is hidden")
  }

  /// Changesets that wait together are one transaction, with one revision of the list.
  @Test func aGroupOfChangesMakesOneRevision() async throws {
    let source = try source(in: SQLiteStore.inMemory())
    let derived = try visible(of: source).open()
    let gate = Gate()
    let first = try source.enqueueChange { _, draft in
      gate.pass()
      try draft.append(Note(number: 10, folder: "a"))
    }
    await gate.arrival()
    let others = try (11..<15).map { number in
      try source.enqueue(
        Changeset {
          $0.insertItem(Note(number: number, folder: "a"), at: ItemPath(section: 0, item: 0))
        })
    }
    gate.open()
    _ = try await first.value
    for other in others { _ = try await other.value }
    try expectTogether(derived, source)
    #expect(try numbers(derived.list.snapshot) == [14, 13, 12, 11, 1, 2, 4, 10])
    #expect(source.snapshot.revision == 6)
    #expect(derived.list.snapshot.revision == 3)
  }

  /// Lists of lists, and those that stand between a list and its source.
  @Test func listsOfListsAreInTheSameCommit() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    let visible = try visible(of: source).open()
    let late = try visible.list.derived("late", version: "1").where { $0.number > 1 }
      .sorted { [.descending($0.number)] }.together().open()
    let first = try source.derived("first", version: "1").sorted { [.descending($0.rank)] }
      .limit(2).together().open()
    let folders = try source.derived("folders", version: "1").sorted { [.ascending($0.number)] }
      .distinct { $0.folder }.together().open()
    let sections = try source.derived("sections", version: "1").sections(of: source).together()
      .open()
    let observer = try FileObserver(path: path)
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    let changes: [@Sendable (inout ListDraft<Note, String?>) throws -> Void] = [
      { try $0.update(ids[0]) { $0.rank = 0 } },
      { try $0.update(ids[2]) { ($0.isHidden, $0.folder) = (false, "c") } },
      { try $0.remove(ids[1]) },
      { draft in
        let section = try draft.insertSection("new")
        try draft.append(Note(number: 9, rank: 9, folder: "a"), toSection: section)
      },
    ]
    for change in changes {
      try source.changeSynchronously { _, draft in try change(&draft) }
      let snapshot = source.snapshot
      let all = try (0..<snapshot.sectionCount).flatMap { try snapshot.models(inSection: $0) }
      #expect(try numbers(visible.list.snapshot) == all.filter { !$0.isHidden }.map(\.number))
      #expect(
        try numbers(late.list.snapshot)
          == all.filter { !$0.isHidden && $0.number > 1 }.map(\.number).sorted(by: >))
      let ranked = all.sorted { ($0.rank ?? 0, $1.number) > ($1.rank ?? 0, $0.number) }
      #expect(try numbers(first.list.snapshot) == ranked.prefix(2).map(\.number))
      let firsts = Dictionary(grouping: all, by: \.folder).values.compactMap {
        $0.map(\.number).min()
      }
      #expect(try numbers(folders.list.snapshot) == firsts.sorted())
      #expect(try sections.list.snapshot.rows() == source.snapshot.rows())
      for list in ["visible", "first (all)", "folders (all)", "sections"] {
        let (stored, basis) = try observer.revisions(shownBy: list)
        #expect(basis == stored, "\(list)")
      }
      for (list, behind) in [
        ("late", "visible"), ("first", "first (all)"), ("folders", "folders (all)"),
      ] {
        let (stored, basis) = try observer.revisions(of: behind, shownBy: list)
        #expect(basis == stored, "\(list)")
      }
    }
    #expect(try late.basis(of: late.list.snapshot) == visible.list.snapshot.revision)
    try observer.close()
  }

  /// Each of two lists has one that is kept together with it.
  @Test func aChangeOfSeveralListsHasTheListsOfAll() async throws {
    let store = try SQLiteStore.inMemory()
    let (inbox, archive) = (try source(in: store, "inbox"), try source(in: store, "archive"))
    let definitions = [("open", inbox), ("kept", archive)].map { name, list in
      list.derived(name, version: "1").where { !$0.isHidden }.together()
    }
    let (open, kept) = (try definitions[0].open(), try definitions[1].open())
    let item = try inbox.snapshot.state.itemIDs(inSection: 0)[3]
    try await store.change(inbox, archive) { inbox, archive in
      try archive.append(inbox.model(of: item))
      try inbox.remove(item)
    }
    #expect(try numbers(open.list.snapshot) == [1, 2])
    #expect(try numbers(kept.list.snapshot) == [1, 2, 4, 4])
    try expectTogether(open, inbox)
    try expectTogether(kept, archive)
    try await store.apply(.undo(inbox, archive))
    #expect(try numbers(open.list.snapshot) == [1, 2, 4])
    try expectTogether(open, inbox)
    try expectTogether(kept, archive)
    #expect(open.list.snapshot.revision == 3 && kept.list.snapshot.revision == 3)
  }

  /// A list that follows makes no revision of what it does not show, and says only in memory that it has looked at it.
  @Test func theFileSaysWhatWasFollowedBefore() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    let following = try source.derived("visible", version: "1").where { !$0.isHidden }.open()
    try await source.change { _, draft in
      try draft.append(Note(number: 5, folder: "a", isHidden: true))
    }
    try await following.bringUpToDate()
    await following.close()
    let derived = try visible(of: source).open()
    let observer = try FileObserver(path: path)
    let (stored, basis) = try observer.revisions(shownBy: "visible")
    #expect(stored == 2 && basis == 2)
    // Nothing was made anew.
    #expect(derived.list.snapshot.revision == 2)
    try observer.close()
  }

  /// A list that is left behind while it is made anew takes part again, whatever its source has forgotten meanwhile.
  @Test func aListThatWasMadeAnewTakesPartAgain() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let stores = try (0..<2).map { _ in try SQLiteStore(path: path) }
    let sources = try stores.map { try source(in: $0, isShared: true) }
    let notes = sources[0]
    await (try notes.derived("visible", version: "1").where { $0.number < 100 }.open()).close()
    let gate = Gate()
    // It is left behind while it is made anew.
    let derived = try notes.derived("visible", version: "2")
      .where { note in
        if note.number == 1 { gate.pass() }
        return !note.isHidden
      }
      .rebuiltInBackground().together().open()
    await gate.arrival()
    let ids = try notes.snapshot.state.itemIDs(inSection: 0)
    for number in 11...13 {
      try await notes.change { _, draft in
        try draft.append(Note(number: number, folder: "a"))
        try draft.update(ids[3]) { $0.number = number * 10 }
      }
    }
    #expect(derived.list.snapshot.revision == 1)
    try sources[1].catchUp()
    try sources[1].removeRegisteredSubscriber(JournalSubscriber.derived("visible"))
    #expect(try sources[1].compact(JournalRetention(revisionCountMax: 1)).oldestRevision == 3)
    // It may be looked at once more, when all items are, and is not waited for if it is once again.
    for _ in 0..<3 { gate.open() }
    try await derived.bringUpToDate()
    #expect(derived.failure == nil)
    #expect(try numbers(derived.list.snapshot) == [1, 2, 130, 11, 12, 13])
    try await notes.change { _, draft in try draft.remove(ids[1]) }
    try expectTogether(derived, notes)
    #expect(try numbers(derived.list.snapshot) == [1, 130, 11, 12, 13])
  }

  // MARK: Left behind

  /// The key of an item is damaged, so that the list cannot say where it stands.
  @Test func aListThatFailsIsLeftBehindAndFollows() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    func definition(_ source: Notes) -> DerivedDefinition<Note, Ungrouped> {
      source.derived("ranked", version: "1").sorted { [.descending($0.rank)] }.together()
    }
    do {
      let store = try SQLiteStore(path: path)
      let source = try source(in: store)
      await (try definition(source).open()).close()
      await source.close()
      try store.close()
    }
    let queue = try DatabaseQueue(path: path)
    let keys = try await queue.write { db in
      let items = try GRDB.Row.fetchAll(
        db,
        sql: """
          SELECT item.id, model FROM item
          WHERE id >> 40 = (SELECT id FROM list WHERE name = 'ranked')
          """)
      for item in items {
        try db.execute(
          sql: "UPDATE item SET model = 'damaged' WHERE id = ?", arguments: [item["id"] as Int])
      }
      return items.map { (id: $0["id"] as Int, key: $0["model"] as DatabaseValue) }
    }
    #expect(keys.count == 4)
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    let listener = LeftBehind()
    let derived = try definition(source).open(configuration: listener.configuration)
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    for rank in [8, 9] {
      try await source.change { _, draft in try draft.update(ids[3]) { $0.rank = rank } }
    }
    #expect(source.suspension == nil)
    #expect(try source.snapshot.models().map(\.rank) == [2, 1, 3, 9])
    #expect(try derived.basis(of: derived.list.snapshot) == 1)
    await listener.reasons.wait { !$0.isEmpty }
    #expect(listener.reasons.values.count == 1, "told once for one reason")
    #expect(listener.reasons.values[0].contains("no key"))
    try await queue.write { db in
      for (id, key) in keys {
        try db.execute(sql: "UPDATE item SET model = ? WHERE id = ?", arguments: [key, id])
      }
    }
    try queue.close()
    // An attempt that has begun before may still fail.
    for _ in 0..<100 {
      if (try? await derived.bringUpToDate()) != nil { break }
    }
    try expectTogether(derived, source)
    #expect(try numbers(derived.list.snapshot) == [4, 3, 1, 2])
    // From here on it is in each commit again.
    try await source.change { _, draft in try draft.update(ids[0]) { $0.rank = 10 } }
    try expectTogether(derived, source)
    #expect(try numbers(derived.list.snapshot) == [1, 4, 3, 2])
  }

  /// The commit of both fails, and that of the source alone does not. A commit of both that is stored although it says
  /// otherwise has not failed.
  @Test(arguments: [FaultyStore.Moment.before, .after])
  func aCommitThatFailsIsTriedWithoutTheList(moment: FaultyStore.Moment) async throws {
    let store = FaultyStore(try SQLiteStore.inMemory())
    let source = try Notes(.stored(store.list(named: "notes")))
    try await source.change { _, draft in try draft.append(contentsOf: Self.notes) }
    let listener = LeftBehind()
    let derived = try visible(of: source).open(configuration: listener.configuration)
    store.fail(.commit, moment)
    try await source.change { _, draft in try draft.append(Note(number: 5, folder: "a")) }
    #expect(source.suspension == nil && derived.list.suspension == nil)
    #expect(source.snapshot.revision == 2)
    if moment == .after { try expectTogether(derived, source) }
    try await derived.bringUpToDate()
    #expect(try numbers(derived.list.snapshot) == [1, 2, 4, 5])
    #expect(derived.list.snapshot.revision == 2)
    if moment == .before { await listener.reasons.wait { !$0.isEmpty } }
    #expect(listener.reasons.values.count == (moment == .before ? 1 : 0))
    try await source.change { _, draft in try draft.append(Note(number: 6, folder: "a")) }
    try expectTogether(derived, source)
  }

  /// A source whose own commit fails is suspended as ever, and the list waits for it.
  @Test func aSourceThatFailsTakesNothingOfTheListAlong() async throws {
    let store = FaultyStore(try SQLiteStore.inMemory())
    let source = try Notes(.stored(store.list(named: "notes")))
    try await source.change { _, draft in try draft.append(contentsOf: Self.notes) }
    let derived = try visible(of: source).open()
    store.fail(.commit, count: 2, with: StorageError(.full, "the disk is full"))
    await #expect(throws: DataSourceError.self) {
      try await source.change { _, draft in try draft.append(Note(number: 5, folder: "a")) }
    }
    let suspension = try #require(source.suspension)
    #expect(derived.list.suspension == nil)
    #expect(derived.list.snapshot.revision == 1)
    source.resume(after: suspension)
    try await source.change { _, draft in try draft.append(Note(number: 6, folder: "a")) }
    try expectTogether(derived, source)
    #expect(try numbers(derived.list.snapshot) == [1, 2, 4, 6])
  }

  @Test func aListThatIsClosedHoldsUpNothing() async throws {
    let source = try source(in: SQLiteStore.inMemory())
    let derived = try visible(of: source).open()
    await derived.list.close()
    try await source.change { _, draft in try draft.append(Note(number: 5, folder: "a")) }
    #expect(derived.list.snapshot.revision == 1)
    let again = try visible(of: source).open()
    #expect(try numbers(again.list.snapshot) == [1, 2, 4, 5])
    try await source.change { _, draft in try draft.append(Note(number: 6, folder: "a")) }
    try expectTogether(again, source)
    await again.close()
    try await source.change { _, draft in try draft.append(Note(number: 7, folder: "a")) }
    // Opened without, it follows.
    let following = try source.derived("visible", version: "1").where { !$0.isHidden }.open()
    #expect(try numbers(following.list.snapshot) == [1, 2, 4, 5, 6, 7])
  }

  // MARK: Calls

  /// The source waits for the list, so neither waits for a caller in the middle of that.
  @Test func callsThatWouldWaitForThemselvesAreRefused() async throws {
    let source = try source(in: SQLiteStore.inMemory())
    let errors = Recorder<String>()
    let calls = Guarded<[String: @Sendable () throws -> Void]>([:])
    @Sendable func attempt(_ name: String) {
      guard let call = calls.withLock({ $0.removeValue(forKey: name) }) else { return }
      do {
        try call()
        errors.record("\(name): none")
      } catch DataSourceError.reentrant {
        errors.record("\(name): reentrant")
      } catch {
        errors.record("\(name): \(error)")
      }
    }
    let derived = try source.derived("visible", version: "1")
      .where { note in
        attempt("closure")
        return !note.isHidden
      }
      .together().open()
    calls.withLock {
      $0["closure"] = { [weak source] in
        _ = try source?.applySynchronously(Changeset<Note, String?> { _ in })
      }
      $0["change"] = { [weak list = derived.list] in
        _ = try list?.applySynchronously(.reload(.all))
      }
    }
    try await source.change { _, draft in
      attempt("change")
      try draft.append(Note(number: 5, folder: "a"))
    }
    #expect(errors.values == ["change: reentrant", "closure: reentrant"])
    try expectTogether(derived, source)
    // Updates of the list itself wait for it, and the source goes on beside them.
    try await derived.list.apply(.reload(.all))
    try await source.change { _, draft in try draft.append(Note(number: 6, folder: "a")) }
    try expectTogether(derived, source)
  }

  /// The queue of the list is at an output when the source comes to its change.
  @Test func aListThatIsBusyIsWaitedFor() async throws {
    let source = try source(in: SQLiteStore.inMemory())
    let gate = Gate()
    let stops = Guarded(false)
    let derived = try source.derived("visible", version: "1").where { !$0.isHidden }.together()
      .open { note, _ in
        let stops = stops.withLock { stops in
          defer { stops = false }
          return stops
        }
        if stops { gate.pass() }
        return "\(note.number)"
      }
    stops.withLock { $0 = true }
    let reload = try derived.list.enqueue(.reload(.all))
    await gate.arrival()
    let change = try source.enqueueChange { _, draft in
      try draft.append(Note(number: 5, folder: "a"))
    }
    #expect(source.snapshot.revision == 1 && derived.list.snapshot.revision == 1)
    gate.open()
    _ = try await reload.value
    _ = try await change.value
    #expect(try derived.basis(of: derived.list.snapshot) == source.snapshot.revision)
    #expect(try numbers(derived.list.snapshot) == [1, 2, 4, 5])
    #expect(try derived.list.outputs().map(\.output) == ["1", "2", "4", "5"])
  }

  /// The queues stand still and go on in any order, with a change in any of them.
  @Test func aSuspendedStoreGoesOnWithBoth() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    let derived = try visible(of: source).open()
    let late = try derived.list.derived("late", version: "1").where { $0.number > 1 }.together()
      .open()
    let observer = try FileObserver(path: path)
    for round in 0..<10 {
      let before = try source.enqueueChange { _, draft in
        try draft.append(Note(number: 10 + round, folder: "a"))
      }
      store.suspend()
      let meanwhile = try source.enqueueChange { _, draft in
        try draft.append(Note(number: 100 + round, folder: "a"))
      }
      let (stored, basis) = try observer.revisions(shownBy: "visible")
      #expect(basis == stored)
      store.resume()
      _ = try await before.value
      _ = try await meanwhile.value
      try expectTogether(derived, source)
      #expect(try late.basis(of: late.list.snapshot) == derived.list.snapshot.revision)
    }
    #expect(try numbers(late.list.snapshot).count == 2 + 20)
    #expect(derived.list.snapshot.revision == source.snapshot.revision)
    try observer.close()
  }

  /// Writers of the source, changes of two lists, and updates of the lists that are kept together.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: 0..<10 as Range<UInt64>)
  func theyAreTogetherInAnyOrderOfTurns(seed: UInt64) throws {
    try SeededSchedule(seed: seed).run {
      let store = try SQLiteStore.inMemory()
      let (source, other) = (try source(in: store), try source(in: store, "other"))
      let derived = try visible(of: source).open()
      let late = try derived.list.derived("late", version: "1").where { $0.number > 1 }.together()
        .open()
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        for writer in 1...2 {
          tasks.addTask {
            for number in 0..<6 {
              let batch = try await source.change { _, draft in
                try draft.append(
                  Note(number: writer * 10 + number, folder: "a", isHidden: number == 3))
              }.batch
              let basis = try derived.basis(of: derived.list.snapshot)
              #expect(basis >= batch.target.revision, "seed \(seed)")
            }
          }
        }
        tasks.addTask {
          for number in 50..<54 {
            let batches = try await store.change(other, source) { other, source in
              try other.append(Note(number: number, folder: "a"))
              try source.append(Note(number: number, folder: "a"))
            }.batches
            let basis = try derived.basis(of: derived.list.snapshot)
            #expect(basis >= batches.1.target.revision, "seed \(seed)")
          }
        }
        tasks.addTask { for _ in 0..<4 { try await derived.list.apply(.reload(.all)) } }
        tasks.addTask { for _ in 0..<4 { try await late.list.apply(.reload(.all)) } }
        try await tasks.waitForAll()
      }
      try expectTogether(derived, source)
      let expected = try source.snapshot.models().filter { !$0.isHidden && $0.number > 1 }
      #expect(try late.list.snapshot.models() == expected, "seed \(seed)")
      #expect(derived.list.snapshot.revision <= source.snapshot.revision)
      #expect(late.list.snapshot.revision <= derived.list.snapshot.revision)
      await late.close()
      await derived.close()
      await source.close()
    }
  }

  @Test func whatCannotBeKeptTogetherIsRefused() throws {
    let store = try SQLiteStore.inMemory()
    let (source, other) = (try source(in: store), try source(in: store, "other"))
    let start = source.derived("shown", version: "1").together()
    for definition in [
      start.union([other]), start.search("b") { $0.texts },
      start.kept(in: try SQLiteStore.inMemory()),
    ] {
      let error = #expect(throws: StorageError.self) { try definition.open() }
      #expect(error?.message.contains("cannot be kept together with its source") ?? false)
    }
    #expect(try store.list(named: "shown", create: false) == nil)
  }

  // MARK: Processes

  /// A process without the definition leaves the list behind, and the next one with it catches up.
  @Test func aProcessWithoutTheDefinitionIsCaughtUpWith() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let stores = try (0..<2).map { _ in try SQLiteStore(path: path) }
    let sources = try stores.map { try source(in: $0, isShared: true) }
    let derived = try visible(of: sources[0]).open()
    let observer = try FileObserver(path: path)
    for number in 10..<15 {
      try sources[1].changeSynchronously { _, draft in
        try draft.append(Note(number: number, folder: "a"))
      }
      // This commit has both.
      try sources[0].changeSynchronously { _, draft in
        try draft.append(Note(number: number + 10, folder: "a", isHidden: true))
      }
      let (stored, basis) = try observer.revisions(shownBy: "visible")
      #expect(stored == (number - 10) * 2 + 3)
      #expect(basis == stored)
    }
    try await derived.bringUpToDate()
    #expect(try numbers(derived.list.snapshot) == [1, 2, 4, 10, 11, 12, 13, 14])
    try observer.close()
  }

  @Test func processesWithTheDefinitionTakeTurns() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let stores = try (0..<2).map { _ in try SQLiteStore(path: path) }
    let sources = try stores.map { try source(in: $0, isShared: true) }
    let lists = try sources.map { try visible(of: $0).open() }
    let observer = try FileObserver(path: path)
    for number in 10..<20 {
      try sources[number % 2].changeSynchronously { _, draft in
        try draft.append(Note(number: number, folder: "a"))
      }
      let (stored, basis) = try observer.revisions(shownBy: "visible")
      #expect(basis == stored)
    }
    for list in lists {
      try await list.bringUpToDate()
      #expect(try numbers(list.list.snapshot) == [1, 2, 4] + Array(10..<20))
    }
    try observer.close()
  }

  /// A reader beside a writer, who also changes what the list does not show.
  @Test(arguments: 0..<2)
  func anotherConnectionSeesOneMoment(seed: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    let derived = try Form.groupedAndSorted.definition(of: source, name: "shown").together().open()
    let observer = try FileObserver(path: path)
    let isWritten = Guarded(false)
    let writer = Task {
      defer { isWritten.withLock { $0 = true } }
      var changes = NoteChanges(seed: UInt64(seed))
      for _ in 0..<100 { try changes.change(source) }
    }
    var isLast = false
    while true {
      let (stored, basis) = try observer.revisions(shownBy: "shown")
      #expect(basis == stored)
      let (all, shown) = try store.snapshots(of: source, derived.list)
      #expect(try shown.rows() == Form.groupedAndSorted.rows(of: all))
      if isLast { break }
      isLast = isWritten.withLock { $0 }
      await Task.yield()
    }
    try await writer.value
    try observer.close()
  }
}
