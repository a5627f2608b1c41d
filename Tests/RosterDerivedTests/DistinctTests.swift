import Roster
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterDerived

/// Lists that show each of some values once; `UnionLawTests` compares them with what is computed from nothing.
@Suite("Derived lists: of distinct values")
struct DistinctTests {
  private typealias Shown = DerivedList<Note, Ungrouped, Never>

  /// Opens the lists a, of the notes 1 in x and 2 in y, and b, of the note 3 in x; those with larger numbers have larger ranks.
  private func open(in store: SQLiteStore) throws -> [Notes] {
    try [("a", [(1, "x"), (2, "y")]), ("b", [(3, "x")])].map { name, notes in
      let list = try Notes(.stored(try #require(try store.list(named: name))))
      if list.snapshot.revision == 0 {
        try list.changeSynchronously { _, draft in
          try draft.append(
            contentsOf: notes.map { Note(number: $0.0, rank: $0.0, folder: $0.1) })
        }
      }
      return list
    }
  }

  private func definition(
    _ sources: [Notes], by folder: @escaping @Sendable (Note) -> String = \.folder
  ) -> DerivedDefinition<Note, Ungrouped> {
    sources[0].derived("each", version: "1").union(Array(sources.dropFirst()))
      .sorted { [.descending($0.rank)] }.distinct(by: folder)
  }

  private func numbers(_ list: Shown) throws -> [Int] {
    try list.list.snapshot.models().map(\.number)
  }

  private func item(_ source: Notes) throws -> ItemID {
    try #require(try source.snapshot.items().last).id
  }

  /// The library for C has no encoder, and reads the same files.
  @Test func valuesAreKeptAsAnEncoderWritesThem() throws {
    let value = DistinctValue("a \"b\"")
    let codec = SectionValues<Note, DistinctValue>([]) { _ in value }.codec
    #expect(!(codec is JSONModelCodec<DistinctValue>))
    let kept = try codec.encode(value)
    #expect(try kept == JSONModelCodec<DistinctValue>().encode(value))
    #expect(try codec.decode(kept) == value)
    #expect(throws: StorageError.self) { try codec.decode(.text("1")) }
  }

  @Test func theNextOneComesInTheBatchInWhichTheFirstGoes() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = try open(in: store)
    let each = try definition(sources).open()
    #expect(try numbers(each) == [3, 2])
    #expect(try store.lists().map(\.name).sorted() == ["a", "b", "each", "each (all)"])
    let revision = each.list.snapshot.revision
    let (second, third) = (try item(sources[0]), try item(sources[1]))
    try await sources[1].change { _, draft in try draft.remove(third) }
    try await each.bringUpToDate()
    #expect(try numbers(each) == [2, 1])
    #expect(each.list.snapshot.revision == revision + 1)
    var batches = try each.list.batches(after: revision).makeAsyncIterator()
    let outline = try #require(try await batches.next()).changes.changeset.outline
    #expect(outline.removedItems == [ItemPath(section: 0, item: 0)])
    #expect(outline.insertedItems == [ItemPath(section: 0, item: 1)])
    #expect(try each.bases(of: each.list.snapshot) == sources.map(\.snapshot.revision))

    // Another value makes room for none, and shows one less.
    try await sources[0].change { _, draft in try draft.update(second) { $0.folder = "x" } }
    try await each.bringUpToDate()
    #expect(try numbers(each) == [2])
    try await sources[0].apply(.undo())
    try await each.bringUpToDate()
    #expect(try numbers(each) == [2, 1])

    let top = try each.list.derived("top", version: "1").limit(1).open()
    #expect(try numbers(top) == [2])
    try await sources[0].change { _, draft in try draft.remove(second) }
    try await each.bringUpToDate()
    try await top.bringUpToDate()
    #expect(try numbers(top) == [1])
    #expect(try store.check().isEmpty)
  }

  @Test func anItemThatIsHeldKeepsItsValue() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = try open(in: store)
    let each = try definition(sources).open()
    let third = try #require(
      try each.list.snapshot.state.itemID(at: ItemPath(section: 0, item: 0)))
    each.hold(third)
    let own = try item(sources[1])
    try await sources[1].change { _, draft in
      try draft.update(own) { note in
        note.folder = "z"
        note.rank = 0
      }
    }
    try await each.bringUpToDate()
    #expect(try numbers(each) == [3, 2])
    #expect(try each.list.snapshot.models()[0].folder == "z")
    try await each.release(third)
    #expect(try numbers(each) == [2, 1, 3])
  }

  @Test func anotherOpeningAsksForTheValuesOfWhatHasChanged() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let calls = AtomicCount()
    for (opening, expected) in [3, 3, 4].enumerated() {
      let store = try SQLiteStore(path: path)
      let sources = try open(in: store)
      if opening == 2 {
        try await sources[1].change { _, draft in
          try draft.append(Note(number: 4, rank: 4, folder: "y"))
        }
      }
      let each = try definition(sources) { note in
        calls.increment()
        return note.folder
      }.open()
      #expect(calls.value == expected, "opening \(opening)")
      #expect(try numbers(each) == (opening == 2 ? [4, 3] : [3, 2]))
      await each.close()
      for source in sources { await source.close() }
      #expect(try store.check().isEmpty)
      try store.close()
    }
  }

  @Test func whatDoesNotSayWhichItemIsTheFirstIsRefused() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = try open(in: store)
    let start = sources[0].derived("each", version: "1").distinct { $0.folder }
    for definition in [
      start, start.sorted(ties: .source) { [.descending($0.rank)] },
      start.sorted { [.descending($0.rank)] }.limit(1),
      start.sorted { [.descending($0.rank)] }.search("", byRelevance: true) { [$0.folder] },
    ] {
      #expect(throws: StorageError.self) { try definition.open() }
    }
    #expect(throws: StorageError.self) {
      try start.sorted { [.descending($0.rank)] }.sections(of: sources[0]).open()
    }
    #expect(try store.lists().map(\.name).sorted() == ["a", "b"], "nothing was made")
    let each = try definition(sources).open()
    await #expect(throws: StorageError.self) {
      try await each.redefine(
        sources[0].derived("each", version: "2").union([sources[1]])
          .sorted { [.descending($0.rank)] })
    }
    // By another value and in another order, it is the same kind of list.
    try await each.redefine(
      sources[0].derived("each", version: "2").union([sources[1]])
        .sorted { [.ascending($0.rank)] }.distinct { $0.number % 2 })
    #expect(try numbers(each) == [1, 2])
  }
}
