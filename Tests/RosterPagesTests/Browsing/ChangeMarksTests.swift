import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterTestKit
import Testing

@testable import RosterPages

/// Which items have changed since a user last looked.
struct ChangeMarksTests {
  private typealias List = ListDataSource<JSONValue, JSONValue, Never>

  private let folder: TemporaryFolder
  private let list: List

  init() async throws {
    folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    let storage = try #require(try store.list(named: "test"))
    list = try List(
      storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
  }

  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  /// The items with their signs.
  private func signs(_ marks: ChangeMarks) throws -> String {
    let snapshot = list.snapshot
    let signs: [ChangeMarks.Mark: String] = [.inserted: "+", .updated: "~", .moved: "→"]
    return try snapshot.models(inSection: 0, 0..<snapshot.itemCount).enumerated()
      .map { index, model in
        let item = try #require(try snapshot.state.itemID(at: path(index)))
        let sign = marks.mark(of: item).flatMap { signs[$0] } ?? ""
        return sign + (model.stringValue ?? "")
      }.joined(separator: " ")
  }

  @Test func itemsAreMarkedByWhatHasBecomeOfThem() async throws {
    var marks = ChangeMarks()
    let first = try await list.apply(
      Changeset<JSONValue, JSONValue> {
        $0.insertSection(at: 0)
        $0.insertItems(["A", "B", "C", "D"], at: path(0))
      })
    try marks.take(first.changes)
    #expect(try signs(marks) == "+A +B +C +D")
    marks.removeAll()
    #expect(try signs(marks) == "A B C D" && marks.isEmpty)
    let second = try await list.apply(
      Changeset<JSONValue, JSONValue> {
        $0.updateItem(at: path(1), "b")
        $0.insertItem("X", at: path(3))
        $0.moveItem(from: path(3), to: path(0))
      })
    try marks.take(second.changes)
    #expect(try signs(marks) == "→D A ~b +X C")
    #expect(try marks.offsets(in: list.snapshot.state) == [0, 2, 3])
    // What is new stays so, and what has moved is read again when it is updated.
    let third = try await list.apply(
      Changeset<JSONValue, JSONValue> {
        $0.updateItem(at: path(0), "d")
        $0.updateItem(at: path(3), "x")
        $0.removeItem(at: path(1))
      })
    try marks.take(third.changes)
    #expect(try signs(marks) == "~d ~b +x C")
    // What the list no longer has is nowhere.
    let former = try #require(try list.snapshot.state.itemID(at: path(1)))
    try await list.apply(Changeset<JSONValue, JSONValue> { $0.removeItem(at: path(1)) })
    #expect(marks.mark(of: former) == .updated)
    #expect(try marks.offsets(in: list.snapshot.state) == [0, 1])
    await list.close()
  }

  @Test func listThatWasFilledAnewHasNoMarks() async throws {
    var marks = ChangeMarks()
    let batch = try await list.apply(
      Changeset<JSONValue, JSONValue> {
        $0.insertSection(at: 0)
        $0.insertItems((0..<1_001).map { .number(Double($0)) }, at: path(0))
      })
    try marks.take(batch.changes)
    #expect(marks.isEmpty)
    await list.close()
  }

  @Test func marksOfTheLastBatchStayIfThereAreTooMany() async throws {
    var marks = ChangeMarks()
    let first = try await list.apply(
      Changeset<JSONValue, JSONValue> {
        $0.insertSection(at: 0)
        $0.insertItems((0..<1_000).map { .number(Double($0)) }, at: path(0))
      })
    try marks.take(first.changes)
    let old = try #require(try list.snapshot.state.itemID(at: path(0)))
    #expect(marks.mark(of: old) == .inserted)
    let second = try await list.apply(
      Changeset<JSONValue, JSONValue> { $0.insertItem("X", at: path(0)) })
    try marks.take(second.changes)
    let new = try #require(try list.snapshot.state.itemID(at: path(0)))
    #expect(marks.mark(of: new) == .inserted && marks.mark(of: old) == nil)
    await list.close()
  }

  @Test func pathsAreReadAsTheyAreWritten() async throws {
    try await list.apply(
      Changeset<JSONValue, JSONValue> {
        $0.insertSection(at: 0)
        $0.insertItems(["A", "B"], at: path(0))
      })
    let state = list.snapshot.state
    #expect(state.path(written: "0:1") == path(1))
    for text in [
      "0:2", "1:0", "-1:0", "0:", ":1", "0", "0:0:0", "x:0", "", "0:99999999999999999999",
    ] {
      #expect(state.path(written: text) == nil, "\(text)")
    }
    await list.close()
  }
}
