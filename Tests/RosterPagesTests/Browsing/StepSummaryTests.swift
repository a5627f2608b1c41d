import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterTestKit
import Testing

@testable import RosterPages

/// What users are told of an undo or redo.
struct StepSummaryTests {
  private typealias List = ListDataSource<JSONValue, JSONValue, Never>

  private let folder: TemporaryFolder
  private let list: List

  init() async throws {
    folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    let storage = try #require(try store.list(named: "test"))
    list = try List(
      storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
    try await list.apply(Changeset { $0.insertSection(at: 0, "first") })
  }

  private func step(_ direction: HistoryDirection) async throws -> String {
    let batches = try await list.apply(.step(direction), by)
    return StepSummary(direction, batches, of: list).description
  }

  private let by = ChangeAnnotation(origin: "page")

  private func insert(_ model: JSONValue, _ annotation: ChangeAnnotation) async throws {
    try await list.apply(
      Changeset { $0.insertItem(model, at: ItemPath(section: 0, item: 0)) }, annotation)
  }

  @Test func changeIsNamedWithItsMakerAndWhatItDid() async throws {
    try await insert("a", ChangeAnnotation(origin: "alice"))
    #expect(try await step(.undo) == #"undid revision 2 by "alice": 1 item inserted"#)
    #expect(
      try await step(.redo) == #"redid what revision 3 by "page" had undone: 1 item inserted"#)
    await list.close()
  }

  @Test func aNameIsCutByItsBytesAndEndsAtItsQuotationMark() async throws {
    // A single character.
    try await insert(
      "a", ChangeAnnotation(origin: "a" + String(repeating: "\u{301}", count: 9_999)))
    let long = try await step(.undo)
    #expect(long.utf8.count < 120)
    #expect(long.hasSuffix("…\": 1 item inserted"))
    try await insert("b", ChangeAnnotation(origin: #"al"ice"#))
    #expect(try await step(.undo) == #"undid revision 4 by "al\"ice": 1 item inserted"#)
    await list.close()
  }

  @Test func changesOfAGroupAreNamedTogether() async throws {
    try await insert("a", ChangeAnnotation(origin: "alice", group: "g"))
    try await insert("b", ChangeAnnotation(origin: "bob", group: "g"))
    #expect(try await step(.undo) == #"undid revisions 2 to 3 by "alice", "bob": 2 items inserted"#)
    await list.close()
  }

  @Test func changeWithoutAnOriginIsNamedByItsRevision() async throws {
    #expect(try await step(.undo) == "undid revision 1: 1 section inserted")
    await list.close()
  }
}
