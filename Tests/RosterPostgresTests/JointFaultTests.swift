#if Postgres
  import Foundation
  import RosterCore
  import RosterEngine
  import RosterPostgres
  import RosterStore
  import RosterTestKit
  import RosterTestSupport
  import Testing

  /// Lists that are changed as one while their server is killed.
  @Suite(
    "Faults of a server below several lists", .serialized,
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct JointFaultTests {
    /// What writers tell.
    private enum Event: Equatable {
      /// A change was acknowledged that appends a name.
      case acknowledged(String)
      /// A writer has ended.
      case ended
    }

    /// Two stores change both lists, as two processes do. Each has two writers, which name the lists in
    /// either order. All is opened anew after each restart.
    @Test(arguments: 0..<2 as Range<UInt64>)
    func noListHasAChangeThatTheOtherLacks(seed: UInt64) async throws {
      let server = try PostgresServer()
      var configuration = PostgresConfiguration(server.connection)
      configuration.schema = server.newSchema()
      var random = SplitMix64(seed: seed)
      var acknowledged: Set<String> = []
      var former: [String] = []
      for round in 0..<8 {
        let comment = "seed \(seed), round \(round)"
        acknowledged.formUnion(
          try await change(
            configuration, prefix: "\(round)", whileRestarting: server,
            after: 1 + random.index(below: 40), comment))
        let items = try expectEqualLists(configuration, comment)
        #expect(acknowledged.subtracting(items) == [], "\(comment): acknowledged, and in neither")
        #expect(Set(items).count == items.count, "\(comment): a change is there twice")
        // What was in neither list does not come later, and what was in both stays.
        #expect(items.starts(with: former), "\(comment)")
        #expect(
          items.dropFirst(former.count).allSatisfy { $0.hasPrefix("\(round).") },
          "\(comment): a change came late")
        former = items
      }
    }

    // MARK: Writing

    /// Changes both lists until the server was killed and started again.
    ///
    /// - Parameters:
    ///   - prefix: What all names begin with that are appended.
    ///   - count: After how many acknowledged changes the server is killed.
    /// - Returns: The names that were acknowledged.
    private func change(
      _ configuration: PostgresConfiguration, prefix: String,
      whileRestarting server: PostgresServer, after count: Int, _ comment: String
    ) async throws -> [String] {
      let pairs = try (0..<2).map { _ in try Pair(configuration) }
      let writers = pairs.flatMap { [$0, $0.reversed] }
      let events = Recorder<Event>()
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        for (number, writer) in writers.enumerated() {
          tasks.addTask {
            await write(to: writer, prefix: "\(prefix).\(number)", events, comment)
          }
        }
        await events.wait { [writerCount = writers.count] events in
          let endedCount = events.count { $0 == .ended }
          return endedCount == writerCount || events.count - endedCount >= count
        }
        try await restart(server)
        tasks.cancelAll()
      }
      for pair in pairs { await pair.close() }
      return events.values.compactMap { event in
        if case .acknowledged(let name) = event { name } else { nil }
      }
    }

    /// Appends names to both lists until the server is gone or the task is cancelled.
    private func write(
      to lists: Pair, prefix: String, _ events: Recorder<Event>, _ comment: String
    ) async {
      defer { events.record(.ended) }
      var number = 0
      while !Task.isCancelled {
        number += 1
        let name = "\(prefix).\(number)"
        do {
          try await lists.store.change(lists.one, lists.other) { one, other in
            try one.append(name)
            try other.append(name)
          }
          events.record(.acknowledged(name))
        } catch {
          switch code(of: error) {
          case .busy: continue
          case .failed, .unreadable: return
          default:
            Issue.record("\(comment): \(error)")
            return
          }
        }
      }
    }

    /// Returns how storage has failed, `nil` if it has not.
    private func code(of error: any Error) -> StorageError.Code? {
      switch error as? DataSourceError {
      case .storage(let cause): cause.code
      case .suspended(let suspension): suspension.cause.code
      default: nil
      }
    }

    /// Kills the server and starts it again, on a thread of its own: the writers need those of tasks.
    private func restart(_ server: PostgresServer) async throws {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(
            with: Result {
              try server.kill()
              try server.start()
            })
        }
      }
    }

    // MARK: Looking

    /// Opens both lists as the next process would, and checks that they are sound and equal, with a
    /// revision for each item.
    ///
    /// - Returns: The items of the first one.
    private func expectEqualLists(
      _ configuration: PostgresConfiguration, _ comment: String
    ) throws -> [String] {
      let store = try PostgresStore(configuration)
      defer { store.close() }
      #expect(try store.findingsBesideRows().map(\.message) == [], "\(comment)")
      let contents = try Pair.names.map { name in
        let list = try #require(try store.list(named: name, create: false), "\(comment)")
        try list.verifyContents()
        let state = try list.load()
        let items = try list.rows(of: state).sections.flatMap(\.items)
        #expect(state.revision == items.count, "\(comment), list \(name)")
        return items
      }
      #expect(contents[0] == contents[1], "\(comment)")
      return contents[0]
    }
  }

  /// Two lists of one store, which a process has open.
  private struct Pair {
    typealias TextList = ListDataSource<String, String, Never>

    static let names = ["one", "other"]

    let store: PostgresStore
    let one: TextList
    let other: TextList

    init(_ configuration: PostgresConfiguration) throws {
      let store = try PostgresStore(configuration)
      let lists = try Self.names.map { name in
        try TextList(
          storage: #require(try store.list(named: name)), codec: TextCodec(),
          sectionCodec: TextCodec())
      }
      self.init(store, lists[0], lists[1])
    }

    private init(_ store: PostgresStore, _ one: TextList, _ other: TextList) {
      self.store = store
      self.one = one
      self.other = other
    }

    /// The same lists in the other order.
    var reversed: Self { Self(store, other, one) }

    func close() async {
      await one.close()
      await other.close()
      store.close()
    }
  }
#endif
