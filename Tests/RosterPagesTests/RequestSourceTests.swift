import RosterPages
import Testing

/// Who asks, as the lines of a request say.
@Suite struct RequestSourceTests {
  private typealias Verdict = RequestSource.Verdict

  private func source(_ lines: [String]) -> RequestSource {
    let pairs = lines.compactMap { line in
      line.firstIndex(of: ":").map { colon in
        (line[..<colon], line[line.index(after: colon)...].drop { $0 == " " })
      }
    }
    return RequestSource { name in
      pairs.filter { $0.0.lowercased() == name.lowercased() }.map { String($0.1) }
    }
  }

  @Test(arguments: [
    (["Host: a:1"], RequestSource.Verdict.own), (["Host: a:1", "Sec-Fetch-Site: none"], .own),
    (["Host: a:1", "Sec-Fetch-Site: same-origin"], .own),
    (["Host: a:1", "Sec-Fetch-Site: same-site"], .foreign),
    (["Host: a:1", "Sec-Fetch-Site: cross-site"], .foreign),
    (["Host: a:1", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"], .foreign),
    (
      [
        "Host: a:1", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate",
        "Sec-Fetch-Dest: iframe",
      ], .foreign
    ),
    (
      [
        "Host: a:1", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors",
        "Sec-Fetch-Dest: document",
      ], .foreign
    ),
    (
      [
        "Host: a:1", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate",
        "Sec-Fetch-Dest: document",
      ], .own
    ),
    (["Host: a:1", "Sec-Fetch-Site: none", "Sec-Fetch-Site: cross-site"], .malformed),
    (["Host: a:1", "Origin: http://a:1", "Origin: http://b:1"], .malformed),
    (["Host: a:1", "Origin: http://b:1", "Sec-Fetch-Site: same-origin"], .foreign),
    (["Host: a:1", "Origin: null"], .foreign), (["Host: a:1", "Origin: https://a:1"], .foreign),
    (["Host: a:1", "Origin: http://allowed.example"], .own), (["Origin: http://a:1"], .foreign),
  ])
  func onlyOwnPagesAndLinksMayRead(lines: [String], verdict: RequestSource.Verdict) {
    let allowed: Set<String> = ["http://allowed.example"]
    let source = source(lines)
    #expect(source.verdict(isDemanded: false, isSecure: false, allowing: allowed) == verdict)
  }

  @Test func whatChangesSomethingNamesItsOrigin() {
    func verdict(_ lines: String..., isSecure: Bool = false) -> Verdict {
      source(["Host: A:1"] + lines).verdict(isDemanded: true, isSecure: isSecure)
    }
    #expect(verdict() == .foreign)
    #expect(verdict("Sec-Fetch-Site: same-origin") == .foreign)
    #expect(verdict("Origin: http://a:1") == .own)
    #expect(verdict("Origin: http://a:1", isSecure: true) == .foreign)
    #expect(verdict("Origin: https://A:1", isSecure: true) == .own)
  }

  @Test func aServerGoesByItsNamesAndItsPort() {
    func isOwn(_ host: String, isSecure: Bool = false, port: Int = 80) -> Bool {
      RequestSource.isOwn(
        host, names: ["localhost", "[::1]"], port: port, isSecure: isSecure, anyPort: ["proxy:8"])
    }
    #expect(isOwn("localhost") && isOwn("localhost:80") && isOwn("[::1]") && isOwn("proxy:8"))
    #expect(isOwn("localhost", isSecure: true, port: 443))
    #expect(!isOwn("localhost", port: 8080) && !isOwn("localhost:080") && !isOwn("proxy"))
    #expect(!isOwn("localhost.evil.example") && !isOwn("[::2]") && !isOwn(""))
  }

  @Test func aHostIsNamedOnce() {
    #expect(source(["HOST: LocalHost:1"]).host == "localhost:1")
    #expect(source([]).host == nil && source(["Host: a", "host: a"]).host == nil)
  }

  @Test func cookiesAreThoseWithTheWholeName() {
    let source = source(["Cookie: a=1; ab=2;a=3", "Cookie: xa=4; a=; b=a=5", "Cookie: a"])
    #expect(source.cookies(named: "a") == ["1", "3", ""])
  }

  @Test func bodiesAreAnnounced() {
    #expect(source(["Content-Length: 1"]).hasBody && source(["Transfer-Encoding: x"]).hasBody)
    #expect(source(["Content-Length: 0", "Content-Length: 2"]).hasBody)
    #expect(!source(["Content-Length: 0"]).hasBody && !source([]).hasBody)
  }
}
