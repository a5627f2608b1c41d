import RosterCore
import RosterEngine

/// 100,000 items in one changeset, and a million in changesets of several sizes.
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
    ] + (try parts(folder))
  }

  /// A list that is filled in parts, each of which is one changeset at its end, beside one transaction of
  /// the same items in C.
  private func parts(_ folder: TemporaryFolder) throws -> [Figure] {
    let count = 1_000_000
    let sizes = [1_000, 10_000, 100_000]
    let fill = sizes.map { size in
      {
        let list = try BenchmarkList(path: folder.path("parts-\(size)"))
        _ = try list.dataSource.applySynchronously(.init { $0.insertSection(at: 0) })
        for start in stride(from: 0, to: count, by: size) {
          try list.insertBulk(count: size, at: start)
        }
      }
    }
    let seconds = try Stopwatch().fewestSeconds(
      runs: 1, fill + [{ _ = try BareList(path: folder.path("bare"), count: count) }])
    let bare = seconds[sizes.count]
    return zip(sizes, seconds).map { size, seconds in
      Figure(
        name: "\(count) items, \(size) in a changeset", value: seconds.asTime,
        baseline: "C insert loop \(bare.asTime)",
        ratio: (bare / seconds).asFactor + " its speed")
    }
  }
}
