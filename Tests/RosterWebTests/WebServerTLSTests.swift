#if Web
  import NIOSSL
  import RosterWeb
  import Testing

  /// The same rules over TLS.
  @Suite(.timeLimit(.minutes(10))) struct WebServerTLSTests {
    private func run(
      _ token: AccessToken? = nil, _ change: (inout WebServerConfiguration) -> Void = { _ in },
      _ body: (RunningServer) async throws -> Void
    ) async throws {
      try await TestCertificate.write { certificate in
        var configuration = WebServerConfiguration(token: token)
        configuration.certificate = certificate
        change(&configuration)
        try await RunningServer.run(configuration, body)
      }
    }

    @Test func addressIsSecure() async throws {
      try await TestCertificate.write { certificate in
        var configuration = WebServerConfiguration()
        configuration.certificate = certificate
        let server = WebServer(site: StubSite(), configuration: configuration)
        let (urls, continuation) = AsyncStream<String>.makeStream()
        let task = Task { try await server.run { continuation.yield($0) } }
        for await url in urls {
          #expect(url.hasPrefix("https://127.0.0.1:"))
          break
        }
        task.cancel()
        try await task.value
      }
    }

    @Test func pagesAndSessionsAreServed() async throws {
      try await run { server in
        let page = try #require(await server.ask("GET", "/lists/a"))
        #expect(page.status == 200)
        #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true)
        #expect(await server.ask("GET", "/large")?.body.utf8.count == 4_000_000)
        try await server.answersOthers()
      }
    }

    @Test func cookieIsSentOverTLSOnly() async throws {
      let token = AccessToken()
      try await run(token) { server in
        #expect(await server.ask()?.status == 401)
        #expect(await server.openFeed() == 401)
        let answer = try #require(
          await server.ask("POST", "/login", body: "token=" + token.text))
        #expect(answer.status == 303)
        let cookie = try #require(answer.headers["set-cookie"])
        #expect(cookie.hasPrefix("__Host-roster-\(server.port)=") && cookie.hasSuffix("; Secure"))
        let lines = ["Cookie": String(cookie.prefix { $0 != ";" })]
        #expect(await server.ask("GET", "/", lines)?.status == 200)
        #expect(await server.openFeed("echo", lines) == 101)
        #expect(await server.openFeed("echo", ["Authorization": "Bearer " + token.text]) == 101)
      }
    }

    @Test func foreignHostsAndOriginsAreRefused() async throws {
      try await run { server in
        for host in ["example.org", "example.org:\(server.port)", "127.0.0.1", "localhost:1"] {
          #expect(await server.ask("GET", "/", ["Host": host])?.status == 421, "\(host)")
        }
        #expect(await server.ask("GET", "/", ["Host": "localhost:\(server.port)"])?.status == 200)
        for origin in [
          "https://example.org", "http://127.0.0.1:\(server.port)", "https://127.0.0.1",
          "https://localhost:\(server.port)", "null",
        ] {
          #expect(await server.openFeed("echo", ["Origin": origin]) == 403, "\(origin)")
          #expect(await server.ask("POST", "/a", ["Origin": origin])?.status == 403, "\(origin)")
        }
        #expect(server.site.requests.count == 1)
        #expect(server.counts.refused == [.host: 4, .origin: 10])
        try await server.answersOthers()
      }
    }

    @Test func clientWithoutTLSGetsNoAnswer() async throws {
      try await run { server in
        let client = try await RawClient(port: server.port)
        await client.request()
        let answer = await client.rest()
        #expect(!answer.starts(with: Array("HTTP".utf8)))
        #expect(server.site.requests.isEmpty)
        try await server.answersOthers()
      }
    }

    @Test func oldVersionsAreRefused() async throws {
      try await run { server in
        for version in [TLSVersion.tlsv1, .tlsv11] {
          let client = try await RawClient(port: server.port, isSecure: true, latest: version)
          await client.request()
          #expect(await client.rest().isEmpty, "\(version)")
        }
        for version in [TLSVersion.tlsv12, .tlsv13] {
          let client = try await RawClient(port: server.port, isSecure: true, latest: version)
          #expect(await client.ask()?.status == 200, "\(version)")
        }
        #expect(server.site.requests.count == 2)
      }
    }

    @Test func handshakeThatIsNotFinishedIsLetGo() async throws {
      // Long enough for the handshakes of others, also where they wait for a thread.
      try await run(nil, { $0.bounds.requestTime = .seconds(15) }) { server in
        let client = try await RawClient(port: server.port)
        // The head of a record, and nothing behind it.
        await client.send([22, 3, 1, 2, 0])
        _ = await client.rest()
        await server.reaches { $0.openConnections == 0 && $0.letGo.count == 1 }
        try await server.answersOthers()
      }
    }

    @Test func fileThatIsNoKeyIsNamedAtTheStart() async throws {
      try await TestCertificate.write { certificate in
        var configuration = WebServerConfiguration()
        configuration.certificate = .init(
          chainPath: certificate.chainPath, keyPath: certificate.chainPath)
        let server = WebServer(site: StubSite(), configuration: configuration)
        let error = await #expect(throws: WebServerError.self) { try await server.run() }
        #expect(error?.description.contains("or its key") == true)
      }
    }
  }
#endif
