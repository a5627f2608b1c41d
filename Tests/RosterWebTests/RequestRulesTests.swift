#if Web
  import NIOHTTP1
  import Testing

  @testable import RosterWeb

  @Suite struct RequestRulesTests {
    private static let endpoint = RequestRules.Endpoint(
      address: "192.168.1.5", port: 8080, isLocal: true)
    private static let token = "0123456789abcdefghijklmnopqrstuvwxyz"

    private static let handshake = [
      "Origin": "http://localhost:8080", "Connection": "keep-alive, Upgrade",
      "Upgrade": "websocket",
      "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Protocol": "chat, roster.1",
    ]

    /// Returns why a request is refused; `nil` if it is not.
    private func refusal(
      _ method: HTTPMethod = .GET, _ uri: String = "/", _ lines: [String: String] = [:],
      _ change: (inout WebServerConfiguration) -> Void = { _ in }
    ) -> Refusal? {
      var configuration = WebServerConfiguration()
      change(&configuration)
      var headers = HTTPHeaders([("Host", "localhost:8080")])
      for (name, value) in lines { headers.replaceOrAdd(name: name, value: value) }
      let head = HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: headers)
      do throws(Refusal) {
        _ = try RequestRules(configuration).check(head, at: Self.endpoint)
        return nil
      } catch {
        return error
      }
    }

    @Test(arguments: [
      "localhost:8080", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080", "192.168.1.5:8080",
      "lists.example:8080", "lists.example", "proxy.example:8443", "[fd00::2]:8080",
    ])
    func ownNameIsAllowed(host: String) {
      let refusal = refusal(.GET, "/", ["Host": host]) {
        $0.allowedHosts = ["lists.example", "proxy.example:8443", "[fd00::2]"]
      }
      #expect(refusal == nil)
    }

    @Test(arguments: [
      "", "localhost", "localhost:80", "localhost:8081", "evil.example", "evil.example:8080",
      "localhost.evil.example:8080", "127.0.0.1.evil.example:8080", "10.0.0.1:8080",
      "localhost:+8080",
      "localhost:08080", "localhost:8080:8080", "[::1]", "[::2]:8080",
      "localhost:8080@evil.example",
    ])
    func otherNameIsRefused(host: String) {
      #expect(refusal(.GET, "/", ["Host": host])?.reason == .host)
    }

    @Test func hostIsCheckedBeforeAnythingElse() {
      #expect(refusal(.DELETE, "/..", ["Host": "evil.example"])?.reason == .host)
    }

    @Test func defaultPortMayBeLeftOut() throws {
      let head = HTTPRequestHead(
        version: .http1_1, method: .GET, uri: "/", headers: ["Host": "localhost"])
      let rules = RequestRules(WebServerConfiguration())
      #expect(throws: Never.self) {
        try rules.check(head, at: .init(address: nil, port: 80, isLocal: true))
      }
    }

    @Test(arguments: [HTTPMethod.PUT, .DELETE, .OPTIONS, .TRACE, .CONNECT, .PATCH, .PROPFIND])
    func otherMethodIsRefused(method: HTTPMethod) {
      #expect(refusal(method)?.status == 405)
    }

    @Test func postNeedsTheSameOrigin() {
      #expect(refusal(.POST, "/a")?.reason == .origin)
      #expect(refusal(.POST, "/a", ["Origin": "null"])?.reason == .origin)
      #expect(refusal(.POST, "/a", ["Origin": "http://evil.example"])?.reason == .origin)
      #expect(refusal(.POST, "/a", ["Origin": "https://localhost:8080"])?.reason == .origin)
      #expect(refusal(.POST, "/a", ["Origin": "http://127.0.0.1:8080"])?.reason == .origin)
      #expect(refusal(.POST, "/a", ["Origin": "http://localhost:8080"]) == nil)
      let refusal = refusal(.POST, "/a", ["Origin": "https://lists.example"]) {
        $0.allowedOrigins = ["https://lists.example"]
      }
      #expect(refusal == nil)
    }

    @Test func pagesOfOtherSitesMayOnlyLink() {
      #expect(refusal(.GET, "/", ["Origin": "http://evil.example"])?.reason == .origin)
      #expect(refusal(.GET, "/", ["Sec-Fetch-Site": "cross-site"])?.reason == .origin)
      #expect(refusal(.GET, "/", ["Sec-Fetch-Site": "same-site"])?.reason == .origin)
      let frame = [
        "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe",
      ]
      #expect(refusal(.GET, "/", frame)?.reason == .origin)
      let link = [
        "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
      ]
      #expect(refusal(.GET, "/", link) == nil)
      #expect(refusal(.GET, "/", ["Sec-Fetch-Site": "same-origin"]) == nil)
      #expect(refusal(.GET, "/", ["Sec-Fetch-Site": "none"]) == nil)
    }

    @Test func bodyOfAGetIsRefused() {
      #expect(refusal(.GET, "/", ["Content-Length": "3"])?.reason == .malformedRequest)
      #expect(refusal(.HEAD, "/", ["Transfer-Encoding": "chunked"])?.reason == .malformedRequest)
      #expect(refusal(.GET, "/", ["Content-Length": "0"]) == nil)
    }

    @Test func handshakeIsLetIn() {
      #expect(refusal(.GET, "/lists/a/feed", Self.handshake) == nil)
    }

    @Test(arguments: [
      ("Origin", "http://evil.example", WebServerCounts.Reason.origin),
      ("Upgrade", "h2c", .handshake), ("Connection", "keep-alive", .handshake),
      ("Sec-WebSocket-Version", "8", .handshake), ("Sec-WebSocket-Key", "short", .handshake),
      ("Sec-WebSocket-Protocol", "chat", .handshake),
    ])
    func otherHandshakeIsRefused(name: String, value: String, reason: WebServerCounts.Reason) {
      var lines = Self.handshake
      lines[name] = value
      #expect(refusal(.GET, "/lists/a/feed", lines)?.reason == reason)
    }

    @Test func handshakeNeedsAnOrigin() {
      var lines = Self.handshake
      lines["Origin"] = nil
      #expect(refusal(.GET, "/lists/a/feed", lines)?.reason == .origin)
    }

    @Test func tokenIsDemanded() {
      let token = AccessToken(Self.token)
      func refusal(_ uri: String, _ lines: [String: String]) -> Refusal? {
        self.refusal(.GET, uri, lines) { $0.token = token }
      }
      #expect(refusal("/", [:])?.status == 401)
      #expect(refusal("/?token=" + Self.token, [:])?.status == 401)
      #expect(refusal("/", ["Accept": "text/html,*/*"])?.status == 303)
      #expect(refusal("/", ["Authorization": "Bearer " + Self.token]) == nil)
      #expect(refusal("/", ["Authorization": "bearer " + Self.token]) == nil)
      #expect(refusal("/", ["Authorization": "Bearer " + Self.token + "x"])?.status == 401)
      #expect(refusal("/", ["Authorization": "Basic " + Self.token])?.status == 401)
      #expect(refusal("/", ["Cookie": "a=b; roster-8080=" + Self.token]) == nil)
      #expect(refusal("/", ["Cookie": "roster-8081=" + Self.token])?.status == 401)
      #expect(refusal("/lists/a/feed", Self.handshake)?.status == 401)
      #expect(refusal("/login", [:]) == nil)
      #expect(refusal("/login/x", [:])?.status == 401)
    }

    @Test func otherMachinesAreNotServedWithoutAToken() {
      let head = HTTPRequestHead(
        version: .http1_1, method: .GET, uri: "/", headers: ["Host": "192.168.1.5:8080"])
      var endpoint = Self.endpoint
      endpoint.isLocal = false
      let error = #expect(throws: Refusal.self) {
        try RequestRules(WebServerConfiguration()).check(head, at: endpoint)
      }
      #expect(error?.status == 403)
    }

    @Test func otherPartsOfAnApplicationAreNotChecked() throws {
      let rules = RequestRules(WebServerConfiguration(), ownPaths: ["lists"])
      func verdict(_ uri: String) throws -> RequestRules.Verdict {
        let head = HTTPRequestHead(version: .http1_1, method: .PUT, uri: uri)
        return try rules.check(head, at: Self.endpoint)
      }
      #expect(try verdict("/other") == .elsewhere)
      #expect(throws: Refusal.self) { try verdict("/lists") }
      #expect(throws: Refusal.self) { try verdict("/lists?a") }
      #expect(throws: Refusal.self) { try verdict("/lists/a") }
    }

    // MARK: Programs

    /// Returns why a request of a program is refused. `/open` needs no token, `/own` has one.
    private func refusalOfProgram(
      _ method: HTTPMethod = .POST, _ uri: String = "/a", _ lines: [String: String] = [:],
      ownToken: AccessToken? = nil, isLocal: Bool = true, token: AccessToken? = nil
    ) -> Refusal? {
      let access = ProgramAccess(openPaths: [["open"]]) { path in
        path == ["own"] ? ownToken.map { [$0] } ?? [] : []
      } hasTokens: {
        ownToken != nil
      }
      let rules = RequestRules(WebServerConfiguration(token: token), programs: access)
      var headers = HTTPHeaders([("Host", "localhost:8080")])
      for (name, value) in lines { headers.replaceOrAdd(name: name, value: value) }
      let head = HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: headers)
      do throws(Refusal) {
        _ = try rules.check(head, at: .init(address: nil, port: 8080, isLocal: isLocal))
        return nil
      } catch {
        return error
      }
    }

    private func bearer(_ token: AccessToken) -> [String: String] {
      ["Authorization": "Bearer \(token.text)"]
    }

    @Test func programNamesNoOrigin() {
      #expect(refusalOfProgram() == nil)
      #expect(refusalOfProgram(.POST, "/a", ["Origin": "http://localhost:8080"])?.reason == .origin)
      #expect(refusalOfProgram(.POST, "/a", ["Sec-Fetch-Site": "same-origin"])?.reason == .origin)
      #expect(refusalOfProgram(.POST, "/a", ["Host": "evil.example"])?.reason == .host)
      #expect(refusalOfProgram(.PUT)?.reason == .method)
    }

    @Test func programHasNoCookie() throws {
      let token = AccessToken()
      #expect(refusalOfProgram(token: token)?.status == 401)
      #expect(
        refusalOfProgram(.POST, "/a", ["Cookie": "roster-8080=\(token.text)"], token: token)?.status
          == 401)
      #expect(refusalOfProgram(.POST, "/a", bearer(token), token: token) == nil)
      #expect(refusalOfProgram(.GET, "/a", ["Accept": "text/html"], token: token)?.status == 401)
    }

    @Test func tokenOfAPathOpensThatPathOnly() {
      let (own, all) = (AccessToken(), AccessToken())
      #expect(refusalOfProgram(.POST, "/own", bearer(own), ownToken: own, token: all) == nil)
      #expect(refusalOfProgram(.POST, "/own", bearer(all), ownToken: own, token: all) == nil)
      #expect(refusalOfProgram(.POST, "/a", bearer(own), ownToken: own, token: all)?.status == 401)
      #expect(refusalOfProgram(.POST, "/a", ownToken: own)?.status == 401)
      #expect(refusalOfProgram(.GET, "/open", ownToken: own, token: all) == nil)
    }

    @Test func otherMachinesNeedATokenThatThereIs() {
      #expect(refusalOfProgram(isLocal: false)?.status == 403)
      #expect(refusalOfProgram(.GET, "/open", isLocal: false) == nil)
    }
  }
#endif
