import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterPages

/// A picture, or a text that is no address.
private struct PictureRow: Component, Equatable {
  static let typeName = "PictureRow"

  let address: String

  func body(_ scope: Scope<PictureRow>) -> Node<Never> {
    ViewNode("image").attribute("source", .string(address))
    ViewNode("text").attribute("source", .string(address))
  }
}

/// Pictures that the site fetches for its pages, and sections that pages do not show.
struct PicturePageTests {
  private typealias List = ComponentList<String, String, Never>

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

  /// A page of a list: "a|b" has two sections of one item each.
  private func with(
    _ sections: [[String]], showing sectionCount: Int? = nil,
    sent: Recorder<ItemID?> = Recorder(),
    load: (@Sendable (String) async -> [UInt8]?)? = nil,
    _ body: (List, ListSite, Client) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    let storage = try #require(try store.list(named: "test"))
    let list = try List(
      storage: storage, codec: TextCodec(), sectionCodec: TextCodec()
    ) { address, _ in
      PictureRow(address: address)
    }
    try await list.apply(
      ListRows<String, String>(sections.map { .init(model: "s", items: $0) }).asInsertion)
    let site = ListSite()
    if let load { site.setPictureLoader(load) }
    site.add(
      list, named: "test", showing: sectionCount, searching: { .string($0) },
      onSend: { sent.record($0) })
    let session = try site.openSession(at: ["lists", "test", "feed"])
    let client = Client(try #require(session as? ListSession))
    try client.send(["hello": [1], "count": 20])
    try await client.take()
    try await body(list, site, client)
    site.close()
    await list.close()
  }

  /// What the views of an item say about their source.
  private func sources(_ key: String, _ client: Client) -> [String] {
    client.page.rows.first { $0.key == key }?.content["views"]?.arrayValue?
      .compactMap { $0["attributes"]?["source"]?.stringValue } ?? []
  }

  private func response(_ site: ListSite, _ path: String) async -> SiteResponse {
    await site.respond(to: SiteRequest(path: path.split(separator: "/").map(String.init)))
  }

  // MARK: Pictures

  @Test func addressIsReplacedByAPathOfTheSite() async throws {
    let asked = Recorder<String>()
    let load: @Sendable (String) async -> [UInt8]? = { address in
      asked.record(address)
      return Self.png
    }
    try await with([["http://far/a.png", "/b.png", "icon"]], load: load) { _, site, client in
      let path = try #require(sources("i1", client).first)
      #expect(path.wholeMatch(of: /\/images\/[0-9a-f]+/) != nil)
      #expect(sources("i1", client).last == "http://far/a.png", "only pictures are fetched")
      #expect(sources("i3", client) == ["icon", "icon"], "a name is no address")
      let answer = await response(site, path)
      #expect((answer.status, answer.contentType) == (200, "image/png"))
      #expect(answer.body == Self.png)
      #expect(answer.etag != nil)
      #expect(await response(site, try #require(sources("i2", client).first)).status == 200)
      #expect(asked.values == ["http://far/a.png", "/b.png"])
    }
  }

  @Test func onlyWhatWasSentCanBeAskedFor() async throws {
    let load: @Sendable (String) async -> [UInt8]? = { _ in
      Issue.record("something is fetched")
      return nil
    }
    try await with([["http://far/a.png"]], load: load) { _, site, _ in
      for path in ["images/0", "images/http:%2F%2Ffar%2Fb.png", "images", "images/a/b"] {
        #expect(await response(site, path).status == 404, "\(path)")
      }
    }
  }

  @Test(arguments: ["<!doctype html>", "", "\u{89}PN", "RIFF1234WAVE", "<svg></svg>"])
  func whatIsNoPictureIsNotSent(_ text: String) async throws {
    try await with([["/a.png"]], load: { _ in Array(text.utf8) }) { _, site, client in
      let answer = await response(site, try #require(sources("i1", client).first))
      #expect(answer.status == 502)
      #expect(!answer.body.starts(with: Array(text.utf8)) || text.isEmpty)
    }
  }

  @Test(arguments: [
    ("RIFF1234WEBPVP8 ", "image/webp"), ("GIF89a…", "image/gif"), ("GIF87a", "image/gif"),
  ])
  func typeFollowsFromTheBytes(_ text: String, _ type: String) {
    #expect(PagePictures.mediaType(of: Array(text.utf8)) == type)
    #expect(PagePictures.mediaType(of: [0xFF, 0xD8, 0xFF, 0xE0]) == "image/jpeg")
  }

  @Test func withoutALoaderAddressesAreSentAsTheyAre() async throws {
    try await with([["https://far/a.png"]]) { _, site, client in
      #expect(sources("i1", client) == ["https://far/a.png", "https://far/a.png"])
      #expect(await response(site, "images/1").status == 404)
    }
  }

  @Test func firstHalfOfTooManyAddressesIsForgotten() async throws {
    let pictures = PagePictures()
    pictures.setLoader { _ in Self.png }
    func key(_ number: Int) -> String {
      let spec = ViewSpec("image", attributes: ["source": .string("/\(number)")])
      let path = pictures.described(spec).attributes["source"]?.stringValue ?? ""
      return String(path.dropFirst("/images/".count))
    }
    let keys = (0...PagePictures.addressCountMax).map(key)
    #expect(Set(keys).count == keys.count)
    #expect(await pictures.response(forKey: keys[0]) == nil)
    #expect(await pictures.response(forKey: keys[keys.count - 1])?.status == 200)
    #expect(await pictures.response(forKey: keys[PagePictures.addressCountMax / 2])?.status == 200)
  }

  // MARK: Hidden sections

  @Test func sectionsBehindThoseThatAreShownAreNot() async throws {
    try await with([["a", "b"], ["c"], ["d", "e"]], showing: 2) { list, _, client in
      #expect(client.page.rows.map(\.key) == ["h1", "i1", "i2", "f1", "h2", "i3", "f2"])
      // An item that is hidden leaves, and comes back as the same one.
      try await list.apply(
        Changeset {
          $0.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 2, item: 1))
        })
      await client.session.hasFollowed(to: list.snapshot.revision)
      try await client.take()
      #expect(client.page.rows.map(\.key) == ["h1", "i2", "f1", "h2", "i3", "f2"])
      try await list.apply(
        Changeset {
          $0.moveItem(from: ItemPath(section: 2, item: 1), to: ItemPath(section: 0, item: 1))
        })
      await client.session.hasFollowed(to: list.snapshot.revision)
      try await client.take()
      #expect(client.page.rows.map(\.key) == ["h1", "i2", "i1", "f1", "h2", "i3", "f2"])
    }
  }

  @Test func applicationIsNotToldOfRowsInADocument() async throws {
    let sent = Recorder<ItemID?>()
    try await with([["a", "b"]], sent: sent) { _, site, _ in
      let document = await response(site, "/lists/test")
      #expect(String(decoding: document.body, as: UTF8.self).contains(#"{"source":"a"}"#))
      #expect(sent.values == [ItemID(rawValue: 2)], "only by the page that has a connection")
    }
  }

  @Test func applicationIsToldTheLastItemThatIsSent() async throws {
    let sent = Recorder<ItemID?>()
    try await with([["a", "b"], [], ["c"]], showing: 2, sent: sent) { list, _, client in
      #expect(sent.values == [ItemID(rawValue: 2)])
      try await list.apply(
        Changeset { $0.insertItem("d", at: ItemPath(section: 1, item: 0)) })
      await client.session.hasFollowed(to: list.snapshot.revision)
      try await client.take()
      #expect(sent.values.last == ItemID(rawValue: 4))
    }
  }
}
