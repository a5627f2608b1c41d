import Roster
import RosterDerived
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Derived lists: sections of the source")
struct SourceSectionsTests {
  private typealias Board = ListDataSource<Note, String, Never>

  private let store: SQLiteStore
  private let board: Board
  private let sections: [SectionID]
  /// Those of the notes 1 to 5.
  private let items: [ItemID]

  /// Makes a board of three sections: two notes, of which the second one is hidden, one hidden note, and two notes.
  init() throws {
    store = try SQLiteStore.inMemory()
    let list = try #require(try store.list(named: "board"))
    board = try Board(.stored(list))
    (sections, items) = try board.changeSynchronously { _, draft in
      var (sections, items): ([SectionID], [ItemID]) = ([], [])
      for (name, numbers) in [("todo", [1, 2]), ("doing", [3]), ("done", [4, 5])] {
        sections.append(try draft.insertSection(name))
        items += try draft.append(
          contentsOf: numbers.map {
            Note(number: $0, rank: 9 - $0, folder: "a", isHidden: $0 == 2 || $0 == 3)
          }, toSection: sections.last)
      }
      return (sections, items)
    }.value
  }

  private func shown(
    keepingEmpty keepsEmpty: Bool = false
  ) throws -> DerivedList<Note, String, Never> {
    try board.derived("shown", version: "1").where { !$0.isHidden }
      .sections(of: board, keepingEmpty: keepsEmpty).open()
  }

  private func numbers(_ snapshot: ListSnapshot<Note, String>) throws -> [[Int]] {
    try (0..<snapshot.sectionCount).map { try snapshot.models(inSection: $0).map(\.number) }
  }

  @Test func aFilterKeepsTheSections() async throws {
    let shown = try shown()
    let first = shown.list.snapshot
    #expect(try first.sectionModels() == ["todo", "done"])
    #expect(try numbers(first) == [[1], [4, 5]])
    #expect(first.state.sectionIDs == [sections[0], sections[2]])
    var batches = try shown.list.batches().makeAsyncIterator()

    try await board.change { _, draft in try draft.move(sections[0], to: 2) }
    let move = try #require(try await batches.next())
    #expect(try numbers(move.target) == [[4, 5], [1]])
    #expect(move.changes.changeset.outline.movedSections.count == 1)
    #expect(move.changes.operations.count == 1, "its items move with it")

    try await board.change { _, draft in
      try draft.update(sections[0], "to do")
      try draft.update(sections[1], "in progress")
    }
    let update = try #require(try await batches.next())
    #expect(update.changes.changeset.outline.updatedSections == [1])
    #expect(try update.target.sectionModels() == ["done", "to do"])

    try await board.change { _, draft in
      try draft.update(items[0]) { $0.isHidden = true }
      try draft.update(items[2]) { $0.isHidden = false }
    }
    let others = try #require(try await batches.next())
    #expect(try others.target.sectionModels() == ["in progress", "done"])
    #expect(others.target.state.sectionIDs == [sections[1], sections[2]])

    try await board.change { _, draft in try draft.update(items[0]) { $0.isHidden = false } }
    let back = try #require(try await batches.next())
    #expect(back.target.state.sectionIDs == [sections[1], sections[2], sections[0]])
    // A snapshot of then shows what the source had then.
    #expect(try first.sectionModels() == ["todo", "done"])
    #expect(try numbers(first) == [[1], [4, 5]])
    let revision = shown.list.snapshot.revision
    try await board.change { _, draft in try draft.remove(items[2]) }
    try await board.change { _, draft in try draft.update(sections[1], "nothing") }
    try await shown.bringUpToDate()
    #expect(shown.list.snapshot.revision == revision + 1, "what is not shown makes no revision")
  }

