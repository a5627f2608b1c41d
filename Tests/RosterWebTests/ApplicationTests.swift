#if Web
  import Hummingbird
  import HummingbirdCore
  import Logging
  import NIOCore
  import RosterPages
  import Testing

  @testable import RosterWeb

  @Suite(.timeLimit(.minutes(10))) struct ApplicationTests {
    /// Runs `body` beside an application with a route of its own.
    private func run(_ body: (_ port: Int, WebServerCounter) async throws -> Void) async throws {
      let router = Router()
      router.get("/") { _, _ in "the application" }
      router.put("own/:name") { _, context in context.parameters.get("name") ?? "" }
      let counter = WebServerCounter()
      let (ports, continuation) = AsyncStream<Int>.makeStream()
      let application = Application(
        router: router,
        server: .roster(
          site: StubSite(), configuration: WebServerConfiguration(), counter: counter),
        configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) },
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      let task = Task { try await application.run() }
      var iterator = ports.makeAsyncIterator()
      let port = try #require(await iterator.next())
      do {
        try await body(port, counter)
      } catch {
        task.cancel()
        throw error
      }
      task.cancel()
      _ = await task.result
    }

    @Test func listsAreServedBesideTheRoutes() async throws {
      try await run { port, counter in
        let client = try await RawClient(port: port)
        #expect(await client.ask()?.body == "the application")
        #expect(await client.ask("PUT", "/own/a", ["Host": "any.example"])?.body == "a")
        #expect(await client.ask("GET", "/lists/a")?.body.hasPrefix("[\"lists\", \"a\"]") == true)
        #expect(await client.ask("GET", "/lists/a", ["Host": "any.example"])?.status == 421)
        let feed = try await RawClient(port: port)
        #expect(await feed.openFeed() == 101)
        await feed.send(1, [0x61])
        #expect(await feed.frame()?.payload == [0x61])
        #expect(counter.present.refused == [.host: 1])
      }
    }
  }
#endif
