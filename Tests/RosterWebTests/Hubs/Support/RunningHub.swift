#if Web
  import RosterSync
  import RosterWeb
  import Testing

  /// A server of hubs on a free port of the loopback while a test runs.
  struct RunningHub: Sendable {
    let server: WebServer
    let url: String

    /// Runs `body` beside a server.
    static func run(
      _ hubs: HubSite, _ configuration: WebServerConfiguration = .hub(),
      _ body: (RunningHub) async throws -> Void
    ) async throws {
      let server = WebServer(hubs, configuration: configuration)
      let (urls, continuation) = AsyncStream<String>.makeStream()
      let task = Task {
        defer { continuation.finish() }
        try await server.run { continuation.yield($0) }
      }
      var iterator = urls.makeAsyncIterator()
      if let url = await iterator.next() {
        do {
          try await body(RunningHub(server: server, url: url))
        } catch {
          task.cancel()
          throw error
        }
      }
      task.cancel()
      try await task.value
    }
  }
#endif
