import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterInspecting

/// A list that is open in the same process says more than its file.
struct LiveListTests {
  private struct Row: Component, Equatable {
    struct State: ComponentState {
      var isOpen = false
    }

    static let typeName = "Row"
    var text: String
    func initialState() -> State { State() }
    func body(_ scope: Scope<Self>) -> Node<Never> {
      ViewNode("label").attribute("text", .string(text))
    }
  }

  @Test func whatFailedIsKept() async throws {
    let recent = RecentModifications(countMax: 4)
    var configuration = DataSourceConfiguration()
    configuration.listeners = [recent]
    let inspected = try InspectedList(.file, configuration)
    for number in 0..<40 {
      try inspected.apply(origin: "origin \(number)") { $0.insertSection(at: 0) }
      #expect(throws: DataSourceError.self) {
        try inspected.apply(origin: "bad \(number)") { $0.removeSection(at: 1_000) }
      }
    }
    let inspector = try InspectedList.inspector(
      inspected.path, live: LiveList(plain: inspected.list, recent: recent))
    await inspected.list.close()
    let answer = try inspector.ask("pending")
    #expect(answer["live"] == true && answer["pendingCount"] == 0 && answer["revision"] == 40)
    let failed = try #require(answer["recent"]?["failed"]?.arrayValue)
    let finished = try #require(answer["recent"]?["finished"]?.arrayValue)
    for kept in [failed, finished] { #expect((4...8).contains(kept.count)) }
    #expect(failed[0]["origin"] == "bad 39" && failed[0]["state"] == "refused")
    #expect(failed[0]["error"]?.stringValue?.isEmpty == false)
    #expect(finished[0]["origin"] == "origin 39" && finished[0]["revision"] == 40)
    #expect(answer["recent"]?["waitingCount"] == 0)
  }

  @Test func withoutALiveListNothingIsPending() throws {
    let inspected = try InspectedList()
    #expect(try inspected.ask("pending") == ["live": false])
  }

  @Test func aListThatIsReleasedIsNotKept() throws {
    let inspected = try InspectedList()
    let live: LiveList
    do {
      let list = try InspectedList.open(IdentifiedStorage(inspected.storage))
      live = LiveList(plain: list)
      #expect(live.json["live"] == true)
    }
    #expect(live.json == ["live": false])
  }

  @Test func treesAreDumpedAndExtentsShown() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "list.sqlite")
    let storage = try #require(try SQLiteStore(path: path).list(named: "main"))
    var configuration = DataSourceConfiguration()
    configuration.components.workingRange = WorkingRange(ahead: .items(2), behind: .items(1))
    let list = try ComponentList<JSONValue, JSONValue, Never>(
      storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec(),
      configuration: configuration
    ) { model, _ in Row(text: model.stringValue ?? "") }
    try await list.apply(
      JSONChangeset {
        $0.insertSection(at: 0)
        $0.insertItems(["a", "b"], at: ItemPath(section: 0, item: 0))
      })
    let inspector = try InspectedList.inspector(path, live: LiveList(list))
    let row = try inspector.ask("row", ["key": "i2"])
    let dump = try #require(row["tree"]?.stringValue)
    #expect(dump.contains("<Row>") && dump.contains("text=\"b\""))
    #expect(row["treeRevision"] == 1)
    let pending = try inspector.ask("pending")
    #expect(pending["extents"]?["axis"] == "vertical")
    #expect(pending["workingRange"]?["ahead"] == ["items": 2])
    #expect(pending["workingRange"]?["entered"] != nil)
    await list.close()
  }
}
