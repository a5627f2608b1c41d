#if Web
  import RosterCore
  import RosterEngine
  import RosterSync
  import RosterWeb
  import RosterJSON
  import RosterTestKit
  import RosterTestSupport
  import Synchronization
  import Testing

  /// Hubs as processes that are killed, and devices whose requests and answers are lost.
  @Suite(.timeLimit(.minutes(20))) struct HubProcessTests {
    /// Where the list of the hubs is.
    enum Place: CaseIterable, CustomTestStringConvertible {
      case file
      #if Postgres
        case server
      #endif

      var testDescription: String { "\(self)" }

      static var present: [Place] {
        #if Postgres
          PostgresServer.isInstalled ? [.file, .server] : [.file]
        #else
          [.file]
        #endif
      }
    }

    /// What becomes of the messages of all devices, by a seed.
    private final class Faults: Sendable {
      private struct State {
        var random: SplitMix64
        var isActive = true
      }

      private let state: Mutex<State>

      init(seed: UInt64) { state = Mutex(State(random: SplitMix64(seed: seed))) }

      func happens(percent: Int) -> Bool {
        state.withLock { $0.isActive && $0.random.happens(percent: percent) }
      }

      func end() { state.withLock { $0.isActive = false } }
    }

    @Test(arguments: Place.present, [1, 2])
    func devicesEndEqualAlthoughHubsAreKilledAndMessagesAreLost(
      place: Place, seed: UInt64
    ) async throws {
      let folder = try TemporaryFolder()
      let faults = Faults(seed: seed)
      let hubs = Mutex<[HubProcess]>([])
      var proxies: [FaultyProxy] = []
      for number in 0..<2 {
        proxies.append(
          try await FaultyProxy(
            request: { _ in
              // The hub dies while it is at work on the request.
              if faults.happens(percent: 3) {
                let hub = hubs.withLock { $0[number] }
                Task.detached { hub.kill() }
              }
              return faults.happens(percent: 4)
            }, answer: { _ in faults.happens(percent: 8) }))
      }
      let started = try start(at: place, folder, behind: proxies)
      hubs.withLock { $0 = started }
      let transports = try proxies.map { try HTTPSyncTransport($0.url, list: "notes") }
      var first = try SyncingUser(folder, "first", seed: seed, Balancer(transports))
      first.revisions.append(
        try first.device.list.applySynchronously(.section("a", "b", "c", "d")).target.revision)
      while try await !first.synchronize() { for hub in started { try hub.startAgain() } }

      let users = try await withThrowingTaskGroup(of: SyncingUser.self) { group in
        for number in 0..<3 {
          var user = try SyncingUser(
            folder, "user\(number)", seed: seed * 10 + UInt64(number), Balancer(transports))
          group.addTask {
            for _ in 0..<25 {
              let isConnected = try await user.synchronize()
              if !isConnected { for hub in started { try hub.startAgain() } }
              guard user.device.list.snapshot.state.sectionCount > 0 else { continue }
              for _ in 0..<3 { try user.edit() }
            }
            return user
          }
        }
        return try await group.reduce(into: [first]) { $0.append($1) }
      }
      faults.end()
      for hub in started { try hub.startAgain() }
      try await SyncingUser.check(users, folder, Balancer(transports))
      for hub in started { #expect(hub.interrupt() == 0) }
    }

    /// Starts a hub of one list behind each proxy.
    private func start(
      at place: Place, _ folder: TemporaryFolder, behind proxies: [FaultyProxy]
    ) throws -> [HubProcess] {
      let database: String
      switch place {
      case .file: database = folder.path(of: "hub.sqlite")
      #if Postgres
        case .server: database = try Self.newDatabase()
      #endif
      }
      return try proxies.map { proxy in
        let hub = try HubProcess([
          database, "--list", "notes", "--create", "--behind-balancer", "--allow-host", proxy.host,
        ])
        proxy.forward(to: hub.url)
        return hub
      }
    }

    #if Postgres
      /// Starts a server for this test only, and returns its address. It ends with the tests.
      private static func newDatabase() throws -> String {
        let server = try PostgresServer()
        servers.withLock { $0.append(server) }
        return server.address
      }

      private static let servers = Mutex<[PostgresServer]>([])
    #endif
  }
#endif
