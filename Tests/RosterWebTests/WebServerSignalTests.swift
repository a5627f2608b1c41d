#if Web
  import Foundation
  import RosterWeb
  import Testing

  /// Servers that run until the program is told to end. The signals are those of this process, so one test
  /// runs at a time.
  @Suite(.serialized, .timeLimit(.minutes(2))) struct WebServerSignalTests {
    /// A handler that no other test sets.
    private static let handler: @convention(c) (CInt) -> Void = { _ in }

    @Test(arguments: [SIGINT, SIGTERM])
    func signalEndsTheServer(_ number: CInt) async throws {
      let former = signal(number, Self.handler)
      let server = WebServer(site: StubSite(), configuration: WebServerConfiguration())
      let (urls, continuation) = AsyncStream<String>.makeStream()
      try await server.runUntilSignalled { url in
        continuation.yield(url)
        kill(getpid(), number)
      }
      continuation.finish()
      var count = 0
      for await url in urls {
        count += 1
        #expect(url.hasPrefix("http://127.0.0.1:"))
      }
      #expect(count == 1)
      // Afterwards the signal does what it did before.
      let restored = signal(number, former)
      #expect(
        restored.map { unsafeBitCast($0, to: Int.self) }
          == unsafeBitCast(Self.handler, to: Int.self))
    }

    @Test func cancellationEndsTheServer() async throws {
      let server = WebServer(site: StubSite(), configuration: WebServerConfiguration())
      let (ports, continuation) = AsyncStream<String>.makeStream()
      let task = Task { try await server.runUntilSignalled { continuation.yield($0) } }
      for await _ in ports { break }
      task.cancel()
      try await task.value
    }

    @Test func serverThatCannotListenFailsAtOnce() async throws {
      try await RunningServer.run { other in
        let server = WebServer(
          site: StubSite(), configuration: WebServerConfiguration(port: other.port))
        await #expect(throws: WebServerError.self) { try await server.runUntilSignalled() }
      }
    }
  }
#endif
