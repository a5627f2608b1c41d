import Foundation
import GRDB
import RosterCore
import RosterDerived
import RosterEngine
import RosterStore

/// Derived lists: a change of the source until the derived list shows it, beside the change alone and beside what users do
/// today; opening, and making one.
struct DerivedBenchmark {
  let runs: Int

  private typealias List = BenchmarkList.DataSource
  private typealias Derived = DerivedList<[UInt8], Ungrouped, Never>

  private static let changeCount = 200

  func figures() async throws -> [Figure] {
    var figures: [Figure] = []
    for count in [1_000, 100_000, 1_000_000] { figures += try await changeFigures(count) }
    figures.append(try await togetherFigure(100_000))
    figures += try await refetchFigures()
    figures += try await wholeFigures(1_000_000)
    for count in [10_000, 200_000] { figures += try await searchFigures(count) }
    return figures
  }

  /// A model with a rank, by which lists are sorted.
  private static func model(rank: Int) -> [UInt8] {
    withUnsafeBytes(of: rank.bigEndian) { Array($0) }
      + [UInt8](repeating: 120, count: BareList.modelSize - 8)
  }

  private static func rank(_ model: [UInt8]) -> Int {
    model.prefix(8).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Makes a list whose ranks are in no order.
  private static func source(_ store: SQLiteStore, count: Int) throws -> List {
    let list = try BenchmarkList(store, named: "main").dataSource
    _ = try list.applySynchronously(Changeset { $0.insertSection(at: 0) })
    for start in stride(from: 0, to: count, by: 100_000) {
      let models = (start..<min(start + 100_000, count)).map {
        model(rank: $0 &* 7_919 % count * 2)
      }
      _ = try list.applySynchronously(
        Changeset { $0.insertItems(models, at: ItemPath(section: 0, item: start)) })
    }
    return list
  }

  private static func byRank(_ list: List, _ name: String) throws -> Derived {
    try list.derived(name, version: "1").where { $0.last == 120 }
      .sorted { [.ascending(rank($0))] }.open()
  }

  // MARK: Changes

  private func changeFigures(_ count: Int) async throws -> [Figure] {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path("derived"))
    let list = try Self.source(store, count: count)
    let alone = try BenchmarkList(path: folder.path("alone"), count: count).dataSource
    var derived = [try Self.byRank(list, "by rank")]
    var batches = [try derived[0].list.batches().makeAsyncIterator()]
    var random = FastRandom()
    func update(_ list: List, _ change: (inout [UInt8]) -> Void) throws {
      let path = ItemPath(section: 0, item: Int.random(in: 0..<count, using: &random))
      guard var model = try list.snapshot.model(at: path) else { return }
      change(&model)
      _ = try list.applySynchronously(Changeset { $0.updateItem(at: path, model) })
    }
    var step: UInt8 = 0
    let stays = { (model: inout [UInt8]) in
      step &+= 1
      model[20] = step
    }
    let moves = { (model: inout [UInt8]) in
      step &+= 1
      // Each makes a batch, also of what is not shown.
      model[model.count - 1] = 120
      model.replaceSubrange(
        0..<8, with: Self.model(rank: (Self.rank(model) &* 31 &+ Int(step)) % (2 * count)).prefix(8)
      )
    }
    let goes = { (model: inout [UInt8]) in
      step &+= 1
      model[20] = step
      model[model.count - 1] = 0
    }
    func followed(_ change: (inout [UInt8]) -> Void) async throws {
      try update(list, change)
      for index in batches.indices { _ = try await batches[index].next() }
    }
    let times = try await Stopwatch().fewestSeconds(
      runs: runs, count: Self.changeCount,
      [
        { try update(alone, stays) }, { try await followed(stays) }, { try await followed(moves) },
      ])
    let hidden = try await Stopwatch().fewestSeconds(
      runs: runs, count: Self.changeCount,
      [
        {
          try update(list, goes)
          try await derived[0].bringUpToDate()
        }
      ])[0]
    var figures = [
      Figure(
        name: "an update of \(count), derived list, stays", value: times[1].asTime,
        baseline: "the update alone \(times[0].asTime)", ratio: (times[1] / times[0]).asFactor,
        goal: count == 1_000_000 ? "≤ 1.5×" : ""),
      Figure(
        name: "  moves", value: times[2].asTime, baseline: "the update alone \(times[0].asTime)",
        ratio: (times[2] / times[0]).asFactor, goal: count == 1_000_000 ? "≤ 2×" : ""),
      Figure(
        name: "  goes, or is not shown", value: hidden.asTime,
        baseline: "the update alone \(times[0].asTime)", ratio: (hidden / times[0]).asFactor),
    ]
    guard count == 100_000 else { return figures }
    for number in 1..<10 {
      derived.append(try Self.byRank(list, "by rank \(number)"))
      batches.append(try derived[number].list.batches().makeAsyncIterator())
    }
    let ten = try await Stopwatch().fewestSeconds(
      runs: runs, count: Self.changeCount,
      [{ try update(alone, moves) }, { try await followed(moves) }])
    figures.append(
      Figure(
        name: "  moves in ten derived lists", value: ten[1].asTime,
        baseline: "eleven updates \((11 * ten[0]).asTime)",
        ratio: (ten[1] / ten[0] / 11).asFactor, goal: "≤ 1×"))
    return figures
  }

