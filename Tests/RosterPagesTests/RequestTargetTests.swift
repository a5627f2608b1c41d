import Testing

@testable import RosterPages

@Suite struct RequestTargetTests {
  @Test(arguments: [
    ("/", []), ("/lists/a", ["lists", "a"]), ("/lists/a%20b", ["lists", "a b"]),
    ("/lists/%C3%A4", ["lists", "ä"]), ("/lists/100%25", ["lists", "100%"]),
    ("/a..b/.c", ["a..b", ".c"]), ("/lists/a?b=c", ["lists", "a"]),
  ])
  func pathIsDecodedOnce(target: String, path: [String]) throws {
    #expect(try #require(RequestTarget(target)).path == path)
  }

  @Test(arguments: [
    "", "lists", "*", "http://example.org/", "//", "/lists//a", "/lists/", "/..", "/lists/../etc",
    "/lists/%2e%2e/etc", "/lists/%2E%2e", "/.", "/%2e", "/lists/%252e%252e", "/a%2500", "/a%00",
    "/a%0a", "/a%7f", "/a%C2%85", "/a\\b", "/a%5cb", "/a%2fb", "/a%", "/a%4", "/a%zz", "/%ff",
    "/%C3", "/a#b", "/a b", "/ä", "/a?b=%00", "/a?b=%zz", "/%C0%AE%C0%AE",
  ])
  func oddTargetIsRefused(target: String) {
    #expect(RequestTarget(target) == nil)
  }

  @Test func queryIsDecodedOnce() throws {
    let target = try #require(RequestTarget("/a?b=c%20d+e&f&g=%2525&b=last&h=i=j"))
    #expect(target.query == ["b": "last", "f": "", "g": "%25", "h": "i=j"])
  }

  @Test func longQueryIsRefused() {
    let query = (0..<65).map { "p\($0)=1" }.joined(separator: "&")
    #expect(RequestTarget("/a?" + query) == nil)
  }
}
