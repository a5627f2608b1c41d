import Roster
import RosterDerived
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Derived lists: laws of several sources")
struct UnionLawTests {
  private typealias Derived = DerivedList<Note, String?, Never>

  /// A list over several sources, what a renderer shows of it, and the last revision that this has seen.
  private final class Shown {
    let name: String
    var form: UnionForm
    /// The sources, by their indices.
    var sources: [Int]
    var search = "b"
    var derived: Derived
    let rendered: RenderedNotes

    init(
      _ form: UnionForm, name: String, of sources: [Int], _ derived: Derived
    ) throws {
      (self.form, self.name, self.sources, self.derived) = (form, name, sources, derived)
      rendered = try RenderedNotes(derived.list)
    }
  }

  private func open(_ store: SQLiteStore) throws -> [Notes] {
    try ["a", "b", "c"].map { name in
      try Notes(.stored(try #require(try store.list(named: name))))
    }
  }

  private func open(
    _ form: UnionForm, name: String, of indices: [Int], _ sources: [Notes], search: String = "b"
  ) throws -> Shown {
    let definition = form.definition(
      of: indices.map { sources[$0] }, name: name, search: search)
    let shown = try Shown(form, name: name, of: indices, try definition.open())
    shown.search = search
    return shown
  }

  private func compare(_ shown: [Shown], _ sources: [Notes], _ what: String) async throws {
    for list in shown {
      try await list.derived.bringUpToDate()
      let own = list.sources.map { sources[$0] }
      let snapshot = list.derived.list.snapshot
      let expected = try list.form.rows(of: own, search: list.search) {
        list.derived.item(from: $0)
      }
      #expect(try snapshot.rows() == expected, "\(what), \(list.form), of \(list.sources)")
      #expect(try list.derived.bases(of: snapshot) == own.map(\.snapshot.revision), "\(what)")
      try await list.rendered.render()
      #expect(list.rendered.rows == expected.notes, "\(what), \(list.form), of \(list.sources)")
    }
  }

  /// Removes an item from a list and inserts one into another list, in one change of both.
  private func move(
    from first: Notes, to second: Notes, _ note: Note, in store: SQLiteStore
  ) async throws {
    try await store.change(first, second) { from, to in
      let items = try (0..<from.state.sectionCount).flatMap {
        try from.state.itemIDs(inSection: $0)
      }
      if let item = items.first { try from.remove(item) }
      try to.append(note)
    }
  }

  /// L1, L2, L6, L9 for lists over several sources: whatever happens to these, and whatever sources a list has when it is
  /// opened again.
  @Test(arguments: 0..<12)
  func aListIsAFunctionOfItsSources(seed: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    var changes = NoteChanges(seed: UInt64(seed))
    var store = try SQLiteStore(path: path)
    var sources = try open(store)
    var shown = try UnionForm.allCases.map {
      try open($0, name: "\($0)", of: [0, 1, 2], sources)
    }
    for step in 0..<50 {
      let index = Int.random(in: 0..<3, using: &changes.random)
      switch Int.random(in: 0..<16, using: &changes.random) {
      case 0: _ = try? sources[index].applySynchronously(.undo())
      case 1: _ = try? sources[index].applySynchronously(.redo())
      case 2:
        for list in shown { await list.derived.close() }
        for source in sources { await source.close() }
        try store.close()
        store = try SQLiteStore(path: path)
        sources = try open(store)
        shown = try shown.map {
          try open($0.form, name: $0.name, of: $0.sources, sources, search: $0.search)
        }
      case 3: try sources[index].compact(JournalRetention(revisionCountMax: 1))
      case 4, 5:
        // While a list is closed, the journals have what happens.
        let place = Int.random(in: 0..<shown.count, using: &changes.random)
        let former = shown[place]
        await former.derived.close()
        for source in sources { try changes.change(source) }
        let form = UnionForm.allCases.randomElement(using: &changes.random) ?? former.form
        let count = Int.random(in: 1...3, using: &changes.random)
        let indices = Array([0, 1, 2].shuffled(using: &changes.random).prefix(count))
        shown[place] = try open(
          Bool.random(using: &changes.random) ? form : former.form, name: former.name,
          of: Bool.random(using: &changes.random) ? indices : former.sources, sources,
          search: former.search)
      case 6, 7:
        for list in shown where list.form.isSearched {
          list.search = ["b", "", "rank 2", "show a"].randomElement(using: &changes.random) ?? ""
          try await list.derived.search(list.search)
        }
      case 8...10:
        try await move(
          from: sources[index], to: sources[(index + 1) % 3], changes.note(), in: store)
      default: try changes.change(sources[index])
      }
      // Sometimes several revisions at once.
      if Int.random(in: 0..<3, using: &changes.random) == 0 { continue }
      try await compare(shown, sources, "seed \(seed), step \(step)")
    }
    for list in shown { await list.derived.close() }
    for source in sources { await source.close() }
    #expect(try store.check().isEmpty)
    try store.close()
  }

  /// Every valid changeset of two items, in one of two lists, and the undo of each.
  @Test func everyChangesetOfASmallListIsFollowed() async throws {
    let store = try SQLiteStore.inMemory()
    let sources = Array(try open(store).prefix(2))
    @Sendable func note(_ number: Int) -> Note {
      let bits = number &* 0x85EB
      return Note(
        number: number, rank: bits & 1, folder: bits & 2 == 0 ? "a" : "b",
        isHidden: bits & 12 == 0)
    }
    for (index, source) in sources.enumerated() {
      try await source.change { _, draft in
        let section = try draft.insertSection("s")
        try draft.append(
          contentsOf: [2 * index, 2 * index + 1].map(note), toSection: section)
      }
    }
    let shown = try UnionForm.allCases.map { try open($0, name: "\($0)", of: [0, 1], sources) }
    var all: [Changeset<String, String>] = []
    ValidChangesets(counts: [2], insertedSections: 0, insertedItems: 1)
      .forEach { all.append($0.changeset()) }
    for (index, changeset) in all.enumerated() {
      // An undo passes over what changes nothing.
      if changeset.outline == ChangesetOutline() { continue }
      func notes(_ count: Int) -> [Note] { (10..<10 + count).map(note) }
      let change = try #require(
        Changeset<Note, String?>(
          validating: changeset.outline, updatedModels: notes(changeset.updatedModels.count),
          insertedModels: notes(changeset.insertedModels.count),
          updatedSectionModels: changeset.updatedSectionModels,
          insertedSectionModels: changeset.insertedSectionModels))
      let source = sources[index % 2]
      try await source.apply(change)
      try await compare(shown, sources, "\(changeset)")
      try await source.apply(.undo())
      try await compare(shown, sources, "undo of \(changeset)")
    }
  }

  @Test(arguments: [UnionForm.grouped, .bySource, .firstFound, .distinct])
  func severalProcessesFollowTogether(form: UnionForm) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    let stores = [try SQLiteStore(path: path), try SQLiteStore(path: path)]
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    let sources = try stores.map { store in
      try ["a", "b"].map { name in
        try Notes(
          .stored(try #require(try store.list(named: name))), configuration: configuration)
      }
    }
    let derived = try sources.map { try form.definition(of: $0, name: "all").open() }
    for step in 0..<40 {
      let (writer, index) = (step % 2, step / 2 % 2)
      var changes = NoteChanges(seed: UInt64(step))
      if step % 3 == 0 {
        try await move(
          from: sources[writer][index], to: sources[writer][1 - index], changes.note(),
          in: stores[writer])
      } else {
        try changes.change(sources[writer][index])
      }
      for process in [index, 1 - index] {
        for (source, written) in zip(sources[process], sources[writer]) {
          _ = try await source.snapshot(reaching: written.snapshot.revision)
        }
        try await derived[process].bringUpToDate()
        #expect(
          try derived[process].list.snapshot.rows()
            == form.rows(of: sources[process]) { derived[process].item(from: $0) },
          "step \(step), process \(process)")
      }
    }
    for list in derived { await list.close() }
    for list in sources.joined() { await list.close() }
    #expect(try stores[0].check().isEmpty)
    for store in stores { try store.close() }
  }
}
