#if Postgres
  import Foundation
  import RosterCore
  import RosterEngine
  import RosterPostgres
  import RosterStore

  /// Durable insertions into a list on a PostgreSQL server, beside libpq alone, and by several writers.
  struct PostgresBenchmark {
    let runs: Int

    private static let insertCount = 800
    private static let listCount = 1_000

    func figures() async throws -> [Figure] {
      let server = try BenchmarkServer()
      let bare = try BarePostgres(server)
      var configuration = PostgresConfiguration(server.connection)
      configuration.connectionCountMax = 8
      let store = try PostgresStore(configuration)
      let list = try Self.open("one", in: store)
      let model = String(repeating: "m", count: 128)
      let page = "[\((1...200).map { "\(100_000 + $0)" }.joined(separator: ","))]"
      let seconds = try Stopwatch().fewestSeconds(
        runs: runs,
        [
          {
            for _ in 0..<Self.insertCount {
              try list.applySynchronously(Self.insertion(model))
            }
          },
          { for _ in 0..<Self.insertCount { try bare.insertSameRows(model, page: page) } },
        ]
      ).map { $0 / Double(Self.insertCount) }
      let alone = try await best {
        try await Self.seconds(1, [Self.open("alone \($0)", in: store)])
      }
      let together = try await best {
        try await Self.seconds(8, [Self.open("together \($0)", in: store)])
      }
      let many = try (0..<Self.listCount).map { try Self.open("many \($0)", in: store) }
      let apart = try await best { _ in try await Self.seconds(8, many) }
      let latency = try await self.latency(server)
      return [
        Figure(
          name: "one durable insert on a server", value: seconds[0].asTime,
          baseline: "libpq, same rows \(seconds[1].asTime)",
          ratio: (seconds[0] / seconds[1]).asFactor, goal: "≤ 1.5×"),
        Figure(
          name: "inserts by eight writers of one list", value: together.asTime,
          baseline: "one writer \(alone.asTime)", ratio: (together / alone).asFactor, goal: "≤ 1×"),
        Figure(
          name: "inserts by eight writers of \(Self.listCount) lists", value: apart.asTime,
          baseline: "one writer of one \(alone.asTime)", ratio: (apart / alone).asFactor,
          goal: "≤ 0.33×"),
        Figure(
          name: "from a commit to the batch of another connection", value: latency.asTime,
          goal: "≤ 10 ms"),
      ]
    }

    /// The shortest time of several runs.
    private func best(_ body: (Int) async throws -> Double) async throws -> Double {
      var best = Double.infinity
      for run in 0..<runs { best = min(best, try await body(run)) }
      return best
    }

    /// The median of the time from a commit to the batch of a list that follows it with connections
    /// of its own.
    private func latency(_ server: BenchmarkServer) async throws -> Double {
      let configuration = PostgresConfiguration(server.connection)
      var sharing = DataSourceConfiguration()
      sharing.isShared = true
      let writer = try Self.open("followed", in: PostgresStore(configuration), sharing)
      let reader = try Self.open("followed", in: PostgresStore(configuration), sharing)
      var batches = try reader.batches().makeAsyncIterator()
      let clock = ContinuousClock()
      var times: [Double] = []
      for _ in 0..<100 {
        let revision = try await writer.enqueue(Self.insertion("followed")).value.target.revision
        let start = clock.now
        while let batch = try await batches.next(), batch.target.revision < revision {}
        times.append((clock.now - start) / .seconds(1))
      }
      await writer.close()
      await reader.close()
      return times.sorted()[times.count / 2]
    }

    typealias TextList = ListDataSource<String, String, Never>

    private static func open(
      _ name: String, in store: PostgresStore,
      _ configuration: DataSourceConfiguration = DataSourceConfiguration()
    ) throws -> TextList {
      guard let list = try store.list(named: name) else {
        throw StorageError(.failed, "the list cannot be created")
      }
      let source = try TextList(
        storage: list as any ListStorage, codec: TextCodec(), sectionCodec: TextCodec(),
        configuration: configuration)
      if source.snapshot.revision == 0 {
        try source.applySynchronously(Changeset { $0.insertSection(at: 0, "section") })
      }
      return source
    }

    private static func insertion(_ model: String) -> Changeset<String, String> {
      Changeset { $0.insertItem(model, at: ItemPath(section: 0, item: 0)) }
    }

    /// The seconds that one of many inserts takes when some writers do them at once, each into its own
    /// of the lists by turns.
    private static func seconds(_ writerCount: Int, _ lists: [TextList]) async throws -> Double {
      let clock = ContinuousClock()
      let model = String(repeating: "m", count: 128)
      let start = clock.now
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<writerCount {
          group.addTask {
            for number in 0..<(insertCount / writerCount) {
              let list = lists[(number * writerCount + writer) % lists.count]
              _ = try await list.enqueue(insertion(model)).value
            }
          }
        }
        try await group.waitForAll()
      }
      return (clock.now - start) / .seconds(1) / Double(insertCount / writerCount * writerCount)
    }
  }
#endif
