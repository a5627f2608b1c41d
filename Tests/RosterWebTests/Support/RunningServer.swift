#if Web
  import Testing

  @testable import RosterWeb

  /// A server on a free port of the loopback while a test runs.
  struct RunningServer: Sendable {
    let server: WebServer
    let site: StubSite
    let port: Int
    let isSecure: Bool

    var counts: WebServerCounts { server.counts }

    /// Runs `body` beside a server.
    static func run(
      _ configuration: WebServerConfiguration = WebServerConfiguration(),
      _ body: (RunningServer) async throws -> Void
    ) async throws {
      let site = StubSite()
      let server = WebServer(site: site, configuration: configuration)
      let (ports, continuation) = AsyncStream<Int>.makeStream()
      let task = Task {
        defer { continuation.finish() }
        try await server.run { url in
          continuation.yield(url.split(separator: ":").last.flatMap { Int($0.dropLast()) } ?? 0)
        }
      }
      var iterator = ports.makeAsyncIterator()
      if let port = await iterator.next() {
        do {
          try await body(
            RunningServer(
              server: server, site: site, port: port,
              isSecure: configuration.certificate != nil))
        } catch {
          task.cancel()
          throw error
        }
      }
      task.cancel()
      try await task.value
    }

    /// A configuration with other bounds.
    static func bounded(_ change: (inout WebServerBounds) -> Void) -> WebServerConfiguration {
      var configuration = WebServerConfiguration()
      change(&configuration.bounds)
      return configuration
    }

    func client(reads: Bool = true) async throws -> RawClient {
      try await RawClient(port: port, reads: reads, isSecure: isSecure)
    }

    /// Sends a request over a connection of its own.
    func ask(
      _ method: String = "GET", _ target: String = "/", _ lines: [String: String] = [:],
      body: String = ""
    ) async -> RawClient.Answer? {
      await (try? client())?.ask(method, target, lines, body: body)
    }

    /// Asks for a session over a connection of its own.
    func openFeed(_ list: String = "echo", _ lines: [String: String] = [:]) async -> Int? {
      await (try? client())?.openFeed(list, lines)
    }

    /// Waits until the counts are as they should be soon.
    func reaches(
      _ isReached: (WebServerCounts) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
      for await counts in server.counter.updates where isReached(counts) { return }
      Issue.record("the counts are \(counts)", sourceLocation: sourceLocation)
    }

    /// Checks that the server answers others.
    func answersOthers(sourceLocation: SourceLocation = #_sourceLocation) async throws {
      let client = try await client()
      #expect(await client.ask()?.status == 200, sourceLocation: sourceLocation)
      let feed = try await self.client()
      #expect(await feed.openFeed() == 101, sourceLocation: sourceLocation)
      await feed.send(1, Array("hello".utf8))
      #expect(
        await feed.frame() == .init(opcode: 1, payload: Array("hello".utf8)),
        sourceLocation: sourceLocation)
    }
  }
#endif
