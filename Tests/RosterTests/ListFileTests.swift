import Roster
import RosterTestSupport
import Testing

/// Opening a list in a file with one import and one call.
struct ListFileTests {
  private struct Note: Codable, Equatable {
    var text: String
  }

  private typealias Notes = ListDataSource<Note, String, Never>

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
    let notes = try Notes(file: path, list: "notes", durability: .full)
    try await notes.apply(firstNote)
    await notes.close()
    let snapshot = try Notes(file: path, list: "notes").snapshot
    #expect(snapshot.revision == 1)
    #expect(try snapshot.sectionModels() == ["today"])
    #expect(try snapshot.models(inSection: 0) == [Note(text: "milk")])
  }

  @Test func generatorSeesInsertedItems() async throws {
    let notes = try ListDataSource<Note, String, Int>(file: path, list: "notes") { note, _ in
      note.text.count
    }
    let batch = try await notes.apply(firstNote)
    #expect(batch.outputs.map(\.output) == [4])
  }

  @Test func listsInOneFileAreIndependent() async throws {
    let first = try Notes(file: path, list: "first")
    let second = try Notes(file: path, list: "second")
    try await first.apply(firstNote)
    #expect(first.snapshot.revision == 1)
    #expect(second.snapshot.revision == 0)
    try await second.apply(firstNote)
    #expect(second.snapshot.revision == 1)
  }

  @Test func folderIsNotOpened() throws {
    let path = folder.path(of: "")
    let error = #expect(throws: StorageError.self) { try Notes(file: path, list: "notes") }
    #expect(error?.code == .unreadable)
  }
}
