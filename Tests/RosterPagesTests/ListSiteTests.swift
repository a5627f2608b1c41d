import RosterConcurrency
import RosterCore
import RosterEngine
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterPages

/// Answers to requests.
@Suite struct ListSiteTests {
  private func body(_ site: ListSite, _ path: String...) async -> (status: Int, text: String) {
    let response = await site.respond(to: SiteRequest(path: path))
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  @Test func onlyListIsGoneToAtOnce() async throws {
    let stand = try Stand()
    let response = await stand.site.respond(to: SiteRequest(path: []))
    #expect(response.status == 303)
    #expect(response.headers == [SiteResponse.Header("Location", "/lists/test")])
    await stand.close()
  }

  @Test func listsAreListed() async throws {
    let stand = try Stand()
    stand.site.add(stand.list, named: "a/b")
    stand.site.add(stand.list, named: "test")
    stand.site.add(stand.list, named: "ä ö", title: "\"<script>\"")
    let names = stand.site.lists.map(\.description.name)
    #expect(names == ["test", "list-2", "list-3", "ä ö"])
    let page = await body(stand.site)
    #expect(page.status == 200)
    #expect(page.text.contains("href=\"/lists/%C3%A4%20%C3%B6\""))
    #expect(page.text.contains(#"<link rel="icon" href="data:,">"#), "no browser asks for another")
    #expect(page.text.contains("&quot;&lt;script&gt;&quot;"))
    #expect(page.text.contains("A &lt;list&gt;"))
    #expect(!page.text.contains("<script"))
    await stand.close()
  }

  @Test func pageHasItsTitleAndTheFirstRows() async throws {
    let stand = try Stand()
    try await stand.fill([100])
    try await stand.apply(
      JSONChange {
        $0.insertItem(
          ["text": "</noscript><script>alert(1)</script>\u{0}\u{202E}"],
          at: ItemPath(section: 0, item: 0))
      })
    let page = await body(stand.site, "lists", "test")
    #expect(page.status == 200)
    #expect(page.text.contains("<title>A &lt;list&gt;</title>"))
    #expect(page.text.contains("&lt;/noscript&gt;&lt;script&gt;alert(1)"))
    #expect(!page.text.contains("alert(1)</script>"))
    #expect(page.text.contains("0.7"))
    #expect(!page.text.contains("0.99"))
    #expect(!page.text.contains("<!--title-->") && !page.text.contains("<!--rows-->"))
    #expect(!page.text.unicodeScalars.contains("\u{0}"))
    await stand.close()
  }

  /// Characters that are not seen, or change the direction of others, stand by their names where no script
  /// shows them.
  @Test func whatIsNotSeenHasItsName() async throws {
    let stand = try Stand()
    try await stand.fill([1])
    let unseen: [Unicode.Scalar] = [
      "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}", "\u{180E}", "\u{200B}", "\u{202E}", "\u{2066}",
      "\u{206A}", "\u{206F}", "\u{2800}", "\u{3164}", "\u{FEFF}", "\u{FFA0}", "\u{E0001}",
      "\u{E007F}",
    ]
    let text = "a" + unseen.map { String($0) }.joined(separator: "b") + "c\u{200D}d"
    try await stand.apply(
      JSONChange { $0.insertItem(["text": .string(text)], at: ItemPath(section: 0, item: 0)) })
    let page = await body(stand.site, "lists", "test").text
    let row = try #require(
      page.split(separator: "<p dir=\"auto\">").first { $0.contains("⟨U+00AD⟩") })
    let shown = row.prefix { $0 != "<" }
    for scalar in unseen {
      #expect(!shown.unicodeScalars.contains(scalar))
      #expect(shown.contains("⟨U+" + scalar.hex + "⟩"))
    }
    #expect(shown.unicodeScalars.contains("\u{200D}"))
    await stand.close()
  }

  /// Whatever a list is called, its pages have addresses that are answered.
  @Test(arguments: ["a/b", ".", "..", "<b>", "100%25", "%2e", "a\\b", "\u{1}", "", "100%", "ä ö"])
  func everyListHasAnAddress(_ name: String) async throws {
    let stand = try Stand()
    let asked = AskedNames()
    stand.site.add(stand.list, named: name)
    stand.site.setInspection(asked)
    let path = try #require(stand.site.lists.last).description.name
    for first in ["lists", "inspect"] {
      let target = try #require(RequestTarget("/\(first)/\(path.percentEncoded)"))
      #expect(target.path == [first, path])
      let request = SiteRequest(path: target.path)
      #expect(await stand.site.respond(to: request).status == 200)
    }
    // The inspector knows the list by the name that it has.
    #expect(asked.names == [name])
    await stand.close()
  }

