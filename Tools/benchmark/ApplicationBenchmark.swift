import GRDB
import RosterCore
import RosterEngine
import RosterGRDB
import RosterStore

/// Lists in the database of an application, beside the application's own writes and beside lists in a file.
struct ApplicationBenchmark {
  let runs: Int

  private typealias List = BenchmarkList.DataSource

  private static let itemCount = 10_000
  private static let writeCount = 500
  private static let listCount = 10

  func figures() async throws -> [Figure] {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.path("application"))
    try await pool.write { db in
      try db.execute(sql: "CREATE TABLE todo (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
    }
    let roster = try RosterDatabase(pool)
    let lists = try (0..<Self.listCount).map {
      try BenchmarkList(roster.store, named: "list \($0)")
    }
    for list in lists.prefix(2) { try list.fill(count: Self.itemCount) }
    let file = try BenchmarkList(path: folder.path("roster"), count: Self.itemCount)
    let (one, other) = (lists[0], lists[1])

    let times = try await fewestSeconds([
      { _ = try await one.dataSource.apply(.changeset(Self.insertion(one))) },
      { _ = try await file.dataSource.apply(.changeset(Self.insertion(file))) },
      { try await pool.write { try Self.addRow($0) } },
      {
        try await roster.write(one.dataSource) { db, list in
          try Self.addRow(db)
          try list.insert(one.model, at: Self.itemCount / 2)
        }
      },
      {
        try await roster.write(one.dataSource, other.dataSource) { db, one, two in
          try Self.addRow(db)
          try one.insert(other.model, at: Self.itemCount / 2)
          try two.insert(other.model, at: Self.itemCount / 2)
        }
      },
      {
        try await pool.write { try Self.addRow($0) }
        _ = try await one.dataSource.apply(.changeset(Self.insertion(one)))
        _ = try await other.dataSource.apply(.changeset(Self.insertion(other)))
      },
    ])
    let (inApplication, inFile, row, both, three, apart) =
      (times[0], times[1], times[2], times[3], times[4], times[5])
    let seconds = try Stopwatch().fewestSeconds(runs: runs * 10, [{ try Self.attach(pool) }])[0]
    return [
      Figure(
        name: "insert into a list of an application", value: inApplication.asTime,
        baseline: "list in a file \(inFile.asTime)", ratio: (inApplication / inFile).asFactor,
        goal: "≤ 1.2×"),
      Figure(
        name: "  and a row, in one transaction", value: both.asTime,
        baseline: "the row alone \(row.asTime)", ratio: (both / row).asFactor),
      Figure(
        name: "a row and two lists in one transaction", value: three.asTime,
        baseline: "three transactions \(apart.asTime)", ratio: (three / apart).asFactor,
        goal: "≤ 0.5×"),
      Figure(
        name: "attach to a database with \(Self.listCount) lists", value: seconds.asTime,
        goal: "≤ 5 ms"),
    ]
  }

  private static func insertion(_ list: BenchmarkList) -> Changeset<[UInt8], [UInt8]> {
    list.insertion(at: itemCount / 2)
  }

  private static func addRow(_ db: Database) throws {
    try db.cachedStatement(sql: "INSERT INTO todo (title) VALUES (?)").execute(
      arguments: ["a thing that is to be done"])
  }

  /// Opens the lists, and finds each.
  private static func attach(_ pool: DatabasePool) throws {
    let store = try RosterDatabase(pool).store
    for number in 0..<listCount {
      guard try store.list(named: "list \(number)", create: false) != nil else {
        throw BareDatabase.Failure(message: "no list \(number)")
      }
    }
    try store.close()
  }

  /// Does some things in turns, many times each.
  ///
  /// - Returns: The fewest seconds that each took.
  private func fewestSeconds(_ works: [() async throws -> Void]) async throws -> [Double] {
    var fewest = Array(repeating: Double.infinity, count: works.count)
    for _ in 0..<runs {
      for (index, work) in works.enumerated() {
        let start = ContinuousClock.now
        for _ in 0..<Self.writeCount { try await work() }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        fewest[index] = min(fewest[index], seconds / Double(Self.writeCount))
      }
    }
    return fewest
  }
}
