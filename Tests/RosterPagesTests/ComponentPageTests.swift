import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterPages

/// A text and a button that counts.
private struct Counter: Component, Equatable {
  struct State: ComponentState {
    var count = 0
  }

  static let typeName = "Counter"

  let text: String

  func initialState() -> State { State() }

  func body(_ scope: Scope<Counter>) -> Node<String> {
    let text = text
    let count = scope.action("count") { (state: inout State, number: Int) -> String? in
      state.count += number
      return "\(text) \(state.count)"
    }
    ViewNode("box") {
      ViewNode("text").attribute("text", .string(text))
      Flex(.row) {
        ViewNode("button").attribute("title", .string("\(scope.state.count)")).on(.tap, count)
      }
    }
  }
}

/// A text of the environment.
private struct Surrounded: Component, Equatable {
  struct Word: ComponentEnvironmentKey {
    static let defaultValue = "before"
  }

  static let typeName = "Surrounded"

  func body(_ scope: Scope<Surrounded>) -> Node<String> {
    ViewNode("text").attribute("text", .string(scope.environment(Word.self)))
  }
}

/// Lists of components: their views, and what the user does.
@Suite struct ComponentPageTests {
  private typealias List = ComponentList<String, String, String>

  private func with(
    allowsEdits: Bool = true, _ body: (List, ListSite, Client) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    let storage = try #require(try store.list(named: "test"))
    let list = try List(
      storage: storage, codec: TextCodec(), sectionCodec: TextCodec(),
      header: { text, _ in Node { ViewNode("text").attribute("text", .string(text)) } }
    ) { text, _ in
      Counter(text: text)
    }
    try await list.apply(ListRows<String, String>(counts: [3, 2]).asInsertion)
    let site = ListSite()
    site.add(list, named: "test", allowsEdits: allowsEdits) { .string($0) }
    let session = try site.openSession(at: ["lists", "test", "feed"])
    let client = Client(try #require(session as? ListSession))
    try client.send(["hello": [1], "count": 20])
    try await client.take()
    try await body(list, site, client)
    site.close()
    await list.close()
  }

  private func title(_ row: ModelPage.Row?) -> JSONValue? {
    row?.content["views"]?.arrayValue?.first?["children"]?.arrayValue?.last?["children"]?
      .arrayValue?.first?["attributes"]?["title"]
  }

  @Test func rowsAreTheBoxesOfComponents() async throws {
    try await with { _, _, client in
      #expect(client.greeting["look"] == "views" && client.greeting["search"] == true)
      #expect(
        client.page.rows.map(\.key) == ["h1", "i1", "i2", "i3", "f1", "h2", "i4", "i5", "f2"])
      #expect(client.page.rows[0].content["views"]?.arrayValue?.count == 1)
      #expect(client.page.rows[4].content == [:])
      #expect(title(client.page.rows[1]) == "0")
    }
  }

