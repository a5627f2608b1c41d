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
  /// The number of items of the largest source. Those of the others are parts of it.
  let count: Int

  private typealias List = BenchmarkList.DataSource
  private typealias Derived = DerivedList<[UInt8], Ungrouped, Never>

  private static let changeCount = 200

  func figures() async throws -> [Figure] {
    // A part is never so small that it has no other place for an item.
    let (few, some) = (max(100, count / 1_000), max(200, count / 10))
    var figures: [Figure] = []
    var moving: [Double] = []
    for count in [few, some, count] {
      let (change, seconds) = try await changeFigures(count, hasTen: count == some)
      figures += change
      moving.append(seconds)
    }
    figures.append(
      Figure(
        name: "  moves, by the size of the source", value: moving[2].asTime,
        baseline: "in one of \(few) \(moving[0].asTime)",
        ratio: (moving[2] / moving[0]).asFactor, goal: "≤ 2×"))
    figures += try await togetherFigures(some)
    figures += try await refetchFigures(some)
    figures += try await wholeFigures(count)
    for count in [max(100, count / 100), max(200, count / 5), count] {
      figures += try await searchFigures(count)
    }
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

  private static func byRank(
    _ list: List, _ name: String, _ looks: CallCounter? = nil
  ) throws -> Derived {
    try list.derived(name, version: "1").where { model in
      looks?.count()
      return model.last == 120
    }.sorted { [.ascending(rank($0))] }.open()
  }

  // MARK: Changes

  /// - Parameter hasTen: Whether ten lists are measured as well.
  /// - Returns: The figures, and the seconds until a list shows that an item moves.
  private func changeFigures(
    _ count: Int, hasTen: Bool
  ) async throws -> (figures: [Figure], moving: Double) {
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
      model[20] = step
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
        goal: count == self.count ? "≤ 1.5×" : ""),
      Figure(
        name: "  moves", value: times[2].asTime, baseline: "the update alone \(times[0].asTime)",
        ratio: (times[2] / times[0]).asFactor, goal: count == self.count ? "≤ 2×" : ""),
      Figure(
        name: "  goes, or is not shown", value: hidden.asTime,
        baseline: "the update alone \(times[0].asTime)", ratio: (hidden / times[0]).asFactor),
    ]
    guard hasTen else { return (figures, times[2]) }
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
    return (figures, times[2])
  }

  /// Lists that move an item in the transaction of their source, beside ones that follow: one, and ten.
  private func togetherFigures(_ count: Int) async throws -> [Figure] {
    let folder = try TemporaryFolder()
    let (following, together) = (
      try Self.source(try SQLiteStore(path: folder.path("following")), count: count),
      try Self.source(try SQLiteStore(path: folder.path("together")), count: count)
    )
    func kept(_ name: String) throws -> Derived {
      try together.derived(name, version: "1").where { $0.last == 120 }
        .sorted { [.ascending(Self.rank($0))] }.together().open()
    }
    var lists = [try Self.byRank(following, "by rank"), try kept("by rank")]
    var batches = [try lists[0].list.batches().makeAsyncIterator()]
    var keptBatches = [try lists[1].list.batches().makeAsyncIterator()]
    var random = FastRandom()
    func update(_ list: List) throws {
      let path = ItemPath(section: 0, item: Int.random(in: 0..<count, using: &random))
      let rank = Int.random(in: 0..<2 * count, using: &random)
      _ = try list.applySynchronously(
        Changeset { $0.updateItem(at: path, Self.model(rank: rank)) })
    }
    func times() async throws -> [Double] {
      try await Stopwatch().fewestSeconds(
        runs: runs, count: Self.changeCount,
        [
          {
            try update(following)
            for index in batches.indices { _ = try await batches[index].next() }
          },
          {
            try update(together)
            for index in keptBatches.indices { _ = try await keptBatches[index].next() }
          },
        ])
    }
    let one = try await times()
    for number in 1..<10 {
      let more = [
        try Self.byRank(following, "by rank \(number)"), try kept("by rank \(number)"),
      ]
      batches.append(try more[0].list.batches().makeAsyncIterator())
      keptBatches.append(try more[1].list.batches().makeAsyncIterator())
      lists += more
    }
    let ten = try await times()
    // The lists follow for as long as they are kept.
    return withExtendedLifetime(lists) {
      [
        Figure(
          name: "  moves in \(count), in one transaction", value: one[1].asTime,
          baseline: "in a transaction of its own \(one[0].asTime)",
          ratio: (one[1] / one[0]).asFactor),
        Figure(
          name: "  in ten derived lists, in one transaction", value: ten[1].asTime,
          baseline: "in ten of their own \(ten[0].asTime)", ratio: (ten[1] / ten[0]).asFactor),
      ]
    }
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

  private func refetchFigures(_ count: Int) async throws -> [Figure] {
    let folder = try TemporaryFolder()
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
    // The newest revision has changed everything.
    await derived.close()
    start = .now
    derived = try Self.byRank(list, "by rank")
    let openingAgain = (ContinuousClock.now - start) / .seconds(1)
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
    let narrowing = try await narrowingFigures(list, models)
    var others = try (1..<10).map { try Self.byRank(list, "by rank \($0)") }
    // An opening reads the last revisions, which are not usually half of the list.
    for number in 0..<3 {
      _ = try list.applySynchronously(
        Changeset {
          $0.updateItem(at: ItemPath(section: 0, item: number), Self.model(rank: number))
        })
      for derived in others + [derived] { try await derived.bringUpToDate() }
    }
    var opening = (source: Double.infinity, derived: Double.infinity, ten: Double.infinity)
    let looks = CallCounter()
    for _ in 0..<runs {
      for derived in others + [derived] { await derived.close() }
      await list.close()
      try store.close()
      store = try SQLiteStore(path: path)
      start = ContinuousClock.now
      list = try BenchmarkList(store, named: "main").dataSource
      opening.source = min(opening.source, (ContinuousClock.now - start) / .seconds(1))
      start = ContinuousClock.now
      derived = try Self.byRank(list, "by rank", looks)
      opening.derived = min(opening.derived, (ContinuousClock.now - start) / .seconds(1))
      others = try (1..<10).map { try Self.byRank(list, "by rank \($0)", looks) }
      opening.ten = min(opening.ten, (ContinuousClock.now - start) / .seconds(1))
    }
    for derived in others + [derived] { await derived.close() }
    await list.close()
    try store.close()
    let memory = try Self.memoryFigures(path, count: count)
    return [
      Figure(
        name: "open a derived list of \(count)", value: opening.derived.asTime,
        baseline: "its source \(opening.source.asTime)",
        ratio: (opening.derived / opening.source).asFactor),
      Figure(
        name: "open ten of them, each", value: (opening.ten / 10).asTime,
        baseline: "their source \(opening.source.asTime)",
        ratio: (opening.ten / 10 / opening.source).asFactor, goal: "≤ 2 ms"),
      Figure(
        name: "  items looked at in \(runs) runs", value: "\(looks.callCount)",
        baseline: "scans of all ten \(10 * count * runs)", goal: "0"),
      Figure(
        name: "make a derived list of \(count)", value: making.asTime,
        baseline: "sort in memory, insert \(sorting.asTime)", ratio: (making / sorting).asFactor,
        goal: "≤ 3×"),
      Figure(
        name: "  on disk, for each item", value: "\(byteCount / count) bytes", goal: "≤ 60"),
      Figure(
        name: "  opened again at once", value: openingAgain.asTime,
        baseline: "its source \(opening.source.asTime)",
        ratio: (openingAgain / opening.source).asFactor),
      Figure(
        name: "half of it goes by another definition", value: redefining.asTime,
        baseline: "Array.filter \(filtering.asTime)", ratio: (redefining / filtering).asFactor,
        goal: "≤ 2×"),
    ] + narrowing + memory
  }

  /// A list that shows one of a hundred items, of which one of two goes by a definition that shows less.
  private func narrowingFigures(_ list: List, _ models: [[UInt8]]) async throws -> [Figure] {
    // The ranks are twice as many as the items.
    let bound = max(4, models.count / 50)
    let looks = CallCounter()
    func definition(_ bound: Int) -> DerivedDefinition<[UInt8], Ungrouped> {
      list.derived("few", version: "below \(bound)").where { model in
        looks.count()
        return Self.rank(model) < bound
      }.sorted { [.ascending(Self.rank($0))] }
    }
    let few = try definition(bound).open()
    let shown = try few.list.snapshot.models()
    var fewest = (narrower: Double.infinity, whole: Double.infinity, filter: Double.infinity)
    var lookCount = 0
    for _ in 0..<runs {
      let former = looks.callCount
      var start = ContinuousClock.now
      try await few.redefine(definition(bound / 2), narrowing: true)
      fewest.narrower = min(fewest.narrower, (ContinuousClock.now - start) / .seconds(1))
      lookCount = looks.callCount - former
      try await few.redefine(definition(bound))
      start = ContinuousClock.now
      try await few.redefine(definition(bound / 2))
      fewest.whole = min(fewest.whole, (ContinuousClock.now - start) / .seconds(1))
      try await few.redefine(definition(bound))
      start = ContinuousClock.now
      _ = shown.filter { Self.rank($0) < bound / 2 }
      fewest.filter = min(fewest.filter, (ContinuousClock.now - start) / .seconds(1))
    }
    await few.close()
    return [
      Figure(
        name: "half of the first \(shown.count) goes, narrowed",
        value: fewest.narrower.asTime,
        baseline: "Array.filter of these \(fewest.filter.asTime)",
        ratio: (fewest.narrower / fewest.filter).asFactor, goal: "≤ 2×"),
      Figure(
        name: "  items looked at", value: "\(lookCount)",
        baseline: "by any definition \(models.count), \(fewest.whole.asTime)",
        ratio: (Double(lookCount) / Double(max(1, shown.count))).asFactor, goal: "≤ 1×"),
    ]
  }

  // MARK: Memory

  /// Bytes that a process took for the open derived list, and after every page of it was read.
  private struct Memory: Codable {
    var opened: Int
    var read: Int
  }

  private static func memoryFigures(_ path: String, count: Int) throws -> [Figure] {
    let memory: Memory = try OwnProcess.answer(to: ["--memory-of-derived", path])
    return [("in memory, for each item", memory.opened), ("every page read", memory.read)].map {
      Figure(
        name: "  \($0)", value: "\((Double($1) / Double(count)).digits) bytes", goal: "≤ 3")
    }
  }

  /// Opens the derived list of a file, and prints what that took beside its source.
  static func printMemory(of path: String) throws {
    // A first list pays for what a process needs once.
    let folder = try TemporaryFolder()
    let small = try source(try SQLiteStore(path: folder.path("small")), count: 1_000)
    try MemoryProbe.readPages(of: byRank(small, "by rank").list.snapshot.state)
    let list = try BenchmarkList(path: path).dataSource
    try MemoryProbe.readPages(of: list.snapshot.state)
    let before = MemoryProbe.residentBytes
    let derived = try byRank(list, "by rank")
    let opened = MemoryProbe.residentBytes - before
    try MemoryProbe.readPages(of: derived.list.snapshot.state)
    let memory = Memory(opened: opened, read: MemoryProbe.residentBytes - before)
    print(String(decoding: try JSONEncoder().encode(memory), as: UTF8.self))
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
    // What a screen shows of what a word finds.
    let screens = try await Stopwatch().fewestSeconds(
      runs: runs, count: Self.changeCount / 4,
      [
        {
          let pattern = "\"\(word())\"*"
          _ = try await queue.read {
            try String.fetchAll(
              $0,
              sql: """
                SELECT message.text FROM words JOIN message ON message.id = words.rowid
                WHERE words MATCH ? LIMIT 50
                """, arguments: [pattern])
          }
        },
        {
          try await found.search(word())
          let snapshot = found.list.snapshot
          for item in 0..<min(50, snapshot.itemCount) {
            _ = try snapshot.model(at: ItemPath(section: 0, item: item))
          }
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
        // FTS5 ends at the 50th; the list first finds and sorts all.
        name: "  the first 50 of what it finds are read", value: screens[1].asTime,
        baseline: "FTS5 alone, any 50 \(screens[0].asTime)",
        ratio: (screens[1] / screens[0]).asFactor,
        goal: count == self.count ? "≤ 16 ms" : ""),
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

/// Counts calls of closures.
///
/// Unchecked because of the number, which `lock` guards.
private final class CallCounter: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  var callCount: Int { lock.withLock { number } }

  func count() { lock.withLock { number += 1 } }
}
