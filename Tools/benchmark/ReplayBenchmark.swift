import Foundation
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterReplay
import RosterStore

/// A changeset log replayed without output.
struct ReplayBenchmark {
  let runs: Int
  let log: String

  private struct Silence: ReplayObserver {
    mutating func applied(_ batch: ListBatch<JSONValue, JSONValue, Never>) {}
    mutating func refused(_ refusal: EntryRefusal, line: Int) {}
  }

  func figures() async throws -> [Figure] {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: log)))
    let folder = try TemporaryFolder()
    let clock = ContinuousClock()
    var figures: [Figure] = []
    for mode in ReplayMode.allCases {
      var fewest = Duration.seconds(1_000)
      var count = 0
      for run in 0..<runs {
        let start = clock.now
        count = try await replay(bytes, mode: mode, path: folder.path("\(mode)-\(run)"))
        fewest = min(fewest, clock.now - start)
      }
      figures.append(
        Figure(
          name: "replay of \(count) changesets, \(mode.rawValue)",
          value: "\(Int(Double(count) / (fewest / .seconds(1)))) a second",
          goal: mode == .async ? "≥ 50000 a second" : ""))
    }
    return figures
  }

  private func replay(_ bytes: [UInt8], mode: ReplayMode, path: String) async throws -> Int {
    let store = try SQLiteStore(path: path)
    var replay = try LogReplay(mode: mode, observer: Silence()) {
      guard let list = try store.list(named: "main") else {
        throw BareDatabase.Failure(message: "no list")
      }
      return try ListDataSource(
        storage: list, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
    } closeStorage: {
    }
    var reader = try ChangesetLogReader(bytes)
    while let line = try reader.next() { try await replay.take(line.entry, line: line.number) }
    try await replay.finish()
    return replay.appliedCount
  }
}