  @Test func emptySectionsAreKept() async throws {
    let shown = try shown(keepingEmpty: true)
    #expect(try shown.list.snapshot.sectionModels() == ["todo", "doing", "done"])
    let next = try await board.change { _, draft in
      try draft.remove(sections[2])
      try draft.move(sections[1], to: 0)
      return try draft.insertSection("next", at: 1)
    }.value
    try await shown.bringUpToDate()
    #expect(shown.list.snapshot.state.sectionIDs == [sections[1], next, sections[0]])
    #expect(try shown.list.snapshot.sectionModels() == ["doing", "next", "todo"])
    #expect(try numbers(shown.list.snapshot) == [[], [], [1]])
    try await shown.redefine(
      board.derived("shown", version: "1").where { !$0.isHidden }.sections(of: board))
    #expect(try shown.list.snapshot.sectionModels() == ["todo"])
    try await shown.redefine(
      board.derived("shown", version: "2").where(\.isHidden)
        .sections(of: board, keepingEmpty: true))
    #expect(try numbers(shown.list.snapshot) == [[3], [], [2]])
    await shown.close()
    let limited = try board.derived("limited", version: "1")
      .sections(of: board, keepingEmpty: true).limit(1).open()
    #expect(try numbers(limited.list.snapshot) == [[3], [], []])
    #expect(
      try store.lists().map(\.name).sorted() == ["board", "limited", "shown"],
      "no copy of the board")
  }

  /// The board keeps in the model of its first section what is shown.
  @Test(arguments: [false, true])
  func aChoiceThatTheSourceKeepsIsInTheBatchOfItsDefinition(isTogether: Bool) async throws {
    func definition(hidden isHidden: Bool) -> DerivedDefinition<Note, String> {
      let definition = board.derived("shown", version: "\(isHidden)")
        .where { $0.isHidden == isHidden }.sections(of: board, keepingEmpty: true)
      return isTogether ? definition.together() : definition
    }
    let shown = try definition(hidden: false).open()
    let revision = shown.list.snapshot.revision
    var batches = try shown.list.batches().makeAsyncIterator()
    try await shown.redefine(definition(hidden: true)) { [board, sections] in
      try await board.change { _, draft in try draft.update(sections[0]) { $0 = "hidden" } }
    }
    let batch = try #require(try await batches.next())
    #expect(batch.target.revision == revision + 1)
    #expect(try batch.target.sectionModels() == ["hidden", "doing", "done"])
    #expect(try numbers(batch.target) == [[2], [3], []])
    #expect(shown.list.snapshot.revision == revision + 1)

    struct Refusal: Error {}
    await #expect(throws: Refusal.self) {
      try await shown.redefine(definition(hidden: false)) { throw Refusal() }
    }
    #expect(shown.list.snapshot.revision == revision + 1, "it keeps its definition")
    try await board.change { _, draft in try draft.update(items[3]) { $0.isHidden = true } }
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [[2], [3], [4]])
  }

  @Test func aMoveToASectionMovesInTheSource() async throws {
    let shown = try shown(keepingEmpty: true)
    #expect(
      try await shown.move(items[0], to: ItemPath(section: 2, item: 1))
        == ItemPath(section: 2, item: 1))
    #expect(try numbers(board.snapshot) == [[2], [3], [4, 1, 5]])
    #expect(
      try await shown.move(items[0], to: ItemPath(section: 1, item: 0))
        == ItemPath(section: 1, item: 0))
    #expect(try numbers(board.snapshot) == [[2], [3, 1], [4, 5]])
    try await board.apply(.undo())
    #expect(try numbers(board.snapshot) == [[2], [3], [4, 1, 5]])
    await shown.close()

    let sorted = try board.derived("sorted", version: "1").sections(of: board)
      .sorted { [.ascending($0.rank)] }
      .assigning(between: { note, before, _ in note.rank = (before?.rank ?? 0) + 1 }).open()
    #expect(try numbers(sorted.list.snapshot) == [[2], [3], [5, 4, 1]])
    #expect(
      try await sorted.move(items[0], to: ItemPath(section: 0, item: 0))
        == ItemPath(section: 0, item: 0))
    #expect(try numbers(board.snapshot) == [[2, 1], [3], [4, 5]])
    #expect(try numbers(sorted.list.snapshot) == [[1, 2], [3], [5, 4]])
    #expect(try board.snapshot.models(inSection: 0).map(\.rank) == [7, 1])
  }

  /// What is held stands elsewhere in the source, and a list may lag behind it.
  @Test func aMoveBesideWhatStandsElsewhereStaysInTheSection() async throws {
    let shown = try shown(keepingEmpty: true)
    shown.hold(items[0])
    try await board.change { _, draft in try draft.move(items[0], after: items[4]) }
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [[1], [], [4, 5]])
    // To the section in which it is already.
    try await shown.move(items[0], to: ItemPath(section: 2, item: 0))
    #expect(try numbers(board.snapshot) == [[2], [3], [1, 4, 5]])
    try await shown.move(items[0], to: ItemPath(section: 1, item: 0))
    try await shown.move(items[0], to: ItemPath(section: 1, item: 0))
    #expect(try numbers(board.snapshot) == [[2], [3, 1], [4, 5]])
    // Beside an item that is in another section.
    #expect(try numbers(shown.list.snapshot) == [[1], [], [4, 5]])
    try await shown.move(items[3], to: ItemPath(section: 0, item: 1))
    #expect(try numbers(board.snapshot) == [[2, 4], [3, 1], [5]])
  }

  @Test func aMoveToASectionWritesNoModel() async throws {
    for version in ["1", "2"] {
      let rows = try board.derived("rows", version: version) { "\($0.number)" }
        .sections(of: board).open()
      var batches = try board.batches().makeAsyncIterator()
      try await rows.move(items[0], to: ItemPath(section: 2, item: 0))
      let batch = try #require(try await batches.next())
      #expect(batch.changes.changeset.outline.updatedItems == [])
      #expect(batch.changes.changeset.outline.movedItems.count == 1)
      try await board.apply(.undo())
      await rows.close()
    }
  }

  @Test func aLimitInEachSectionIsOfTheSectionsOfTheList() async throws {
    let start = board.derived("first", version: "1")
    for definition in [start, start.where { _ in true }] {
      let first = try definition.limit(1, inEachSection: true).open()
      #expect(try first.list.snapshot.models().map(\.number) == [1])
      await first.close()
    }
    let each = try start.sections(of: board).limit(1, inEachSection: true).open()
    #expect(try numbers(each.list.snapshot) == [[1], [3], [4]])
  }

  @Test func aSearchedListHoldsWhatItsIndexDoesNot() async throws {
    let found = try board.derived("found", version: "1").sections(of: board)
      .search("folder") { $0.texts }.open()
    #expect(try numbers(found.list.snapshot) == [[1, 2], [3], [4, 5]])
    found.hold(items[2])
    try await board.change { _, draft in try draft.move(items[2], after: items[4]) }
    try await found.bringUpToDate()
    #expect(try numbers(found.list.snapshot) == [[1, 2], [3], [4, 5]])
    let revision = found.list.snapshot.revision
    try await board.change { _, draft in try draft.insertSection("next") }
    try await found.bringUpToDate()
    #expect(found.list.snapshot.revision == revision, "what is not shown makes no revision")
    try await found.release(items[2])
    #expect(try numbers(found.list.snapshot) == [[1, 2], [4, 5, 3]])
  }

  @Test func sectionsOfAnEarlierSourceAreNotTakenForNone() async throws {
    let start = board.derived("shown", version: "1").sections(of: board)
    let limited = try start.limit(3).open()
    let revision = limited.list.snapshot.revision
    await limited.close()
    let shown = try start.where { !$0.isHidden }.limit(3).open()
    #expect(try shown.list.snapshot.sectionModels() == ["todo", "done"])
    let error = #expect(throws: StorageError.self) {
      try shown.list.snapshot(at: revision).sectionModels()
    }
    #expect(error?.code == .compacted)
    #expect(error?.message.contains("list \"shown\": the journal does not say") == true)
  }

  @Test func otherSectionsAreRefused() async throws {
    let other = try Board(.stored(try #require(try store.list(named: "other"))))
    #expect(throws: StorageError.self) {
      try board.derived("shown", version: "1").sections(of: other).open()
    }
    // A list of another store, which has the same number there.
    let elsewhere = try #require(try SQLiteStore.inMemory().list(named: "board"))
    let stranger = try Board(.stored(elsewhere))
    #expect(throws: StorageError.self) {
      try board.derived("shown", version: "1").sections(of: stranger).open()
    }
    let shown = try shown()
    for definition in [
      board.derived("shown", version: "2").sections { $0.folder },
      board.derived("shown", version: "2").sections(of: other),
    ] {
      await #expect(throws: StorageError.self) { try await shown.redefine(definition) }
    }
    #expect(try numbers(shown.list.snapshot) == [[1], [4, 5]])
  }

  /// Sections of both kinds have numbers of their own, which are the same ones.
  @Test func anotherOpeningMayGroupOtherwise() async throws {
    for _ in 0..<2 {
      let byFolder = try board.derived("shown", version: "1")
        .sections { "\($0.folder) \($0.number % 2)" }.open()
      #expect(try byFolder.list.snapshot.sectionModels() == ["a 0", "a 1"])
      #expect(try numbers(byFolder.list.snapshot) == [[2, 4], [1, 3, 5]])
      var rows = try byFolder.list.snapshot.rows().notes
      let revision = byFolder.list.snapshot.revision
      await byFolder.close()
      let shown = try shown()
      #expect(try shown.list.snapshot.sectionModels() == ["todo", "done"])
      var batches = try shown.list.batches(after: revision).makeAsyncIterator()
      let batch = try #require(try await batches.next())
      rows = try rows.applying(batch.changes.operations)
      #expect(try rows == shown.list.snapshot.rows().notes)
      await shown.close()
    }
  }

  @Test func aForgottenBasisMakesSectionsAnew() async throws {
    await (try shown()).close()
    try board.removeRegisteredSubscriber(JournalSubscriber.derived("shown"))
    for number in 0..<10 {
      try await board.change { _, draft in
        try draft.update(sections[0], "todo \(number)")
        if number == 5 { try draft.move(sections[2], to: 0) }
        if number == 6 { try draft.remove(sections[1]) }
      }
    }
    try board.compact(JournalRetention(revisionCountMax: 1))
    let shown = try shown()
    #expect(try shown.list.snapshot.sectionModels() == ["done", "todo 9"])
    #expect(try numbers(shown.list.snapshot) == [[4, 5], [1]])
  }

  @Test func aHeldItemLeavesASectionThatIsGone() async throws {
    let shown = try shown()
    shown.hold(items[0])
    try await board.change { _, draft in try draft.move(items[0], after: items[3]) }
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [[1], [4, 5]])
    try await board.change { _, draft in try draft.remove(sections[0]) }
    try await shown.bringUpToDate()
    #expect(try numbers(shown.list.snapshot) == [[4, 1, 5]])
    try await shown.release(items[0])
    #expect(try numbers(shown.list.snapshot) == [[4, 1, 5]])
    #expect(shown.failure == nil)
  }

  @Test func aDerivedListHasSectionsToKeepAsWell() async throws {
    let byFolder = try board.derived("by folder", version: "1")
      .sections { $0.number < 4 ? "low" : "high" }.open()
    let shown = try byFolder.list.derived("shown", version: "1").where { $0.number % 2 == 0 }
      .sections(of: byFolder.list).open()
    #expect(try shown.list.snapshot.sectionModels() == ["high", "low"])
    try await board.change { _, draft in try draft.update(items[1]) { $0.number = 6 } }
    try await byFolder.bringUpToDate()
    try await shown.bringUpToDate()
    #expect(try shown.list.snapshot.sectionModels() == ["high"])
    #expect(try numbers(shown.list.snapshot) == [[6, 4]])
  }
}
