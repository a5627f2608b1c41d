import Foundation
import RosterCore
import RosterEngine

/// A snapshot of a million items, one of a hundred of which has changed, and what it holds in memory: a
/// process of its own applies it.
struct SnapshotBenchmark {
  /// What the process has to say.
  private struct Report: Codable {
    var seconds: Double
    /// What the models of the snapshot take, which the caller has.
    var modelBytes: Int
    /// What applying it takes besides.
    var peakBytes: Int
  }

  let count: Int

  func figures() throws -> [Figure] {
    let folder = try TemporaryFolder()
    let path = folder.path("list")
    let list = try BenchmarkList(path: path).dataSource
    _ = try list.applySynchronously(Changeset { $0.insertSection(at: 0) })
    for start in stride(from: 0, to: count, by: 10_000) {
      let models = (start..<min(start + 10_000, count)).map { Self.model(id: $0, content: 0) }
      _ = try list.applySynchronously(
        Changeset { $0.insertItems(models, at: ItemPath(section: 0, item: start)) })
    }
    let report: Report = try OwnProcess.answer(to: ["--apply-snapshot", path])
    return [
      Figure(
        name: "snapshot of \(count) items, 1 % changed, applied", value: report.seconds.asTime),
      Figure(
        name: "  memory besides the snapshot, at most", value: report.peakBytes.asMegabytes,
        baseline: "its models \(report.modelBytes.asMegabytes)",
        ratio: (Double(report.peakBytes) / Double(report.modelBytes)).asFactor, goal: "≤ 1×"),
    ]
  }

  /// Turns the list in a file into a snapshot, and prints what that took.
  static func apply(_ path: String) throws {
    let list = try BenchmarkList(path: path).dataSource
    let count = list.snapshot.state.itemCount
    let before = MemoryProbe.residentBytes
    let models = (0..<count).map { model(id: $0, content: $0 % 100 == 0 ? 1 : 0) }
    let made = MemoryProbe.residentBytes
    let seconds = try Stopwatch().seconds {
      _ = try list.applySynchronously(
        .contents(
          ListContents([.init(items: models)]), by: Identification(items: id(of:), sections: { $0 })
        ))
    }
    let report = Report(
      seconds: seconds, modelBytes: made - before, peakBytes: MemoryProbe.peakBytes - made)
    print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
  }

  private static func model(id: Int, content: UInt8) -> [UInt8] {
    var model = [UInt8](repeating: content, count: BareList.modelSize)
    for byte in 0..<8 { model[byte] = UInt8(truncatingIfNeeded: id >> (8 * byte)) }
    return model
  }

  @Sendable private static func id(of model: [UInt8]) -> Int {
    model.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