  /// A list that moves an item in the transaction of its source, beside one that follows.
  private func togetherFigure(_ count: Int) async throws -> Figure {
    let folder = try TemporaryFolder()
    let (following, together) = (
      try Self.source(try SQLiteStore(path: folder.path("following")), count: count),
      try Self.source(try SQLiteStore(path: folder.path("together")), count: count)
    )
    let derived = try Self.byRank(following, "by rank")
    let kept = try together.derived("by rank", version: "1").where { $0.last == 120 }
      .sorted { [.ascending(Self.rank($0))] }.together().open()
    var batches = try derived.list.batches().makeAsyncIterator()
    var keptBatches = try kept.list.batches().makeAsyncIterator()
    var random = FastRandom()
    func update(_ list: List) throws {
      let path = ItemPath(section: 0, item: Int.random(in: 0..<count, using: &random))
      let rank = Int.random(in: 0..<2 * count, using: &random)
      _ = try list.applySynchronously(
        Changeset { $0.updateItem(at: path, Self.model(rank: rank)) })
    }
    let times = try await Stopwatch().fewestSeconds(
      runs: runs, count: Self.changeCount,
      [
        {
          try update(following)
          _ = try await batches.next()
        },
        {
          try update(together)
          _ = try await keptBatches.next()
        },
      ])
    return Figure(
      name: "  moves in \(count), in one transaction", value: times[1].asTime,
      baseline: "in a transaction of its own \(times[0].asTime)",
      ratio: (times[1] / times[0]).asFactor)
  }

  // MARK: What users do today

  private struct Message: FetchableRecord, Identifiable, Equatable, Sendable {
    var id: Int
    var rank: Int
    var model: [UInt8]

    init(row: Row) {
      id = row[0]
      rank = row[1]
      model = Array(row[2] as Data)
    }
  }

