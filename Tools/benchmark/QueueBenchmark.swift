import GRDB
import RosterCore
import RosterEngine

/// Insertions that are queued without waiting, which are committed in groups.
///
/// The baseline writes the same rows in groups of the same size: the journal tells how many groups
/// there were.
struct QueueBenchmark {
  let runs: Int

  private static let insertCount = 20_000
  private static let itemCount = 10_000
  private static let pendingCountMax = 1_024

  func figures() async throws -> [Figure] {
    let folder = try TemporaryFolder()
    let path = folder.path("roster")
    var list = try BenchmarkList(path: path, count: Self.itemCount)
    let bare = try BareList(path: folder.path("bare"), count: Self.itemCount)
    let stopwatch = Stopwatch()
    var seconds = Double.infinity
    var bareSeconds = Double.infinity
    var groupSize = 0.0
    for _ in 0..<runs {
      let groupsBefore = try Self.groupCount(in: path)
      let start = ContinuousClock.now
      try await list.insertQueued(count: Self.insertCount, pendingCountMax: Self.pendingCountMax)
      seconds = min(seconds, (ContinuousClock.now - start) / .seconds(1))
      let groups = try Self.groupCount(in: path) - groupsBefore
      groupSize = Double(Self.insertCount) / Double(groups)
      let size = max(1, Int(groupSize.rounded()))
      bareSeconds = min(
        bareSeconds,
        try stopwatch.seconds {
          for _ in 0..<Self.insertCount / size { try bare.insertSameRows(groupOf: size) }
        } * Double(Self.insertCount) / Double(Self.insertCount / size * size))
    }
    await list.dataSource.close()
    return [
      Figure(
        name: "\(Self.insertCount) queued inserts", value: Self.rate(seconds),
        baseline: "C, same rows \(Self.rate(bareSeconds)), in groups of \(groupSize.digits)",
        ratio: (seconds / bareSeconds).asFactor, goal: "≤ 2×")
    ]
  }

  private static func rate(_ seconds: Double) -> String {
    "\(Int(Double(insertCount) / seconds)) a second"
  }

  /// The number of transactions that the journal tells of: only the last revision of each has the
  /// digest of the order.
  private static func groupCount(in path: String) throws -> Int {
    let queue = try DatabaseQueue(path: path)
    return try queue.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM journal WHERE pages IS NOT NULL") ?? 0
    }
  }
}
