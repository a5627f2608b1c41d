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