  /// Item 2 counts to 5; then an item comes and the first one goes; then the last one of the section goes.
  @Test func viewsAreThoseOfTheRevisionThatIsShown() async throws {
    try await with { list, site, client in
      #expect(client.greeting["past"] == true)
      let event: JSONValue = ["row": "i2", "view": [0, 1], "name": "tap", "values": [5]]
      let performed = try await client.ask(1, ["event": event])
      #expect(performed["done"] == true)
      try await list.apply(
        Changeset {
          $0.removeItem(at: ItemPath(section: 0, item: 0))
          $0.insertItem("new", at: ItemPath(section: 0, item: 0))
        }, ChangeAnnotation(origin: "alice"))
      try await list.apply(Changeset { $0.removeItem(at: ItemPath(section: 0, item: 2)) })
      await site.list(named: "test")?.feed.hasTold(4)
      try await client.take()
      func items() -> [String] {
        client.page.rows.filter { $0.kind == "item" }.map { row in
          [row.key, title(row)?.stringValue, row.content["mark"]?.stringValue]
            .compactMap(\.self).joined(separator: " ")
        }
      }
      #expect(items() == ["i6 0", "i2 5", "i4 0", "i5 0"])
      let told = try await client.show(["at": 3])
      #expect(
        told["past"]?["summary"] == #"revision 3 by "alice": 1 item inserted, 1 item removed"#)
      #expect(items() == ["i6 0 inserted", "i2 5", "i3 0", "i4 0", "i5 0"])
      try await client.show(["at": 2])
      #expect(items() == ["i1 0", "i2 5", "i3 0", "i4 0", "i5 0"])
      try await client.show(["at": 1])
      #expect(
        items() == (1...5).map { "i\($0) 0 inserted" }, "states are those of the revision, too")
      #expect(client.page.rows[0].content["views"]?.arrayValue?.count == 1)
      // What is asked is about that revision, and nothing is changed.
      let found = try await client.ask(2, ["find": ["text": "0.0"]])
      #expect(found["found"]?["key"] == "i1")
      let copied = try await client.ask(3, ["copy": ["from": "i1", "to": "i2"]])
      #expect(copied["text"] == "0.0\n0\n0.1\n0")
      let questions: [JSONObject] = [["event": event], ["undo": true], ["foresee": "undo"]]
      for (id, question) in questions.enumerated() {
        let answer = try await client.ask(10 + id, question)
        #expect(
          answer["refused"]?.stringValue?.hasPrefix("revision 1 stays as it was") == true)
      }
      #expect(list.snapshot.revision == 4)
      let refused = try await client.ask(20, ["model": "i6"])
      #expect(refused["refused"] != nil, "it was not there then")
      try await client.show([:])
      #expect(items() == ["i6 0", "i2 5", "i4 0", "i5 0"])
    }
  }

  /// The same list, of which one site shows the first section only.
  @Test func partsOfAListHaveAPastOfTheirOwn() async throws {
    try await with { list, site, _ in
      try await list.apply(Changeset { $0.removeItem(at: ItemPath(section: 0, item: 0)) })
      let whole = ComponentSource(list: list, searchedValue: nil, pictures: PagePictures())
      let part = ComponentSource(
        list: list, searchedValue: nil, sectionCount: 1, pictures: PagePictures())
      let feeds = [
        try await site.pasts.feed(at: 1, of: whole, near: nil) { _ in true },
        try await site.pasts.feed(at: 1, of: part, near: nil) { _ in true },
      ]
      #expect(feeds.map(\.source.present.state.sectionCount) == [2, 1])
      let again = try await site.pasts.feed(at: 1, of: whole, near: nil) { _ in true }
      #expect(again === feeds[0])
    }
  }

  @Test func listsOfComponentsAreNotSortedInThePastEither() async throws {
    try await with { _, site, client in
      site.setQueryStore { try SQLiteStore.inMemory() }
      let told = try await client.ask(query: ["at": 0, "sort": ["column": "t"]])
      #expect(told["refused"] == "this list can be neither sorted nor filtered")
      try await client.show(["at": 0])
      #expect(client.page.rows.isEmpty)
    }
  }

  @Test func pageUndoesWhatWasDoneInTheSourceOfItsList() async throws {
    let store = try SQLiteStore.inMemory()
    let inbox = try ListDataSource<String, String, Never>(
      storage: try #require(try store.list(named: "inbox")), codec: TextCodec(),
      sectionCodec: TextCodec())
    let unread = (
      name: "unread",
      list: try List(
        storage: try #require(try store.list(named: "unread")), codec: TextCodec(),
        sectionCodec: TextCodec()
      ) { text, _ in Counter(text: text) }
    )
    for revision in 1...2 {
      try await inbox.change(ChangeAnnotation(origin: "alice \(revision)")) { _, change in
        try change.append("\(revision)")
      }
    }
    try await unread.list.apply(ListRows<String, String>(counts: [1]).asInsertion)
    // begin example
    let page = SitePage(unread.list, title: "Unread", allowsEdits: true).undoing(inbox)
    // end example
    let served = page.served(named: unread.name, PagePictures())
    let session = try served.feed.attach { present in
      ListSession(served.feed, served.description, present, onSend: nil)
    }
    let client = Client(session)
    try client.send(["hello": [1], "count": 20])
    try await client.take()
    let foreseen = try await client.ask(1, ["foresee": "undo"])
    #expect(foreseen["foreseen"] == #"undo revision 2 by "alice 2": 1 item inserted"#)
    _ = try await client.ask(2, ["undo": [2]])
    _ = try await client.ask(3, ["undo": true])
    #expect(inbox.snapshot.itemCount == 0 && unread.list.snapshot.itemCount == 1)
    _ = try await client.ask(4, ["redo": true])
    #expect(try inbox.snapshot.models() == ["1"])
    #expect(unread.list.snapshot.revision == 1)
    await unread.list.close()
    await inbox.close()
  }

  /// Another environment makes no revision, so nothing later says that it was missed.
  @Test func environmentThatChangesAsSoonAsRowsWereSentIsShown() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    let storage = try #require(try store.list(named: "test"))
    let list = try List(storage: storage, codec: TextCodec(), sectionCodec: TextCodec()) { _, _ in
      Surrounded()
    }
    try await list.apply(ListRows<String, String>(counts: [2]).asInsertion)
    let served = SitePage(list, title: "test").served(named: "test", PagePictures())
    let session = try served.feed.attach { present in
      ListSession(served.feed, served.description, present, onSend: nil)
    }
    let client = Client(session)
    func words() -> [JSONValue?] {
      client.page.rows.filter { $0.kind == "item" }.map { row in
        row.content["views"]?.arrayValue?.first?["attributes"]?["text"]
      }
    }
    try client.send(["hello": [1], "count": 20])
    try await client.take()
    #expect(words() == ["before", "before"])
    var environment = ComponentEnvironment()
    environment[Surrounded.Word.self] = "after"
    try list.applySynchronously(.configuration(.environment(environment)))
    // The task that follows the list begins only now.
    served.feed.start()
    try await list.apply(Changeset { $0.removeItem(at: ItemPath(section: 0, item: 1)) })
    while client.page.revision < list.snapshot.revision {
      try await client.takeOne()
      try client.shown()
    }
    #expect(words() == ["after"])
    served.feed.stop()
    await list.close()
  }

  @Test func eventsArePerformedAndMessagesArrive() async throws {
    try await with { list, _, client in
      let messages = list.messages()
      let event: JSONValue = ["row": "i2", "view": [0, 1], "name": "tap", "values": [5]]
      let answer = try await client.ask(1, ["event": event])
      #expect(answer == ["id": 1, "done": true])
      for await message in messages {
        #expect(message.message == "0.1 5" && message.item == ItemID(rawValue: 2))
        break
      }
      let received = client.page.receivedCount
      while client.page.revision < list.snapshot.revision {
        if client.page.number > 0 { try client.shown() }
        try await client.takeOne()
      }
      #expect(title(client.page.rows[2]) == "5")
      // The boxes between views do not count in addresses.
      #expect(client.page.receivedCount == max(received, 10))
      for wrong: JSONValue in [
        ["row": "i2", "view": [0, 0], "name": "tap"], ["row": "i2", "view": [7], "name": "tap"],
        ["row": "i2", "view": [], "name": "tap"], ["row": "i99", "view": [0, 1], "name": "tap"],
        ["row": "i2", "view": [0, -1], "name": "tap"], ["row": "f1", "view": [0], "name": "tap"],
        ["row": "i2", "view": [0, 1], "name": "tap", "values": ["no number"]],
      ] {
        let answer = try await client.ask(2, ["event": wrong])
        #expect(answer["refused"] != nil, "\(wrong.canonicalText)")
      }
    }
  }

  /// A row changes while an event of it is on its way.
  @Test func eventOfAViewThatIsAnotherOneNowIsRefused() async throws {
    try await with { list, _, client in
      func event(_ className: String, _ scope: String) -> JSONObject {
        [
          "event": [
            "row": "i2", "view": [0, 1], "name": "tap", "values": [5],
            "class": .string(className), "scope": .string(scope),
          ]
        ]
      }
      let seen = try await client.ask(1, event("button", "Counter"))
      #expect(seen["done"] == true)
      let revision = list.snapshot.revision
      for (className, scope) in [("toggle", "Counter"), ("button", ""), ("button", "Other")] {
        let answer = try await client.ask(2, event(className, scope))
        #expect(answer["refused"]?.stringValue?.contains("changed meanwhile") == true)
      }
      #expect(list.snapshot.revision == revision)
      #expect(client.answers.isEmpty && !client.isOver)
    }
  }

  @Test func eventsAreRefusedIfThePageMayOnlyRead() async throws {
    try await with(allowsEdits: false) { list, _, client in
      let event: JSONValue = ["row": "i2", "view": [0, 1], "name": "tap", "values": [5]]
      let answer = try await client.ask(1, ["event": event])
      #expect(answer["refused"] == "this page may only read the list")
      #expect(list.snapshot.revision == 1)
    }
  }

  @Test func changedRowsAreSentAgain() async throws {
    try await with { list, site, client in
      let received = client.page.receivedCount
      try await list.apply(
        Changeset<String, String> {
          $0.updateItem(at: ItemPath(section: 0, item: 0), "new")
          $0.updateSection(at: 1, "new")
          $0.removeItem(at: ItemPath(section: 1, item: 0))
        })
      await client.session.hasFollowed(to: list.snapshot.revision)
      try await client.take()
      #expect(client.page.receivedCount == received + 2)
      #expect(client.page.rows.map(\.key) == ["h1", "i1", "i2", "i3", "f1", "h2", "i5", "f2"])
      let found = try await client.ask(1, ["find": ["text": "NEW"]])
      #expect(found["found"]?["key"] == "i1")
      let copied = try await client.ask(2, ["copy": ["from": "h1", "to": "i1"]])
      #expect(copied["text"] == "s0\nnew\n0")
      let model = try await client.ask(3, ["model": "i1"])
      #expect(model["model"] == "new")
      let page = await site.respond(to: SiteRequest(path: ["lists", "test"]))
      #expect(String(decoding: page.body, as: UTF8.self).contains("<p dir=\"auto\">new<br>0</p>"))
    }
  }

  @Test func reloadReadsAllRowsAgain() async throws {
    try await with { list, _, client in
      let received = client.page.receivedCount
      _ = try await list.apply(.reload())
      try await list.apply(
        Changeset { $0.insertItem("new", at: ItemPath(section: 1, item: 0)) })
      while client.page.rows.count < 10 { try await client.takeOne() }
      // All rows are read again. Only the new one is sent, since the others have not changed.
      #expect(client.page.receivedCount == received + 1)
    }
  }
}
