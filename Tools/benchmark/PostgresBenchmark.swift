#if Postgres
  import Foundation
  import RosterCore
  import RosterEngine
  import RosterPostgres
  import RosterStore

  /// Durable insertions into a list on a PostgreSQL server, beside libpq alone, and by several writers.
  struct PostgresBenchmark {
    let runs: Int

    private static let listCount = 1_000
    /// The number of inserts of a block. One side's block follows the other's, so that both meet the
    /// same disk and the same neighbours.
    private static let blockSize = 80
    /// How many blocks of each side a run has.
    private static let blockCount = 16

    func figures() async throws -> [Figure] {
      let server = try BenchmarkServer()
      let store = try Self.store(server.connection)
      return [
        try await insertion(server, store, "one durable insert on a server", goal: "≤ 1.5×"),
        try await insertion(
          server, Self.store(server.connection + Self.withoutDisk),
          "the same, without waiting for the disk", Self.withoutDisk),
      ] + (try await writers(store)) + [
        Figure(
          name: "from a commit to the batch of another connection",
          value: try await latency(server).asTime, goal: "≤ 10 ms"),
        try opening(server, store),
      ]
    }

    /// What a connection string says so that a commit does not wait for the disk.
    private static let withoutDisk = " options='-c synchronous_commit=off'"

    private static func store(_ connection: String) throws -> PostgresStore {
      var configuration = PostgresConfiguration(connection)
      configuration.connectionCountMax = 8
      return try PostgresStore(configuration)
    }

    /// Insertions, one after the other, beside libpq with the rows that the last one wrote.
    private func insertion(
      _ server: BenchmarkServer, _ store: PostgresStore, _ name: String, _ options: String = "",
      goal: String = ""
    ) async throws -> Figure {
      let list = try Self.open(name, in: store)
      let bare = try BarePostgres(server.connection + options, list: name)
      let model = Self.model
      let times = try await paired([
        { _ in
          for _ in 0..<Self.blockSize { try list.applySynchronously(Self.insertion(model)) }
        },
        { _ in
          for _ in 0..<Self.blockSize { try bare.insertSameRows(model) }
        },
      ]) { try bare.readRows() }
      return Figure(
        name: name, value: times.median(0).asTime,
        baseline: "libpq, same rows \(times.median(1).asTime)", ratio: times.ratio(0, 1).asFactor,
        goal: goal)
    }

    /// One writer of one list, eight of one, and eight of many.
    private func writers(_ store: PostgresStore) async throws -> [Figure] {
      let alone = [try Self.open("alone", in: store)]
      let together = [try Self.open("together", in: store)]
      let many = try (0..<Self.listCount).map { try Self.open("many \($0)", in: store) }
      let times = try await paired([
        { try await Self.insert(1, alone, block: $0) },
        { try await Self.insert(8, together, block: $0) },
        { try await Self.insert(8, many, block: $0) },
      ])
      return [
        Figure(
          name: "inserts by eight writers of one list", value: times.median(1).asTime,
          baseline: "one writer \(times.median(0).asTime)", ratio: times.ratio(1, 0).asFactor,
          goal: "≤ 1×"),
        Figure(
          name: "inserts by eight writers of \(Self.listCount) lists",
          value: times.median(2).asTime, baseline: "one writer of one \(times.median(0).asTime)",
          ratio: times.ratio(2, 0).asFactor, goal: "≤ 0.33×"),
      ]
    }

    /// Runs blocks of each side in turn, forth and back.
    ///
    /// - Parameters:
    ///   - works: Insert a block of which they get the number.
    ///   - prepare: Is called before the blocks of a number, and not timed.
    private func paired(
      _ works: [(Int) async throws -> Void], _ prepare: () throws -> Void = {}
    ) async throws -> PairedTimes {
      let clock = ContinuousClock()
      var times = PairedTimes(works.count)
      // The first block of each prepares the statements, and does not count.
      for block in 0...(runs * Self.blockCount) {
        try prepare()
        var seconds = works.map { _ in 0.0 }
        let order = Array(works.indices)
        for side in block % 2 == 0 ? order : order.reversed() {
          let start = clock.now
          try await works[side](block)
          seconds[side] = (clock.now - start) / .seconds(1) / Double(Self.blockSize)
        }
        if block > 0 { times.add(seconds) }
      }
      return times
    }

    /// The median of the time from a commit to the batch of a list that follows it with connections
    /// of its own.
    private func latency(_ server: BenchmarkServer) async throws -> Double {
      let configuration = PostgresConfiguration(server.connection)
      var sharing = DataSourceConfiguration()
      sharing.isShared = true
      let writer = try Self.open("followed", in: PostgresStore(configuration), sharing)
      let reader = try Self.open("followed", in: PostgresStore(configuration), sharing)
      let batches = try reader.batches()
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

    /// Opening a long list that other processes write as well, and reading its first models.
    private func opening(_ server: BenchmarkServer, _ store: PostgresStore) throws -> Figure {
      let (count, partCount, readCount) = (1_000_000, 50_000, 50)
      let list = try Self.open("long", in: store)
      for start in stride(from: 1, to: count, by: partCount) {
        try list.applySynchronously(
          Changeset { changes in
            for item in start..<min(start + partCount, count) {
              changes.insertItem(Self.model, at: ItemPath(section: 0, item: item))
            }
          })
      }
      precondition(list.snapshot.state.itemCount == count)
      let bare = try BarePostgres(server.connection, list: "long")
      var sharing = DataSourceConfiguration()
      sharing.isShared = true
      var byteCounts = (roster: 0, bare: 0)
      let seconds = try Stopwatch().fewestSeconds(
        runs: runs * 5,
        [
          {
            byteCounts.roster = try Self.open("long", in: store, sharing).snapshot
              .models(inSection: 0, 0..<readCount).reduce(0) { $0 + $1.utf8.count }
          },
          { byteCounts.bare = try bare.open("long", modelCount: readCount) },
        ])
      precondition(byteCounts.roster == byteCounts.bare, "both read the same models")
      return Figure(
        name: "open a list of \(count) that others write, read \(readCount)",
        value: seconds[0].asTime, baseline: "libpq, same rows \(seconds[1].asTime)",
        ratio: (seconds[0] / seconds[1]).asFactor, goal: "≤ 3×")
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
        storage: list, codec: TextCodec(), sectionCodec: TextCodec(),
        configuration: configuration)
      if source.snapshot.revision == 0 {
        // A list that is in use has a page.
        try source.applySynchronously(Changeset { $0.insertSection(at: 0, "section") })
        try source.applySynchronously(insertion(model))
      }
      return source
    }

    private static func insertion(_ model: String) -> Changeset<String, String> {
      Changeset { $0.insertItem(model, at: ItemPath(section: 0, item: 0)) }
    }

    /// Inserts a block by some writers at once, each into its own of the lists by turns.
    private static func insert(_ writerCount: Int, _ lists: [TextList], block: Int) async throws {
      let model = model
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<writerCount {
          group.addTask {
            for number in 0..<(blockSize / writerCount) {
              let list = lists[(block * blockSize + number * writerCount + writer) % lists.count]
              _ = try await list.enqueue(insertion(model)).value
            }
          }
        }
        try await group.waitForAll()
      }
    }

    private static let model = String(repeating: "m", count: 128)
  }

  /// The seconds of blocks of some sides that were run in turn.
  private struct PairedTimes {
    private var sides: [[Double]]

    init(_ sideCount: Int) { sides = Array(repeating: [], count: sideCount) }

    mutating func add(_ seconds: [Double]) {
      for (side, value) in seconds.enumerated() { sides[side].append(value) }
    }

    func median(_ side: Int) -> Double { Self.median(sides[side]) }

    /// The median of what a block takes in proportion to that of another side beside it.
    func ratio(_ side: Int, _ other: Int) -> Double {
      Self.median(zip(sides[side], sides[other]).map { $0 / $1 })
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
  }
#endif
