import Roster
import RosterDerived
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Derived lists: laws")
struct DerivedLawTests {
  private typealias Derived = DerivedList<Note, String?, Never>

  /// A derived list, what a renderer shows of it, and the last revision of the source that it was compared at.
  private final class Shown {
    var form: Form
    var search = "b"
    var derived: Derived
    let rendered: RenderedNotes

    let name: String

    init(_ form: Form, name: String, _ derived: Derived) throws {
      self.form = form
      self.name = name
      self.derived = derived
      rendered = try RenderedNotes(derived.list)
    }
  }

  /// L1, L2, L6, L9: whatever happens to the source, each derived list is what the model computes, its batches lead there,
  /// and a restart makes no difference.
  @Test(arguments: 0..<30)
  func aDerivedListIsAFunctionOfItsSource(seed: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.sqlite")
    var changes = NoteChanges(seed: UInt64(seed))
    var store = try SQLiteStore(path: path)
    var (source, shown) = try open(store)
    for step in 0..<60 {
      switch Int.random(in: 0..<20, using: &changes.random) {
      case 0:
        _ = try? source.applySynchronously(.undo())
      case 1:
        _ = try? source.applySynchronously(.redo())
      case 2:
        for list in shown { await list.derived.close() }
        await source.close()
        try store.close()
        store = try SQLiteStore(path: path)
        (source, shown) = try open(store)
      case 5:
        // While a list is closed, the journal has what happens.
        guard let index = shown.indices.randomElement(using: &changes.random) else { break }
        var (form, name, search) = (shown[index].form, shown[index].name, shown[index].search)
        // Opened again, it may have another limit or search, or other sections.
        if Bool.random(using: &changes.random) {
          form = Form.allCases.randomElement(using: &changes.random) ?? form
        }
        await shown[index].derived.close()
        shown.remove(at: index)
        for _ in 0..<3 { try changes.change(source) }
        let definition = form.definition(
          of: source, name: name, version: "\(form)", search: search)
        shown.insert(try Shown(form, name: name, try definition.open()), at: index)
        shown[index].search = search
      case 3:
        try source.compact(JournalRetention(revisionCountMax: 1))
      case 4:
        // L8 as well: the forms come back.
        for list in shown.shuffled(using: &changes.random).prefix(2) {
          let form = Form.allCases.randomElement(using: &changes.random) ?? list.form
          // A limit and a search need a list beside it.
          guard form.isKeptWhole == list.form.isKeptWhole,
            form.isLimited == list.form.isLimited, form.isSearched == list.form.isSearched,
            form.isSectioned == list.form.isSectioned
          else { continue }
          list.form = form
          try await list.derived.redefine(
            form.definition(of: source, name: list.name, version: "\(form)", search: list.search))
        }
      case 6, 7:
        for list in shown where list.form.isSearched {
          list.search =
            ["b", "", "rank 2", "show a", "nothing", "o", "how r"]
            .randomElement(using: &changes.random) ?? ""
          try await list.derived.search(list.search)
        }
      default: try changes.change(source)
      }
      // Sometimes several revisions at once.
      if Int.random(in: 0..<3, using: &changes.random) == 0 { continue }
      try await compare(shown, source, "seed \(seed), step \(step)")
    }
    for list in shown { await list.derived.close() }
    await source.close()
    #expect(try store.check().isEmpty)
    try store.close()
  }

  /// Every valid changeset of a list of three items in two sections, and the undo of each: a quarter of them at a time,
  /// since nothing else takes as long.
  @Test(arguments: 0..<2, 0..<4)
  func everyChangesetOfASmallListIsFollowed(models: Int, quarter: Int) async throws {
    let store = try SQLiteStore.inMemory()
    let list = try #require(try store.list(named: "notes"))
    let source = try Notes(.stored(list))
    @Sendable func note(_ number: Int) -> Note {
      let bits = models &* 0x9E37 ^ number &* 0x85EB
      return Note(
        number: number, rank: bits & 1, folder: bits & 2 == 0 ? "a" : "b", isHidden: bits & 12 == 0)
    }
    try await source.change { _, draft in
      for items in [[1, 2], [3]] {
        let section = try draft.insertSection("s")
        try draft.append(contentsOf: items.map(note), toSection: section)
      }
    }
    let shown = try Form.allCases.map { form in
      try Shown(
        form, name: "\(form)", try form.definition(of: source, name: "\(form)").open())
    }
    var all: [Changeset<String, String>] = []
    ValidChangesets(counts: [2, 1], insertedSections: 0, insertedItems: 0)
      .forEach { all.append($0.changeset()) }
    #expect(all.count == 2_124)
    // Insertions as well, of which not all are tried.
    var random = SplitMix64(seed: UInt64(models))
    var others: [Changeset<String, String>] = []
    SmallChangesets(counts: [2, 1]).forEach(ofCount: 2) { parts in
      let changeset = parts.changeset()
      let outline = changeset.outline
      guard !outline.insertedItems.isEmpty || !outline.insertedSections.isEmpty,
        firstOffence(in: outline, counts: [2, 1]) == nil
      else { return }
      others.append(changeset)
    }
    all += others.shuffled(using: &random).prefix(200)
    for index in stride(from: quarter, to: all.count, by: 4) {
      let changeset = all[index]
      // An undo passes over what changes nothing.
      if changeset.outline == ChangesetOutline() { continue }
      var number = 10
      func notes(_ count: Int) -> [Note] {
        number += count
        return (number - count..<number).map(note)
      }
      let change = try #require(
        Changeset<Note, String?>(
          validating: changeset.outline, updatedModels: notes(changeset.updatedModels.count),
          insertedModels: notes(changeset.insertedModels.count),
          updatedSectionModels: changeset.updatedSectionModels,
          insertedSectionModels: changeset.insertedSectionModels))
      try await source.apply(change)
      try await compare(shown, source, "\(changeset)")
      try await source.apply(.undo())
      try await compare(shown, source, "undo of \(changeset)")
    }
  }

  private func compare(_ shown: [Shown], _ source: Notes, _ what: String) async throws {
    for list in shown {
      try await list.derived.bringUpToDate()
      let snapshot = list.derived.list.snapshot
      let expected = try list.form.rows(of: source.snapshot, search: list.search)
      #expect(try snapshot.rows() == expected, "\(what), \(list.form)")
      #expect(try list.derived.basis(of: snapshot) == source.snapshot.revision)
      try await list.rendered.render()
      #expect(list.rendered.rows == expected.notes, "\(what), \(list.form)")
    }
  }

  private func open(_ store: SQLiteStore) throws -> (Notes, [Shown]) {
    let list = try #require(try store.list(named: "notes"))
    let source = try Notes(.stored(list))
    return (
      source,
      try Form.allCases.map { form in
        let definition = form.definition(of: source, name: "\(form)", version: "\(form)")
        return try Shown(form, name: "\(form)", try definition.open())
      }
    )
  }
}
