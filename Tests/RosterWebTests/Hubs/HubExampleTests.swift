#if Web
  import RosterCore
  import RosterEngine
  import RosterSync
  import RosterWeb
  import RosterJSON
  import RosterTestKit
  import Synchronization
  import Testing

  /// The examples of the article about synchronization.
  @Suite(.timeLimit(.minutes(10))) struct HubExampleTests {
    private final class Told: Sendable {
      let outcomes = Mutex<[SyncOutcome]>([])
      let errors = Mutex(0)

      func synchronize(_ list: JSONList, _ token: String?) async throws {
        func report(_ outcome: SyncOutcome) { outcomes.withLock { $0.append(outcome) } }
        func retry(after time: Duration) { errors.withLock { $0 += 1 } }
        // begin example
        let hub = try HTTPSyncTransport("https://hub.example.org", list: "notes", token: token)
        let notes = try SyncedList(list, with: hub, coding: .json)
        do {
          for outcome in try await notes.synchronize() { report(outcome) }
        } catch let error as HubError {
          retry(after: error.retryAfter ?? .seconds(30))
        }
        // end example
      }
    }

    @Test func aDeviceWithoutANetworkTriesLater() async throws {
      let folder = try TemporaryFolder()
      let list = try JSONList.file(folder.path(of: "one.sqlite"))
      let told = Told()
      try await told.synchronize(list, nil)
      #expect(told.errors.withLock { $0 } == 1)
      await list.close()
    }

    private func serve(
      _ list: JSONList, _ started: @escaping @Sendable (String) -> Void
    ) async throws {
      // begin example
      let hubs = HubSite()
      try hubs.add(SyncHub(list, name: "notes of Ann", coding: .json), named: "notes")
      try await WebServer(hubs, configuration: .hub(port: 8080)).run { url in started(url) }
      // end example
    }

    @Test func aHubOfAnApplicationIsServed() async throws {
      let folder = try TemporaryFolder()
      let list = try JSONList.file(folder.path(of: "hub.sqlite"))
      let (urls, continuation) = AsyncStream<String>.makeStream()
      let serving = Task {
        defer { continuation.finish() }
        do {
          try await serve(list) { continuation.yield($0) }
        } catch let error as WebServerError {
          // Another program of this machine may have the port.
          #expect(error.description.contains("in use"))
        }
      }
      for await url in urls {
        #expect(url == "http://127.0.0.1:8080/")
        break
      }
      serving.cancel()
      try await serving.value
      await list.close()
    }
  }
#endif
