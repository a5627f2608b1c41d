import RosterCore
import RosterEngine

/// 100,000 items in one changeset.
struct BulkBenchmark {
  let runs: Int

  func figures() throws -> [Figure] {
    let folder = try TemporaryFolder()
    let count = 100_000
    var run = 0
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs,
      [
        {
          run += 1
          let list = try BenchmarkList(path: folder.path("roster-\(run)"))
          _ = try list.dataSource.applySynchronously(.init { $0.insertSection(at: 0) })
          try list.insertBulk(count: count)
        },
        { _ = try BareList(path: folder.path("bare-\(run)"), count: count) },
      ])
    return [
      Figure(
        name: "\(count) items of 128 bytes in one changeset", value: seconds[0].asTime,
        baseline: "C insert loop \(seconds[1].asTime)",
        ratio: (seconds[1] / seconds[0]).asFactor + " its speed", goal: "≥ 0.5×")
    ]
  }
}
