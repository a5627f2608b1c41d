import CSQLite
import Dispatch
import GRDB
import RosterCore
import RosterEngine
import RosterGRDB
import RosterStore

/// Lists in the database of an application, beside the application's own writes and beside lists in a file; tables as
/// lists, beside the tables alone and GRDB's observation.
struct ApplicationBenchmark {
  let runs: Int

  private typealias List = BenchmarkList.DataSource

  private static let itemCount = 10_000
  private static let writeCount = 500
  private static let listCount = 10

  func figures() async throws -> [Figure] {
    try await listFigures() + stepFigures() + triggerFigures() + batchFigures()
      + otherProcessFigures() + roomFigures()
  }

  private func listFigures() async throws -> [Figure] {
    let folder = try TemporaryFolder()
    let pool = try await Self.pool(folder.path("application"), rowCount: 0)
    let roster = try RosterDatabase(pool)
    let lists = try (0..<Self.listCount).map {
      try BenchmarkList(roster.store, named: "list \($0)")
    }
    for list in lists.prefix(2) { try list.fill(count: Self.itemCount) }
    let file = try BenchmarkList(path: folder.path("roster"), count: Self.itemCount)
    let (one, other) = (lists[0], lists[1])

    let times = try await Stopwatch().fewestSeconds(
      runs: runs, count: Self.writeCount,
      [
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

  /// What a statement costs that GRDB steps, beside one that is stepped by calls of SQLite, as those of lists are.
  private func stepFigures() throws -> [Figure] {
    let queue = try DatabaseQueue()
    let count = 10_000
    let seconds = try queue.write { db in
      try db.execute(
        sql: "CREATE TABLE stepped (id INTEGER PRIMARY KEY, count INTEGER, title TEXT)")
      let sql = "INSERT INTO stepped (count, title) VALUES (?, ?)"
      let title = "a thing that is to be done"
      return try Stopwatch().fewestSeconds(
        runs: runs * 5,
        [
          {
            for number in 0..<count {
              try db.cachedStatement(sql: sql).execute(arguments: [number, title])
            }
          },
          {
            let statement = try db.cachedStatement(sql: sql).sqliteStatement
            for number in 0..<count {
              sqlite3_bind_int64(statement, 1, Int64(number))
              sqlite3_bind_text(statement, 2, title, -1, transient)
              guard sqlite3_step(statement) == SQLITE_DONE, sqlite3_reset(statement) == SQLITE_OK
              else {
                throw BareDatabase.Failure(message: "a row cannot be inserted")
              }
            }
          },
        ]
      ).map { $0 / Double(count) }
    }
    return [
      Figure(
        name: "a statement that GRDB steps", value: seconds[0].asTime,
        baseline: "stepped by SQLite \(seconds[1].asTime)",
        ratio: (seconds[0] / seconds[1]).asFactor)
    ]
  }

  // MARK: Tables as lists

  private struct Todo: Codable, FetchableRecord, PersistableRecord {
    var id: Int64
    var title: String
  }

  /// Makes a database with a table.
  private static func pool(_ path: String, rowCount: Int) async throws -> DatabasePool {
    let pool = try DatabasePool(path: path)
    try await pool.write { db in
      try db.execute(sql: "CREATE TABLE todo (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
      for _ in 0..<rowCount { try addRow(db) }
    }
    return pool
  }

  /// What the triggers cost that note changed rows.
  private func triggerFigures() async throws -> [Figure] {
    let folder = try TemporaryFolder()
    let bare = try await Self.pool(folder.path("bare"), rowCount: Self.itemCount)
    let noted = try await Self.pool(folder.path("noted"), rowCount: Self.itemCount)
    let idle = try await Self.pool(folder.path("idle"), rowCount: Self.itemCount)
    try await idle.write { db in
      try db.execute(
        sql: "CREATE TRIGGER idle AFTER INSERT ON todo WHEN FALSE BEGIN SELECT 1; END")
    }
    // The triggers stay, and nothing takes up the notes.
    try await RosterDatabase(noted).table(Todo.self).close()
    // So many that SQLite moves the log into the file several times in each run, which a second page for each row makes
    // more frequent.
    let rows = try await Stopwatch().fewestSeconds(
      runs: runs, count: 4_000,
      [
        { try await noted.write { try Self.addRow($0) } },
        { try await bare.write { try Self.addRow($0) } },
      ])
    let bulk = try await Stopwatch().fewestSeconds(
      runs: runs, count: 5,
      [
        { try await noted.write { db in for _ in 0..<1_000 { try Self.addRow(db) } } },
        { try await bare.write { db in for _ in 0..<1_000 { try Self.addRow(db) } } },
        { try await idle.write { db in for _ in 0..<1_000 { try Self.addRow(db) } } },
      ])
    return [
      Figure(
        name: "insert a row whose table is a list", value: rows[0].asTime,
        baseline: "no list \(rows[1].asTime)", ratio: (rows[0] / rows[1]).asFactor, goal: "≤ 1.3×"),
      Figure(
        name: "  1,000 rows in one transaction", value: bulk[0].asTime,
        baseline: "no list \(bulk[1].asTime)", ratio: (bulk[0] / bulk[1]).asFactor, goal: "≤ 1.5×"),
      Figure(
        name: "  beside a trigger that does nothing", value: bulk[0].asTime,
        baseline: "this trigger \(bulk[2].asTime)", ratio: (bulk[0] / bulk[2]).asFactor),
    ]
  }

  /// How long it takes from a write of the application to the batch of its list.
  private func batchFigures() async throws -> [Figure] {
    var figures: [Figure] = []
    for rowCount in [1_000, 100_000] {
      let folder = try TemporaryFolder()
      let noted = try await Self.pool(folder.path("noted"), rowCount: rowCount)
      let observed = try await Self.pool(folder.path("observed"), rowCount: rowCount)
      let roster = try RosterDatabase(noted)
      let todos = try roster.table(Todo.self)
      var batches = try todos.list.batches().makeAsyncIterator()
      var values = ValueObservation.tracking { try Todo.fetchAll($0) }.values(in: observed)
        .makeAsyncIterator()
      _ = try await values.next()
      var fewest = (
        noted: Double.infinity, together: Double.infinity, observed: Double.infinity
      )
      for number in 0..<20 * runs {
        var start = ContinuousClock.now
        try await noted.write { try Self.changeRow($0, number, "changed") }
        _ = try await batches.next()
        fewest.noted = min(fewest.noted, (ContinuousClock.now - start) / .seconds(1))
        start = ContinuousClock.now
        try await roster.write { try Self.changeRow($0, number, "changed again") }
        _ = try await batches.next()
        fewest.together = min(fewest.together, (ContinuousClock.now - start) / .seconds(1))
        start = ContinuousClock.now
        try await observed.write { try Self.changeRow($0, number, "changed") }
        _ = try await values.next()
        fewest.observed = min(fewest.observed, (ContinuousClock.now - start) / .seconds(1))
      }
      figures.append(
        Figure(
          name: "from a write to the batch, \(rowCount / 1_000),000 rows",
          value: fewest.noted.asTime,
          baseline: "ValueObservation \(fewest.observed.asTime)",
          ratio: (fewest.noted / fewest.observed).asFactor, goal: rowCount == 1_000 ? "≤ 1×" : ""))
      figures.append(
        Figure(
          name: "  in one transaction", value: fewest.together.asTime,
          baseline: "in two \(fewest.noted.asTime)",
          ratio: (fewest.together / fewest.noted).asFactor))
    }
    return figures
  }

  /// How long it takes from a write of another process to the batch of the list, beside an observation of GRDB, which
  /// sees no other process: one that this process tells of the change as soon as the other one has told it.
  private func otherProcessFigures() async throws -> [Figure] {
    var figures: [Figure] = []
    for rowCount in [1_000, 100_000] {
      let folder = try TemporaryFolder()
      let noted = try await Self.pool(folder.path("noted"), rowCount: rowCount)
      let observed = try await Self.pool(folder.path("observed"), rowCount: rowCount)
      let todos = try RosterDatabase(noted).table(Todo.self)
      var batches = try todos.list.batches().makeAsyncIterator()
      var values = ValueObservation.tracking { try Todo.fetchAll($0) }.values(in: observed)
        .makeAsyncIterator()
      _ = try await values.next()
      let (writer, otherWriter) = (try OtherWriter(noted.path), try OtherWriter(observed.path))
      var times: (noted: [Double], observed: [Double]) = ([], [])
      // The first write of each opens its database, and does not count.
      for number in 0...20 * runs {
        try writer.ask()
        _ = try await batches.next()
        let batchTime = DispatchTime.now()
        let start = try writer.start()
        try otherWriter.ask()
        let otherStart = try otherWriter.start()
        try await observed.write { try $0.notifyChanges(in: Table(Todo.databaseTableName)) }
        _ = try await values.next()
        let valueTime = DispatchTime.now()
        if number == 0 { continue }
        times.noted.append(Self.seconds(start, batchTime))
        times.observed.append(Self.seconds(otherStart, valueTime))
      }
      let (median, other) = (
        times.noted.sorted()[times.noted.count / 2], times.observed.sorted()[times.noted.count / 2]
      )
      figures.append(
        Figure(
          name: "from a write of another process, \(rowCount / 1_000),000 rows",
          value: median.asTime, baseline: "ValueObservation, told by a pipe \(other.asTime)",
          ratio: (median / other).asFactor, goal: "≤ 5 ms"))
    }
    return figures
  }

  /// How much a row of a kilobyte takes in its list, if it stays in its table and if it is copied.
  private func roomFigures() async throws -> [Figure] {
    let folder = try TemporaryFolder()
    let left = try await Self.pool(folder.path("left"), rowCount: Self.itemCount)
    let copied = try await Self.pool(folder.path("copied"), rowCount: Self.itemCount)
    for pool in [left, copied] {
      try await pool.write { try $0.execute(sql: "UPDATE todo SET title = hex(randomblob(500))") }
    }
    let (inTable, besides) = (try Self.byteCount(left), try Self.byteCount(copied))
    try await RosterDatabase(left).table(Todo.self, .rows).close()
    try await RosterDatabase(copied).table(Todo.self).close()
    let one = Double(try Self.byteCount(left) - inTable) / Double(Self.itemCount)
    let other = Double(try Self.byteCount(copied) - besides) / Double(Self.itemCount)
    return [
      Figure(
        name: "a row of 1 kB that stays in its table, in the list", value: "\(one.digits) bytes",
        baseline: "copied \(other.digits) bytes", ratio: (one / other).asFactor, goal: "≤ 0.1×")
    ]
  }

  /// The number of bytes of a database that hold something.
  private static func byteCount(_ pool: DatabasePool) throws -> Int {
    try pool.read { db in
      func value(_ pragma: String) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA \(pragma)") ?? 0
      }
      return try (value("page_count") - value("freelist_count")) * value("page_size")
    }
  }

  private static func seconds(_ start: DispatchTime, _ end: DispatchTime) -> Double {
    Double(Int64(end.uptimeNanoseconds) - Int64(start.uptimeNanoseconds)) / 1e9
  }

  static func changeRow(_ db: Database, _ number: Int, _ title: String) throws {
    try db.cachedStatement(sql: "UPDATE todo SET title = ? WHERE id = ?").execute(
      arguments: ["\(title) \(number)", number + 1])
  }

  // MARK: Lists

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
}