  private func refetchFigures() async throws -> [Figure] {
    let folder = try TemporaryFolder()
    let count = 100_000
    let list = try Self.source(try SQLiteStore(path: folder.path("derived")), count: count)
    let derived = try Self.byRank(list, "by rank")
    var batches = try derived.list.batches().makeAsyncIterator()
    let pool = try DatabasePool(path: folder.path("grdb"))
    try await pool.write { database in
      try database.execute(
        sql: "CREATE TABLE message (id INTEGER PRIMARY KEY, rank INTEGER, model BLOB)")
      try database.execute(sql: "CREATE INDEX message_rank ON message (rank, id)")
      let model = Data(repeating: 120, count: BareList.modelSize)
      for number in 0..<count {
        try database.execute(
          sql: "INSERT INTO message (rank, model) VALUES (?, ?)", arguments: [number * 2, model])
      }
    }
    let fetch: @Sendable (Database) throws -> [Message] = { database in
      try Message.fetchAll(database, sql: "SELECT * FROM message ORDER BY rank, id")
    }
    var before = try await pool.read(fetch)
    var random = FastRandom()
    var fewest = (derived: Double.infinity, fetched: Double.infinity)
    for number in 0..<20 * runs {
      let rank = Int.random(in: 0..<2 * count, using: &random)
      let path = ItemPath(section: 0, item: Int.random(in: 0..<count, using: &random))
      var start = ContinuousClock.now
      _ = try list.applySynchronously(
        Changeset { $0.updateItem(at: path, Self.model(rank: rank)) })
      _ = try await batches.next()
      fewest.derived = min(fewest.derived, (ContinuousClock.now - start) / .seconds(1))
      guard number < 2 * runs else { continue }
      start = ContinuousClock.now
      try await pool.write {
        try $0.execute(
          sql: "UPDATE message SET rank = ? WHERE id = ?", arguments: [rank, path.item + 1])
      }
      let after = try await pool.read(fetch)
      let section = [IdentifiedSection<Int, Message, Int>](
        [IdentifiedSection(id: 0, items: before)])
      let next = [IdentifiedSection<Int, Message, Int>](
        [IdentifiedSection(id: 0, items: after)])
      _ = try Changeset.difference(from: section, to: next)
      before = after
      fewest.fetched = min(fewest.fetched, (ContinuousClock.now - start) / .seconds(1))
    }
    return [
      Figure(
        name: "a row of \(count) moves", value: fewest.derived.asTime,
        baseline: "write, fetch in order, diff \(fewest.fetched.asTime)",
        ratio: (fewest.fetched / fewest.derived).asFactor + " faster", goal: "≥ 300×")
    ]
  }

  // MARK: The whole list

  private func wholeFigures(_ count: Int) async throws -> [Figure] {
    let folder = try TemporaryFolder()
    let path = folder.path("derived")
    var store = try SQLiteStore(path: path)
    var list = try Self.source(store, count: count)
    let before = try store.byteCounts().used
    var start = ContinuousClock.now
    var derived = try Self.byRank(list, "by rank")
    let making = (ContinuousClock.now - start) / .seconds(1)
    let byteCount = try store.byteCounts().used - before
    // What it is compared with: the same models, sorted in memory, as a list of their own.
    let models = try list.snapshot.models()
    start = ContinuousClock.now
    let sorted = models.enumerated().sorted { left, right in
      (Self.rank(left.element), left.offset) < (Self.rank(right.element), right.offset)
    }.map(\.element)
    let other = try BenchmarkList(path: folder.path("other")).dataSource
    _ = try other.applySynchronously(
      Changeset {
        $0.insertSection(at: 0)
        $0.insertItems(sorted, at: ItemPath(section: 0, item: 0))
      })
    let sorting = (ContinuousClock.now - start) / .seconds(1)
    start = ContinuousClock.now
    _ = models.filter { Self.rank($0) < count }
    let filtering = (ContinuousClock.now - start) / .seconds(1)
    start = ContinuousClock.now
    try await derived.redefine(
      list.derived("by rank", version: "2").where { Self.rank($0) < count }
        .sorted { [.ascending(Self.rank($0))] })
    let redefining = (ContinuousClock.now - start) / .seconds(1)
    try await derived.redefine(
      list.derived("by rank", version: "1").where { $0.last == 120 }
        .sorted { [.ascending(Self.rank($0))] })
    // An opening reads the last revisions, which are not usually half of the list.
    for number in 0..<3 {
      _ = try list.applySynchronously(
        Changeset {
          $0.updateItem(at: ItemPath(section: 0, item: number), Self.model(rank: number))
        })
      try await derived.bringUpToDate()
    }
    var opening = (source: Double.infinity, derived: Double.infinity)
    for _ in 0..<runs {
      await derived.close()
      await list.close()
      try store.close()
      store = try SQLiteStore(path: path)
      start = ContinuousClock.now
      list = try BenchmarkList(store, named: "main").dataSource
      opening.source = min(opening.source, (ContinuousClock.now - start) / .seconds(1))
      start = ContinuousClock.now
      derived = try Self.byRank(list, "by rank")
      opening.derived = min(opening.derived, (ContinuousClock.now - start) / .seconds(1))
    }
    return [
      Figure(
        name: "open a derived list of \(count)", value: opening.derived.asTime,
        baseline: "its source \(opening.source.asTime)",
        ratio: (opening.derived / opening.source).asFactor),
      Figure(
        name: "make a derived list of \(count)", value: making.asTime,
        baseline: "sort in memory, insert \(sorting.asTime)", ratio: (making / sorting).asFactor,
        goal: "≤ 3×"),
      Figure(
        name: "  on disk, for each item", value: "\(byteCount / count) bytes", goal: "≤ 60"),
      Figure(
        name: "half of it goes by another definition", value: redefining.asTime,
        baseline: "Array.filter \(filtering.asTime)", ratio: (redefining / filtering).asFactor,
        goal: "≤ 2×"),
    ]
  }

