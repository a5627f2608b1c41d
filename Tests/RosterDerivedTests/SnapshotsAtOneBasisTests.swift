import Roster
import RosterConcurrency
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterDerived

@Suite("Snapshots of several lists at one basis")
struct SnapshotsAtOneBasisTests {
  private func source(in store: SQLiteStore, _ name: String = "notes") throws -> Notes {
    let source = try Notes(.stored(try #require(try store.list(named: name))))
    try source.changeSynchronously { _, draft in
      for number in 1...4 {
        try draft.append(
          Note(number: number, rank: number, folder: "a", isHidden: number == 2))
      }
    }
    return source
  }

  private func numbers<Section: Sendable>(
    _ snapshot: ListSnapshot<Note, Section>
  ) throws -> [Int] {
    try snapshot.models().map(\.number)
  }

  private func append(_ number: Int, to source: Notes) async throws {
    try await source.change { _, draft in
      try draft.append(Note(number: number, rank: number, folder: "a"))
    }
  }

  /// A derived list that stops at a note with the number 100 before it follows further.
  private func stopping(
    _ gate: Gate, _ source: Notes, _ name: String = "stopping"
  ) throws -> DerivedList<Note, Ungrouped, Never> {
    try source.derived(name, version: "1")
      .where { note in
        if note.number == 100 { gate.pass() }
        return !note.isHidden
      }.open()
  }

  @Test func allAreAsOldAsTheOneThatLags() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let gate = Gate()
    let lagging = try stopping(gate, source)
    let other = try source.derived("other", version: "1").where { $0.isHidden || $0.number > 2 }
      .sorted { [.descending($0.number)] }.limit(2).open()
    try await append(100, to: source)
    await gate.arrival()
    try await append(101, to: source)
    try await other.bringUpToDate()
    #expect(try numbers(other.list.snapshot) == [101, 100])
    do {
      let (all, late, first) = try store.snapshots(of: source, lagging.list, other.list)
      #expect(all.revision == 1)
      #expect(try numbers(all) == [1, 2, 3, 4])
      #expect(try numbers(late) == [1, 3, 4])
      #expect(try numbers(first) == [4, 3])
      // The source need not be among them.
      let (alone, with) = try store.snapshots(of: other.list, lagging.list)
      #expect(try numbers(alone) == [4, 3])
      #expect(with.revision == late.revision)
    }
    let newest = try store.snapshots(of: source, other.list)
    #expect(newest.0.revision == source.snapshot.revision)
    #expect(try numbers(newest.1) == [101, 100])
    gate.open()
    try await lagging.bringUpToDate()
    let (all, late, first) = try store.snapshots(of: source, lagging.list, other.list)
    #expect(all.revision == source.snapshot.revision)
    #expect(try numbers(late) == [1, 3, 4, 100, 101])
    #expect(try numbers(first) == [101, 100])
  }

  /// What a list does not show makes no revision of it, which shows the later revision of the source as well.
  @Test func aListThatIsNotTouchedShowsTheNewestRevision() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let shown = try source.derived("shown", version: "1").where { $0.number < 10 }.open()
    try await append(20, to: source)
    try await shown.bringUpToDate()
    let (all, few) = try store.snapshots(of: source, shown.list)
    #expect(all.revision == 2 && few.revision == 1)
    #expect(try numbers(few) == [1, 2, 3, 4])
  }

