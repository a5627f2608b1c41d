import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterTestKit
import Testing

@testable import RosterPages

/// A list at an earlier revision is what it was then, and stays so.
struct PastStorageTests {
  private typealias Browsed = ComponentList<JSONValue, JSONValue, Never>

  private func open(_ storage: any ListStorage) throws -> Browsed {
    let template = try RowTemplate("{.}")
    return try Browsed(
      storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec(),
      configuration: DataSourceConfiguration(),
      header: { model, _ in TemplateHeader(model, template).map { Node($0) } }
    ) { model, _ in
      TemplateRow(model, template)
    }
  }

  /// The first text in a tree of views.
  private func text(_ views: [ViewTree]) -> String? {
    for view in views {
      if let text = view.spec.attributes["text"]?.stringValue ?? text(view.children) { return text }
    }
    return nil
  }

  @Test func earlierRevisionIsShownAsItWas() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    let storage = try #require(try store.list(named: "test"))
    let live = try open(storage)
    let item = ItemPath(section: 0, item: 0)
    try await live.apply(
      Changeset<JSONValue, JSONValue> {
        $0.insertSection(at: 0, "first")
        $0.insertItem("a", at: item)
      })
    try await live.apply(
      Changeset<JSONValue, JSONValue> {
        $0.updateSection(at: 0, "second")
        $0.updateItem(at: item, "b")
      })
    let state = try live.snapshot(at: 1).state
    let past = try open(PastStorage(of: storage, as: state))
    #expect(past.snapshot.revision == 1)
    #expect(try past.snapshot.model(at: item) == "a")
    #expect(try past.snapshot.sectionModel(at: 0) == "first")
    let rows = try past.outputs(inSection: 0, 0..<1)
    #expect(rows.map { text($0.output.views) } == ["a"])
    let header = try past.supplement(.header(of: .index(0)))
    #expect(header.flatMap { text($0.output?.views ?? []) } == "first")
    #expect(try live.snapshot.model(at: item) == "b")
    await #expect(throws: (any Error).self) {
      try await past.apply(
        Changeset<JSONValue, JSONValue> { $0.removeItem(at: item) })
    }
    #expect(try storage.load().revision == 2)
    #expect(try PastStorage(of: storage, as: state).journal(after: 1, limit: 9).isEmpty)
    #expect(try PastStorage(of: storage, as: state).journal(after: 0, limit: 9).count >= 1)
    await past.close()
    await live.close()
  }
}