  // MARK: Search

  /// Returns eight of 4,000 words, by the rank of a model.
  private static func text(_ model: [UInt8]) -> String {
    let rank = rank(model)
    return (0..<8).map { "word\((rank &* 31 &+ $0 &* 7_919) % 4_000)" }.joined(separator: " ")
  }

  private func searchFigures(_ count: Int) async throws -> [Figure] {
    let folder = try TemporaryFolder()
    let list = try Self.source(try SQLiteStore(path: folder.path("derived")), count: count)
    var start = ContinuousClock.now
    let found = try list.derived("found", version: "1").search("word17 word80") { [Self.text($0)] }
      .sorted { [.ascending(Self.rank($0))] }.open()
    let making = (ContinuousClock.now - start) / .seconds(1)
    // The same words in a table of FTS5 alone, with their texts beside it.
    let queue = try DatabaseQueue(path: folder.path("bare"))
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    start = ContinuousClock.now
    let models = try list.snapshot.models()
    try await queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE message (id INTEGER PRIMARY KEY, text TEXT);
          CREATE VIRTUAL TABLE words USING fts5(text, content='message', content_rowid='id');
          """)
      for (number, model) in models.enumerated() {
        for table in ["message (id, text)", "words (rowid, text)"] {
          try database.cachedStatement(sql: "INSERT INTO \(table) VALUES (?, ?)")
            .execute(arguments: [number, Self.text(model)])
        }
      }
    }
    let indexing = (ContinuousClock.now - start) / .seconds(1)
    var random = FastRandom()
    var step = 0
    // Never one twice in a row, which makes no batch.
    func word() -> String {
      step += 1
      return "word\(1_000 + step &* 1_009 % 3_000)"
    }
    var batches = try found.list.batches().makeAsyncIterator()
    let times = try await Stopwatch().fewestSeconds(
      runs: runs, count: Self.changeCount / 4,
      [
        {
          let pattern = "\"\(word())\"*"
          _ = try await queue.read {
            try Int.fetchAll(
              $0, sql: "SELECT rowid FROM words WHERE words MATCH ?", arguments: [pattern])
          }
        },
        {
          try await found.search(word())
          _ = try await batches.next()
        },
      ])
    let writes = try await Stopwatch().fewestSeconds(
      runs: runs, count: Self.changeCount / 4,
      [
        {
          step += 1
          let number = Int.random(in: 0..<count, using: &random)
          let text = Self.text(Self.model(rank: step))
          try await queue.write { database in
            try database.execute(
              sql: """
                INSERT INTO words (words, rowid, text)
                SELECT 'delete', id, text FROM message WHERE id = ?
                """, arguments: [number])
            try database.execute(
              sql: "UPDATE message SET text = ? WHERE id = ?", arguments: [text, number])
            try database.execute(
              sql: "INSERT INTO words (rowid, text) VALUES (?, ?)", arguments: [number, text])
          }
        },
        {
          step += 1
          let path = ItemPath(section: 0, item: Int.random(in: 0..<count, using: &random))
          _ = try list.applySynchronously(
            Changeset { $0.updateItem(at: path, Self.model(rank: step)) })
          try await found.bringUpToDate()
        },
      ])
    return [
      Figure(
        name: "search in \(count) texts for another word", value: times[1].asTime,
        baseline: "FTS5 alone \(times[0].asTime)", ratio: (times[1] / times[0]).asFactor),
      Figure(
        name: "  an update of a text until the search has it", value: writes[1].asTime,
        baseline: "FTS5 alone \(writes[0].asTime)", ratio: (writes[1] / writes[0]).asFactor,
        goal: "≤ 1.3×"),
      Figure(
        name: "  make the index", value: making.asTime, baseline: "FTS5 alone \(indexing.asTime)",
        ratio: (making / indexing).asFactor),
    ]
  }
}