  @Test func aChangeOfSeveralListsIsInAllOrNone() async throws {
    let store = try SQLiteStore.inMemory()
    let inbox = try source(in: store, "inbox")
    let archive = try source(in: store, "archive")
    let gate = Gate()
    let lagging = try stopping(gate, inbox)
    try await append(100, to: inbox)
    await gate.arrival()
    let item = try #require(try inbox.snapshot.state.itemID(at: ItemPath(section: 0, item: 0)))
    try await store.apply(
      .change(inbox, archive) { inbox, archive in
        try archive.append(inbox.model(of: item))
        try inbox.remove(item)
      })
    try await append(5, to: archive)
    let (moved, late) = try store.snapshots(of: archive, lagging.list)
    #expect(try numbers(late) == [1, 3, 4])
    #expect(try numbers(moved) == [1, 2, 3, 4], "the note is still in the inbox")
    let (here, there) = try store.snapshots(of: inbox, archive)
    #expect(try numbers(here) == [2, 3, 4, 100])
    #expect(try numbers(there) == [1, 2, 3, 4, 1, 5])
    gate.open()
    try await lagging.bringUpToDate()
    let (after, shown) = try store.snapshots(of: archive, lagging.list)
    #expect(after.revision == archive.snapshot.revision)
    #expect(try numbers(shown) == [3, 4, 100])
  }

  @Test func aBasisThatIsNotKeptIsRefused() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let gate = Gate()
    let lagging = try stopping(gate, source)
    let definition = source.derived("other", version: "1").where { !$0.isHidden }
    let other = try definition.open()
    try await append(100, to: source)
    await gate.arrival()
    for number in 101..<105 {
      try await append(number, to: source)
      try await other.bringUpToDate()
    }
    await other.close()
    let again = try definition.open()
    try again.list.compact(JournalRetention(revisionCountMax: 1))
    let error = #expect(throws: StorageError.self) {
      _ = try store.snapshots(of: again.list, lagging.list)
    }
    #expect(error?.code == .compacted)
    gate.open()
    try await lagging.bringUpToDate()
    let (one, two) = try store.snapshots(of: again.list, lagging.list)
    #expect(try numbers(one) == numbers(two))
  }

  @Test func aListOfAnotherStoreIsRefused() throws {
    let stores = [try SQLiteStore.inMemory(), try SQLiteStore.inMemory()]
    let lists = try stores.map { try source(in: $0) }
    let error = #expect(throws: StorageError.self) {
      _ = try stores[0].snapshots(of: lists[0], lists[1])
    }
    #expect(error?.code == .failed)
  }

  /// While the list is rebuilt, the source is shown as the list shows it.
  @Test func aListThatIsRebuiltAgreesWithItsSource() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    await (try source.derived("shown", version: "1").where { !$0.isHidden }.open()).close()
    let gate = Gate()
    let shown = try source.derived("shown", version: "2")
      .where { note in
        if note.number == 1 { gate.pass() }
        return note.isHidden
      }
      .rebuiltInBackground().open()
    await gate.arrival()
    try await append(100, to: source)
    do {
      let (all, few) = try store.snapshots(of: source, shown.list)
      #expect(try numbers(all) == [1, 2, 3, 4])
      #expect(try numbers(few) == [1, 3, 4])
    }
    gate.open()
    // The change looks at it once more, since the definition leaves it out.
    gate.open()
    try await shown.bringUpToDate()
    let (all, few) = try store.snapshots(of: source, shown.list)
    #expect(try numbers(all) == [1, 2, 3, 4, 100])
    #expect(try numbers(few) == [2])
  }

  /// L16: a reader beside a writer sees one moment.
  @Test(arguments: 0..<4)
  func aReaderSeesOneMoment(seed: Int) async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let forms = [Form.filtered, .groupedAndSorted, .first]
    let lists = try forms.map { try $0.definition(of: source, name: "\($0)").open() }
    let isWritten = Guarded(false)
    let writer = Task {
      defer { isWritten.withLock { $0 = true } }
      var changes = NoteChanges(seed: UInt64(seed))
      for _ in 0..<150 { try changes.change(source) }
    }
    var isLast = false
    while true {
      let (all, filtered, grouped, first) = try store.snapshots(
        of: source, lists[0].list, lists[1].list, lists[2].list)
      for (form, snapshot) in zip(forms, [filtered, grouped, first]) {
        #expect(
          try snapshot.rows() == form.rows(of: all), "seed \(seed), \(form) at \(all.revision)")
      }
      if isLast { break }
      isLast = isWritten.withLock { $0 }
      await Task.yield()
    }
    try await writer.value
  }
}
