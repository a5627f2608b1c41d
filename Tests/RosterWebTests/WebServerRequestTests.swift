#if Web
  import RosterPages
  import RosterWeb
  import Testing

  @Suite(.timeLimit(.minutes(10))) struct WebServerRequestTests {
    @Test func requestReachesTheSiteDecoded() async throws {
      try await RunningServer.run { server in
        let client = try await server.client()
        let answer = try #require(await client.ask("GET", "/lists/a%20b?from=3"))
        #expect(answer.status == 200)
        #expect(answer.body.contains("[\"lists\", \"a b\"] [\"from=3\"]"))
        _ = await client.ask("POST", "/lists/a", body: "hello")
        #expect(
          server.site.requests == [
            SiteRequest(path: ["lists", "a b"], query: ["from": "3"]),
            SiteRequest(method: .post, path: ["lists", "a"], body: Array("hello".utf8)),
          ])
        #expect(server.counts.requests == 2)
        #expect(server.counts.connections == 1)
        #expect(server.counts.refused.isEmpty)
      }
    }

    @Test func everyAnswerProtectsThePage() async throws {
      try await RunningServer.run { server in
        for target in ["/", "/missing", "/%00"] {
          let answer = try #require(await server.ask("GET", target))
          let policy = try #require(answer.headers["content-security-policy"])
          #expect(policy.contains("default-src 'none'"))
          #expect(policy.contains("frame-ancestors 'none'"))
          #expect(!policy.contains("unsafe"))
          #expect(answer.headers["x-content-type-options"] == "nosniff")
          #expect(answer.headers["referrer-policy"] == "no-referrer")
          #expect(answer.headers["cross-origin-opener-policy"] == "same-origin")
          #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
          #expect(answer.headers["cache-control"] == "no-store")
          #expect(answer.headers["access-control-allow-origin"] == nil)
          #expect(answer.headers["server"] == nil)
        }
      }
    }

    @Test func assetIsSentAgainOnlyIfItChanged() async throws {
      try await RunningServer.run { server in
        let client = try await server.client()
        let first = try #require(await client.ask("GET", "/assets/page.js"))
        #expect(first.headers["etag"] == "\"v1\"")
        #expect(first.headers["cache-control"] == "no-cache")
        let second = try #require(
          await client.ask("GET", "/assets/page.js", ["If-None-Match": "W/\"v0\", \"v1\""]))
        #expect(second.status == 304)
        #expect(second.body.isEmpty)
        let third = try #require(
          await client.ask("GET", "/assets/page.js", ["If-None-Match": "\"v0\""]))
        #expect(third.status == 200)
      }
    }

    @Test func headHasNoBody() async throws {
      try await RunningServer.run { server in
        let client = try await server.client()
        let head = try #require(await client.ask("HEAD", "/assets/page.js"))
        #expect(head.headers["content-length"] == "11")
        #expect(await client.ask("GET", "/assets/page.js")?.body.utf8.count == 11)
      }
    }

    @Test func clientThatHasSaidAllIsAnswered() async throws {
      try await RunningServer.run { server in
        let client = try await server.client()
        await client.request("GET", "/large")
        await client.finish()
        #expect(await client.answer()?.body.utf8.count == 4_000_000)
      }
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
      try await RunningServer.run { server in
        let client = try await server.client()
        for number in 0..<20 { await client.request("GET", "/\(number)") }
        for number in 0..<20 {
          #expect(await client.answer()?.body.hasPrefix("[\"\(number)\"]") == true)
        }
      }
    }

    @Test(arguments: [
      ("GET", "/", ["Host": "evil.example"], 421, WebServerCounts.Reason.host),
      ("GET", "/", ["Host": ""], 400, .malformedRequest),
      ("DELETE", "/", [:], 405, .method), ("OPTIONS", "/", [:], 405, .method),
      ("GET", "/lists/%2e%2e/etc/passwd", [:], 400, .path),
      ("GET", "/lists/%252e%252e/etc", [:], 400, .path), ("GET", "/a%00", [:], 400, .path),
      ("GET", "/a%5c..%5cb", [:], 400, .path), ("GET", "http://evil.example/", [:], 400, .path),
      ("POST", "/a", ["Origin": "http://evil.example"], 403, .origin),
      ("POST", "/a", ["Origin": ""], 403, .origin),
      ("GET", "/", ["Sec-Fetch-Site": "cross-site"], 403, .origin),
      ("GET", "/", ["Content-Length": "5"], 400, .malformedRequest),
    ])
    func otherRequestIsRefusedAndCounted(
      method: String, target: String, lines: [String: String], status: Int,
      reason: WebServerCounts.Reason
    ) async throws {
      try await RunningServer.run { server in
        let client = try await server.client()
        let answer = try #require(await client.ask(method, target, lines))
        #expect(answer.status == status)
        #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
        #expect(answer.headers["connection"] == "close")
        #expect(await client.rest().isEmpty)
        #expect(server.site.requests.isEmpty)
        #expect(server.counts.refused == [reason: 1])
        try await server.answersOthers()
      }
    }

    @Test(arguments: [
      "NOT HTTP AT ALL\r\n\r\n", "GET / HTTP/1.1\r\nHost : x\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}",
      "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ])
    func whatIsNotHTTPEndsTheConnection(text: String) async throws {
      try await RunningServer.run { server in
        let client = try await server.client()
        await client.send(text)
        let answer = String(decoding: await client.rest(), as: UTF8.self)
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"))
        #expect(server.site.requests.isEmpty)
        #expect(server.counts.refused == [.malformedRequest: 1])
        try await server.answersOthers()
      }
    }

    @Test func wrongHandshakesAreRefused() async throws {
      try await RunningServer.run { server in
        #expect(await server.openFeed("echo", ["Origin": "http://evil.example"]) == 403)
        #expect(await server.openFeed("echo", ["Origin": ""]) == 403)
        #expect(await server.openFeed("echo", ["Host": "evil.example"]) == 421)
        #expect(await server.openFeed("echo", ["Sec-WebSocket-Protocol": ""]) == 426)
        #expect(await server.openFeed("echo", ["Sec-WebSocket-Version": "8"]) == 426)
        #expect(await server.openFeed("none") == 404)
        #expect(await server.openFeed("echo") == 101)
        #expect(
          server.counts.refused == [.origin: 2, .host: 1, .handshake: 2, .session: 1])
        #expect(server.counts.sessions == 1)
      }
    }

    @Test func requestForAFeedWithoutAWebSocketReachesTheSite() async throws {
      try await RunningServer.run { server in
        let client = try await server.client()
        #expect(await client.ask("GET", "/lists/echo/feed")?.status == 200)
        // Only the first request of a connection can make it a WebSocket.
        #expect(await client.openFeed() == 426)
      }
    }
  }
#endif
