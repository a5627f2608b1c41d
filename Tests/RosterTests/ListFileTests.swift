import Roster
import RosterComponentLists
import RosterComponents
import RosterTestKit
import RosterTestSupport
import Testing

/// Opening a list in a file with one import and one call.
struct ListFileTests {
  private struct Note: Codable, Equatable {
    var text: String
  }

  private typealias Notes = ListDataSource<Note, String, Never>

  /// A note that can be ticked off.
  private struct NoteRow: Component {
    struct State: ComponentState {
      var isDone = false
    }

    static let typeName = "NoteRow"
    static let path = ScopePath([ScopeKey(typeName: "NoteRow")])

    let note: Note

    func initialState() -> State { State() }

    func body(_ scope: Scope<NoteRow>) -> Node<String> {
      ViewNode("row")
        .attribute("text", .string(note.text))
        .attribute("isDone", .bool(scope.state.isDone))
        .on(
          .tap,
          scope.action("tick") { state in
            state.isDone.toggle()
            return "\(note.text) is \(state.isDone ? "done" : "to be done")"
          })
    }
  }

  private func openRows() throws -> ComponentList<Note, String, String> {
    try ComponentList(.file(path, list: "notes")) { note, _ in NoteRow(note: note) }
  }

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "notes.sqlite")
  }

  private var firstNote: Changeset<Note, String> {
    Changeset {
      $0.insertSection(at: 0, "today")
      $0.insertItem(Note(text: "milk"), at: ItemPath(section: 0, item: 0))
    }
  }

  @Test func listIsThereAfterReopening() async throws {
    let notes = try Notes(.file(path, list: "notes", durability: .full))
    try await notes.apply(firstNote)
    await notes.close()
    let snapshot = try Notes(.file(path, list: "notes")).snapshot
    #expect(snapshot.revision == 1)
    #expect(try snapshot.sectionModels() == ["today"])
    #expect(try snapshot.models(inSection: 0) == [Note(text: "milk")])
  }

  @Test func theFingerprintIsThatOfTheModelsAsJSON() async throws {
    let notes = try Notes(.file(path, list: "notes"))
    #expect(try notes.snapshot.fingerprint() == Fingerprint().hex)
    try await notes.apply(firstNote)
    try await notes.apply(Changeset { $0.insertSection(at: 1) })
    var expected = Fingerprint()
    expected.addSection(model: "today")
    expected.addItem(model: ["text": "milk"])
    expected.addSection(model: nil)
    #expect(try notes.snapshot.fingerprint() == expected.hex)
    #expect(try notes.snapshot(at: 1).fingerprint() != expected.hex)
    // Who the items are does not matter, and where they stand does.
    try await notes.apply(Changeset { $0.removeSection(at: 0) })
    try await notes.apply(firstNote)
    #expect(try notes.snapshot.fingerprint() == expected.hex)
    try await notes.apply(
      Changeset {
        $0.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 1, item: 0))
      })
    #expect(try notes.snapshot.fingerprint() != expected.hex)
  }

  @Test func generatorSeesInsertedItems() async throws {
    let notes = try ListDataSource<Note, String, Int>(.file(path, list: "notes")) { note, _ in
      note.text.count
    }
    let batch = try await notes.apply(firstNote)
    #expect(batch.items.map(\.output) == [4])
  }

  @Test func componentsAreAsTheyWereAfterReopening() async throws {
    let notes = try openRows()
    let messages = notes.messages()
    let batch = try await notes.apply(firstNote)
    let row = try #require(batch.items.first)
    let tap = try #require(row.output.views.first?.events[.tap])
    let outcome = try await notes.apply(.actions(tap, in: .id(row.id)))
    #expect(outcome.batch?.items.count == 1)
    await notes.close()
    for await message in messages { #expect(message.message == "milk is done") }

    let reopened = try openRows()
    let tree = try reopened.output(of: row.id)
    #expect(tree?.state(of: NoteRow.self, at: NoteRow.path)?.isDone == true)
    #expect(tree?.views == outcome.batch?.items.first?.output.views)
    await reopened.close()
  }

  @Test func listsInOneFileAreIndependent() async throws {
    let first = try Notes(.file(path, list: "first"))
    let second = try Notes(.file(path, list: "second"))
    try await first.apply(firstNote)
    #expect(first.snapshot.revision == 1)
    #expect(second.snapshot.revision == 0)
    try await second.apply(firstNote)
    #expect(second.snapshot.revision == 1)
  }

  @Test func listOfAStoreIsThatOfItsFile() async throws {
    let notes = try Notes(.file(path, list: "notes"))
    try await notes.apply(firstNote)
    await notes.close()
    let list = try #require(try SQLiteStore(path: path).list(named: "notes"))
    let stored = try Notes(.stored(list))
    #expect(try stored.snapshot.fingerprint() == notes.snapshot.fingerprint())
    await stored.close()
  }

  @Test func listOfAStoreIsOpenedWithItsCodecs() async throws {
    let store = try SQLiteStore(path: path)
    let list = try #require(try store.list(named: "lines"))
    let lines = try ListDataSource<String, String, Never>(
      storage: list, codec: TextCodec(), sectionCodec: TextCodec())
    try await lines.apply(
      Changeset {
        $0.insertSection(at: 0, "today")
        $0.insertItem("milk", at: ItemPath(section: 0, item: 0))
      })
    await lines.close()
    let lengths = try ListDataSource<String, String, Int>(
      storage: list, codec: TextCodec(), sectionCodec: TextCodec()
    ) { line, _ in line.count }
    #expect(try lengths.outputs(inSection: 0).map(\.output) == [4])
    await lengths.close()
    let rows = try ComponentList<String, String, String>(
      storage: list, codec: TextCodec(), sectionCodec: TextCodec()
    ) { line, _ in NoteRow(note: Note(text: line)) }
    let row = try #require(try rows.outputs(inSection: 0).first)
    #expect(row.output.views.first?.spec.attributes["text"] == "milk")
    await rows.close()
  }

  @Test func folderIsNotOpened() throws {
    let path = folder.path(of: "")
    let error = #expect(throws: StorageError.self) { try Notes(.file(path, list: "notes")) }
    #expect(error?.code == .unreadable)
  }
}
