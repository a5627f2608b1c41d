import RosterCore
import RosterEngine

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
      let seconds = try stopwatch.fewestSeconds(
        runs: runs,
        [
          { for _ in 0..<inserts { try list.insertOne() } },
          { for _ in 0..<inserts { try bare.insertSameRows() } },
          { for _ in 0..<inserts { try bare.insertOneRow() } },
          { for _ in 0..<inserts { try list.insertAtItsTurn() } },
        ]
      ).map { $0 / Double(inserts) }
      first = first ?? seconds[0]
      figures.append(
        Figure(
          name: "one durable insert, \(count) items", value: seconds[0].asTime,
          baseline: "C, same rows \(seconds[1].asTime); C, one row \(seconds[2].asTime)",
          ratio: (seconds[0] / seconds[1]).asFactor + "; " + (seconds[0] / seconds[2]).asFactor,
          goal: "≤ 2×"))
      figures.append(
        Figure(
          name: "  made at its turn", value: seconds[3].asTime,
          ratio: (seconds[3] / seconds[0]).asFactor + " of the insert", goal: "≤ 1.1×"))
      figures.append(
        Figure(
          name: "  growth since \(counts[0]) items",
          value: (seconds[0] / (first ?? seconds[0])).asFactor, goal: "≤ 1.5×"))
    }
    return figures
  }
}