  private final class AskedNames: ListInspection {
    private let asked = Guarded<[String]>([])

    var names: [String] { asked.withLock { $0 } }

    func respond(to request: SiteRequest) async -> SiteResponse {
      asked.withLock { $0.append(request.path[1]) }
      return .text(200, "here")
    }
  }

  @Test func pageBeginsWithWhatASessionSaysFirst() async throws {
    let stand = try Stand()
    try await stand.fill([100])
    try await stand.apply(
      JSONChange {
        $0.insertItem(
          ["text": "</script><!--title--><script>alert(1)</script>"],
          at: ItemPath(section: 0, item: 0))
      })
    let page = await body(stand.site, "lists", "test").text
    let start = try #require(page.firstRange(of: #"<script id="first" type="application/json">"#))
    let end = try #require(page[start.upperBound...].firstRange(of: "</script>"))
    let text = String(page[start.upperBound..<end.lowerBound])
    #expect(!text.contains("<"))
    let session = try stand.site.openSession(at: ["lists", "test", "feed"])
    try session.receive(Array(#"{"hello":[1],"first":0,"count":30}"#.utf8))
    for expected in try #require(JSONParser().parse(text).arrayValue) {
      let message = try #require(await session.nextMessage())
      #expect(try JSONParser().parse(message) == expected)
    }
    session.close()
    await stand.close()
  }

  @Test func pageOfAListThatHasEndedHasNoFirstRows() async throws {
    let stand = try Stand()
    try await stand.fill([3])
    stand.site.close()
    let page = await body(stand.site, "lists", "test").text
    #expect(page.contains(#"<script id="first" type="application/json"></script>"#))
    await stand.close()
  }

  @Test(arguments: PageResource.allCases)
  func assetsAreServed(_ resource: PageResource) async throws {
    let site = ListSite()
    let response = await site.respond(to: SiteRequest(path: ["assets", resource.rawValue]))
    #expect(response.status == (resource.isAsset ? 200 : 404))
    if resource.isAsset {
      #expect(response.body == resource.bytes && response.etag != nil)
      #expect(response.contentType == resource.contentType)
    }
  }

  @Test func nothingElseIsThere() async throws {
    let stand = try Stand()
    for path in [
      ["lists"], ["lists", "other"], ["lists", "test", "feed"], ["assets"], ["assets", "x.js"],
      ["assets", "page.html"], ["assets", "a", "page.js"], ["inspect"], ["x"],
    ] {
      let response = await stand.site.respond(to: SiteRequest(path: path))
      #expect(response.status == 404, "\(path)")
      #expect(response.contentType == "text/plain; charset=utf-8")
    }
    let posted = await stand.site.respond(to: SiteRequest(method: .post, path: ["lists", "test"]))
    #expect(posted.status == 405)
    for path in [[], ["lists", "test"], ["lists", "other", "feed"], ["feed"]] {
      let error = #expect(throws: PageError.self) { try stand.site.openSession(at: path) }
      #expect(error?.code == .notFound)
    }
    await stand.close()
  }

  private struct Echo: ListInspection {
    func respond(to request: SiteRequest) async -> SiteResponse {
      .text(200, request.path.joined(separator: " "))
    }
  }

  @Test func inspectorAnswersForItsPaths() async throws {
    let site = ListSite()
    site.setInspection(Echo())
    #expect(await body(site, "inspect", "test", "api") == (200, "inspect test api\n"))
  }

  @Test func pagesAreToldWhetherThereIsAnInspector() async throws {
    let stand = try Stand()
    let without = try stand.connect()
    try await without.take()
    #expect(without.greeting["inspector"] == false)
    stand.site.setInspection(Echo())
    let with = try stand.connect()
    try await with.take()
    #expect(with.greeting["inspector"] == true)
    await stand.close()
  }

  @Test func closedSiteOpensNoSessions() async throws {
    let stand = try Stand()
    stand.site.close()
    let error = #expect(throws: PageError.self) { try stand.connect() }
    #expect(error?.message == "the server ends")
    await stand.close()
  }
}

extension Unicode.Scalar {
  /// At least four hexadecimal digits.
  fileprivate var hex: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
