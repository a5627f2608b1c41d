import Roster
import RosterDerived
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Derived lists that are kept together with their source: laws")
struct TogetherLawTests {
  private typealias Derived = DerivedList<Note, String?, Never>

  /// A derived list, and what a renderer shows of it.
  private final class Shown {
    var form: Form
    let name: String
    let derived: Derived
    let rendered: RenderedNotes

    init(_ form: Form, name: String, _ derived: Derived) throws {
      self.form = form
      self.name = name
      self.derived = derived
      rendered = try RenderedNotes(derived.list)
    }
  }

  /// All forms but those that are searched, which cannot be kept together.
  private static let forms = Form.allCases.filter { !$0.isSearched }

  private func open(_ form: Form, name: String, of source: Notes) throws -> Shown {
    let definition = form.definition(of: source, name: name, version: "\(form)").together()
    return try Shown(form, name: name, try definition.open())
  }

  private func open(_ store: SQLiteStore) throws -> (Notes, [Shown]) {
    let source = try Notes(.stored(try #require(try store.list(named: "notes"))))
    // Before the lists are opened, which then say at once which revision they show.
    if source.snapshot.revision == 0 { try source.changeSynchronously { _, _ in } }
    return (source, try Self.forms.map { try open($0, name: "\($0)", of: source) })
  }

  /// Compares without waiting for anything.
  ///
  /// - Parameter observer: Another connection; `nil` if the store is in memory.
  private func compare(
    _ shown: [Shown], _ source: Notes, _ observer: FileObserver?, _ what: String
  ) async throws {
    for list in shown {
      let snapshot = list.derived.list.snapshot
      #expect(list.derived.failure == nil)
      #expect(
        try list.derived.basis(of: snapshot) == source.snapshot.revision, "\(what), \(list.form)")
      let expected = try list.form.rows(of: source.snapshot)
      #expect(try snapshot.rows() == expected, "\(what), \(list.form)")
      try await list.rendered.render()
      #expect(list.rendered.rows == expected.notes, "\(what), \(list.form)")
      // Of one that is behind another list, that says which revision of the source it shows.
      let name = list.form.isKeptWhole ? "\(list.name) (all)" : list.name
      if let (stored, basis) = try observer?.revisions(shownBy: name) {
        #expect(stored == source.snapshot.revision, "\(what), \(list.form)")
        #expect(basis == stored, "\(what), \(list.form)")
      }
    }
  }

  /// L1, L2, L7, L9: in each commit of the source, whatever it is, the lists are what their definitions make of it.
  @Test(arguments: 0..<12)
  func eachCommitHasWhatTheDefinitionsMakeOfIt(seed: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    var changes = NoteChanges(seed: UInt64(seed))
    var store = try SQLiteStore(path: path)
    var (source, shown) = try open(store)
    let observer = try FileObserver(path: path)
    for step in 0..<40 {
      switch Int.random(in: 0..<16, using: &changes.random) {
      case 0: _ = try? source.applySynchronously(.undo())
      case 1: _ = try? source.applySynchronously(.redo())
      case 2:
        for list in shown { await list.derived.close() }
        await source.close()
        try store.close()
        store = try SQLiteStore(path: path)
        (source, shown) = try open(store)
      case 3: try source.compact(JournalRetention(revisionCountMax: 1))
      case 4:
        // Closed, it is left behind; opened again, it is not.
        guard let index = shown.indices.randomElement(using: &changes.random) else { break }
        let (form, name) = (shown[index].form, shown[index].name)
        await shown[index].derived.close()
        shown.remove(at: index)
        for _ in 0..<3 { try changes.change(source) }
        shown.insert(try open(form, name: name, of: source), at: index)
      case 5:
        for list in shown.shuffled(using: &changes.random).prefix(2) {
          let form = Self.forms.randomElement(using: &changes.random) ?? list.form
          guard form.isKeptWhole == list.form.isKeptWhole, form.isLimited == list.form.isLimited,
            form.isSectioned == list.form.isSectioned
          else { continue }
          list.form = form
          try await list.derived.redefine(
            form.definition(of: source, name: list.name, version: "\(form)"))
        }
      case 6:
        // Several that wait, some of which may be one transaction.
        let number = step * 100
        let pending = try (0..<4).map { index in
          try source.enqueueChange { _, draft in
            let note = Note(number: number + index, rank: index, folder: "b")
            try draft.append(note)
          }
        }
        for change in pending { _ = try await change.value }
      default: try changes.change(source)
      }
      try await compare(shown, source, observer, "seed \(seed), step \(step)")
    }
    for list in shown { await list.derived.close() }
    await source.close()
    #expect(try store.check().isEmpty)
    try store.close()
    try observer.close()
  }

  /// Every valid changeset of a list of three items in two sections without insertions, and the undo of each.
  @Test(arguments: 0..<4)
  func everyChangesetOfASmallListIsInOneCommit(quarter: Int) async throws {
    let store = try SQLiteStore.inMemory()
    let source = try Notes(.stored(try #require(try store.list(named: "notes"))))
    @Sendable func note(_ number: Int) -> Note {
      let bits = number &* 0x85EB
      return Note(
        number: number, rank: bits & 1, folder: bits & 2 == 0 ? "a" : "b", isHidden: bits & 12 == 0)
    }
    try await source.change { _, draft in
      for items in [[1, 2], [3]] {
        let section = try draft.insertSection("s")
        try draft.append(contentsOf: items.map(note), toSection: section)
      }
    }
    let shown = try [Form.tied, .groupedAndSorted, .first, .sectionedAndSorted].map {
      try open($0, name: "\($0)", of: source)
    }
    var all: [Changeset<String, String>] = []
    ValidChangesets(counts: [2, 1], insertedSections: 0, insertedItems: 0)
      .forEach { all.append($0.changeset()) }
    for index in stride(from: quarter, to: all.count, by: 4) {
      let changeset = all[index]
      // An undo passes over what changes nothing.
      if changeset.outline == ChangesetOutline() { continue }
      let models = changeset.updatedModels.indices.map { note(10 + $0) }
      let change = try #require(
        Changeset<Note, String?>(
          validating: changeset.outline, updatedModels: models, insertedModels: [],
          updatedSectionModels: changeset.updatedSectionModels, insertedSectionModels: []))
      try await source.apply(change)
      try await compare(shown, source, nil, "\(changeset)")
      try await source.apply(.undo())
      try await compare(shown, source, nil, "undo of \(changeset)")
    }
  }
}
