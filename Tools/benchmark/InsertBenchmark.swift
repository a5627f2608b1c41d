import RosterCore
import RosterEngine
import RosterStore

/// One durable insertion end to end: given to the data source, committed, published.
struct InsertBenchmark {
  let runs: Int
  let counts: [Int]

  func figures() throws -> [Figure] {
    let folder = try TemporaryFolder()
    let stopwatch = Stopwatch()
    let inserts = 2_000
    var figures: [Figure] = []
    var first: Double?
    for count in counts {
      var list = try BenchmarkList(path: folder.path("roster-\(count)"), count: count)
      let bare = try BareList(path: folder.path("bare-\(count)"), count: count)
      var inMemory = try BenchmarkList(.inMemory())
      try inMemory.fill(count: count)
      let seconds = try stopwatch.fewestSeconds(
        runs: runs,
        [
          { for _ in 0..<inserts { try list.insertOne() } },
          { for _ in 0..<inserts { try bare.insertSameRows() } },
          { for _ in 0..<inserts { try bare.insertOneRow() } },
          { for _ in 0..<inserts { try list.insertAtItsTurn() } },
          { for _ in 0..<inserts { try inMemory.insertOne() } },
        ]
      ).map { $0 / Double(inserts) }
      first = first ?? seconds[0]
      figures.append(
        Figure(
          name: "one durable insert, \(count) items", value: seconds[0].asTime,
          baseline: "C, same rows \(seconds[1].asTime); C, one row \(seconds[2].asTime)",
          ratio: (seconds[0] / seconds[1]).asFactor + "; " + (seconds[0] / seconds[2]).asFactor,
          goal: "≤ 1.2×; ≤ 3×"))
      figures.append(
        Figure(
          name: "  made at its turn", value: seconds[3].asTime,
          ratio: (seconds[3] / seconds[0]).asFactor + " of the insert", goal: "≤ 1.1×"))
      figures.append(
        Figure(
          name: "  into a list in memory", value: seconds[4].asTime,
          ratio: (seconds[4] / seconds[0]).asFactor + " of the insert", goal: "≤ 1×"))
      figures.append(
        Figure(
          name: "  growth since \(counts[0]) items",
          value: (seconds[0] / (first ?? seconds[0])).asFactor, goal: "≤ 1.5×"))
    }
    return try figures + [jointFigure(in: folder, count: counts[0])]
  }

  /// An insertion into each of two lists of a file, as one change: beside the two changes committed in one group without
  /// data sources, by themselves, in a group of one list, which has fewer pages to write, and the rows of that in C.
  private func jointFigure(in folder: TemporaryFolder, count: Int) throws -> Figure {
    let inserts = 2_000
    let store = try SQLiteStore(path: folder.path("roster-joint"))
    var one = try BenchmarkList(store, named: "one")
    var other = try BenchmarkList(store, named: "other")
    var configuration = DataSourceConfiguration()
    configuration.groupCountMax = 2
    configuration.pendingCountMax = 2 * inserts
    var grouped = try BenchmarkList(store, named: "grouped", configuration)
    for list in [one, other, grouped] { try list.fill(count: count) }
    var stored = try StoredPair(in: store, count: count)
    let bare = try BareList(path: folder.path("bare-joint"), count: 2 * count)
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs,
      [
        { for _ in 0..<inserts { try one.insertOne(with: other, in: store) } },
        {
          for _ in 0..<inserts {
            try one.insertAtItsTurn()
            try other.insertAtItsTurn()
          }
        },
        { for _ in 0..<inserts { try stored.insertOne() } },
        { try grouped.insertInGroups(count: 2 * inserts) },
        { for _ in 0..<inserts { try bare.insertSameRows(groupOf: 2) } },
      ]
    ).map { $0 / Double(inserts) }
    return Figure(
      name: "one change of two lists, \(count) items each", value: seconds[0].asTime,
      baseline: "the two in one group \(seconds[2].asTime); by themselves \(seconds[1].asTime); "
        + "two of one list in a group \(seconds[3].asTime); C, rows of that \(seconds[4].asTime)",
      ratio: [2, 1, 3, 4].map { (seconds[0] / seconds[$0]).asFactor }.joined(separator: "; "),
      goal: "≤ 1.3×")
  }
}
