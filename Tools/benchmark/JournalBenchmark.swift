import Foundation
import RosterCore
import RosterEngine
import RosterStore

/// Undo and redo beside plain changes, and how long a commit takes to get to another process.
struct JournalBenchmark {
  let runs: Int

  private static let itemCount = 10_000
  private static let changeCount = 500
  private static let commitCount = 300

  func figures() async throws -> [Figure] {
    try undoFigures() + [try await latency()]
  }

  // MARK: Undo

  private func undoFigures() throws -> [Figure] {
    let folder = try TemporaryFolder()
    var list = try BenchmarkList(path: folder.path("undo"), count: Self.itemCount)
    let dataSource = list.dataSource
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs,
      [
        { for _ in 0..<Self.changeCount { try list.updateOne() } },
        { for _ in 0..<Self.changeCount { try dataSource.applySynchronously(.undo()) } },
        { for _ in 0..<Self.changeCount { try dataSource.applySynchronously(.redo()) } },
      ]
    ).map { $0 / Double(Self.changeCount) }
    return zip(["undo", "redo"], seconds.dropFirst()).map { name, time in
      Figure(
        name: "one durable \(name), \(Self.itemCount) items", value: time.asTime,
        baseline: "a plain update \(seconds[0].asTime)", ratio: (time / seconds[0]).asFactor)
    }
  }

  // MARK: Latency

  /// The median time from before a commit in another process to its batch in this one.
  private func latency() async throws -> Figure {
    let folder = try TemporaryFolder()
    let path = folder.path("latency")
    let first = try BenchmarkList(path: path, count: 1_000)
    await first.dataSource.close()
    let list = try BenchmarkList(SQLiteStore(path: path), isShared: true)
    let batches = try list.dataSource.batches()
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--commit-to", path]
    try process.run()
    var latencies: [Double] = []
    for try await batch in batches {
      let now = Self.now
      guard let sent = batch.changes.annotation.at.flatMap({ Int($0) }) else { continue }
      latencies.append(Double(now - sent) * 1e-9)
      if latencies.count == Self.commitCount { break }
    }
    process.waitUntilExit()
    await list.dataSource.close()
    latencies.sort()
    return Figure(
      name: "commit to other process, median of \(latencies.count)",
      value: latencies[latencies.count / 2].asTime,
      baseline: "nine of ten within \(latencies[latencies.count * 9 / 10].asTime)",
      goal: "≤ 5 ms")
  }

  /// The other process: commits an update now and then, and says when it began to.
  static func commit(to path: String) throws {
    let list = try BenchmarkList(SQLiteStore(path: path), isShared: true)
    let model = [UInt8](repeating: 121, count: BareList.modelSize)
    for number in 0..<commitCount {
      Thread.sleep(forTimeInterval: 0.005)
      _ = try list.dataSource.applySynchronously(
        Changeset { $0.updateItem(at: ItemPath(section: 0, item: number), model) },
        ChangeAnnotation(at: "\(now)"))
    }
  }

  /// Nanoseconds of the clock that all processes of a system share.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
