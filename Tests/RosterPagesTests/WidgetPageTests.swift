import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterStore
import RosterTestKit
import RosterTestSupport
import RosterWidgets
import Testing

@testable import RosterPages

/// A button that remembers whether it is pressed, as that of the example.
private struct LikeButton: Component, Equatable {
  struct State: ComponentState {
    var isLiked = false
  }

  static let typeName = "LikeButton"

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    Button(
      scope.state.isLiked ? "liked" : "like",
      action: scope.edit("like") { state in state.isLiked.toggle() }
    )
    .selected(scope.state.isLiked)
  }
}

private struct PostRow: Component, Equatable {
  static let typeName = "PostRow"

  let text: String

  func body(_ scope: Scope<Self>) -> Node<String> {
    ViewNode("box") {
      Flex(.row) {
        Text(text, .headline)
        LikeButton()
        Button("remove", action: scope.send("remove", "remove \(text)"))
      }
      Spinner()
    }
    Divider()
  }
}

/// Rows of the components that are there to begin with, in the looks of a page: what the example serves.
@Suite struct WidgetPageTests {
  private typealias List = ComponentList<String, String, String>

  private static let like: JSONValue = ["row": "i2", "view": [0, 1], "name": "tap"]
  private static let remove: JSONValue = ["row": "i2", "view": [0, 2], "name": "tap"]

  /// Serves three posts to a client that has been sent all of them.
  private func with(_ body: (List, Client) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    let storage = try #require(try store.list(named: "feed"))
    var configuration = DataSourceConfiguration()
    configuration.components.environment.style = .page
    let list = try List(
      storage: storage, codec: TextCodec(), sectionCodec: TextCodec(), configuration: configuration
    ) { text, _ in
      PostRow(text: text)
    }
    try await list.apply(ListRows<String, String>(counts: [3]).asInsertion)
    let site = ListSite()
    site.add(list, named: "feed", allowsEdits: true)
    let session = try site.openSession(at: ["lists", "feed", "feed"])
    let client = Client(try #require(session as? ListSession))
    try client.send(["hello": [1], "count": 20])
    try await client.take()
    try await body(list, client)
    site.close()
    await list.close()
  }

  /// Takes updates until the page has the revision of the list.
  private func catchUp(_ client: Client, with list: List) async throws {
    while client.page.revision < list.snapshot.revision {
      try await client.takeOne()
      try client.shown()
    }
  }

  /// The boxes of a class in a row, from the outside in.
  private func boxes(_ name: JSONValue, in row: ModelPage.Row?) -> [JSONValue] {
    func inside(_ boxes: [JSONValue]) -> [JSONValue] {
      boxes.flatMap { box in
        (box["class"] == name ? [box] : []) + inside(box["children"]?.arrayValue ?? [])
      }
    }
    return inside(row?.content["views"]?.arrayValue ?? [])
  }

  @Test func tapChangesTheStateAndOnlyItsRowIsSentAgain() async throws {
    try await with { list, client in
      #expect(client.page.rows.map(\.key) == ["h1", "i1", "i2", "i3", "f1"])
      let former = client.page.rows
      for title: JSONValue in ["liked", "like"] {
        let answer = try await client.ask(1, ["event": Self.like])
        #expect(answer == ["id": 1, "done": true])
        try await catchUp(client, with: list)
        #expect(client.page.receivedKeys == ["i2"])
        let button = try #require(boxes("button", in: client.page.rows[2]).first)
        #expect(button["attributes"]?["title"] == title)
        #expect((button["attributes"]?["selected"] == true) == (title == "liked"))
      }
      #expect(client.page.rows == former)
    }
  }

  @Test func messageOfARowArrivesAtTheApplication() async throws {
    try await with { list, client in
      var messages = list.messages().makeAsyncIterator()
      let answer = try await client.ask(1, ["event": Self.remove])
      #expect(answer == ["id": 1, "done": true])
      let message = try #require(await messages.next())
      #expect(message.item == ItemID(rawValue: 2) && message.message.hasPrefix("remove "))
      try await list.apply(
        Changeset<String, String> { $0.removeItem(at: ItemPath(section: 0, item: 1)) })
      try await catchUp(client, with: list)
      #expect(client.page.rows.map(\.key) == ["h1", "i1", "i3", "f1"])
      #expect(client.page.receivedKeys == [])
    }
  }

  @Test func onlySizesThatTheBrowserCannotKnowAreSent() async throws {
    try await with { _, client in
      let row = client.page.rows[1]
      #expect(boxes("text", in: row).map { $0["measured"] } == [true])
      #expect(boxes("button", in: row).map { $0["measured"] } == [true, true])
      #expect(boxes("spinner", in: row).map { $0["measured"] } == [[20, 20]])
    }
  }

  @Test func styleSheetNamesTheClassesThatTheBrowserMeasures() throws {
    let text = PageResource.viewsCSS.text
    let rule = try #require(text.firstMatch(of: /\.roster-measured:not\(([^)]*,[^)]*)\)/))
    let classes = rule.1.matches(of: /\.roster-([a-z]+)/).map { String($0.1) }
    #expect(classes.count == ViewSpec.classesMeasuredByPage.count)
    #expect(Set(classes) == ViewSpec.classesMeasuredByPage)
  }

  @Test func coloursAreThoseOfThePage() async throws {
    try await with { _, client in
      let text = try #require(boxes("text", in: client.page.rows[1]).first)
      #expect(text["attributes"]?["color"] == "text")
    }
  }
}
