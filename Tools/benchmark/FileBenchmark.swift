import Foundation
import RosterCore
import RosterEngine
import RosterStore

/// What one change writes into the log, by kind, and how long that takes; beside C with the same rows, C with the
/// rows of the format before, and C with one row.
struct FileBenchmark {
  let runs: Int

  /// Few enough that no checkpoint begins the log anew.
  private static let changeCount = 200
  private static let itemCount = 10_000
  private static let largeModelSize = 10_000
  private static let largeItemCount = 1_000

  func figures() async throws -> [Figure] {
    let folder = try TemporaryFolder()
    return try await insertionFigures(folder) + kindFigures(folder) + largeFigures(folder)
      + [openFigure(folder)]
  }

  // MARK: Insertions

  private func insertionFigures(_ folder: TemporaryFolder) async throws -> [Figure] {
    let path = folder.path("roster")
    try await BenchmarkList(path: path, count: Self.itemCount).dataSource.close()
    var list = try BenchmarkList(path: path)
    func bare(_ form: BareList.Form) throws -> BareList {
      try BareList(path: folder.path("bare-\(form)"), count: Self.itemCount, form)
    }
    let (same, before) = (try bare(.ofPages64), try bare(.ofPages256WithIndex))
    let one = try BareList(path: folder.path("bare-one"), count: Self.itemCount)
    let works = [
      ("roster", { try list.insertOne() }), ("bare-ofPages64", { try same.insertSameRows() }),
      ("bare-ofPages256WithIndex", { try before.insertSameRows() }),
      ("bare-one", { try one.insertOneRow() }),
    ]
    var seconds = works.map { _ in Double.infinity }
    var bytes = works.map { _ in 0.0 }
    for bare in [same, before, one] { try bare.emptyLog(isLogged: true) }
    for (index, work) in works.enumerated() {
      let log = LogSize(folder.path(work.0))
      for _ in 0..<Self.changeCount { try work.1() }
      bytes[index] = log.growth / Double(Self.changeCount)
    }
    for bare in [same, before, one] { try bare.emptyLog(isLogged: false) }
    // The pages that are read for the first time are read by then.
    let timedCount = 10 * Self.changeCount
    for _ in 0..<runs {
      for (index, work) in works.enumerated() {
        let time = try Stopwatch().seconds { for _ in 0..<timedCount { try work.1() } }
        seconds[index] = min(seconds[index], time / Double(timedCount))
      }
    }
    let name = "one insertion, \(Self.itemCount) items"
    return [
      Figure(
        name: "\(name): bytes of log", value: bytes[0].asKilobytes,
        baseline: "C, same rows \(bytes[1].asKilobytes); one row \(bytes[3].asKilobytes)",
        ratio: (bytes[0] / bytes[1]).asFactor + "; " + (bytes[0] / bytes[3]).asFactor,
        goal: "≤ 12.6 kB"),
      Figure(
        name: "  time", value: seconds[0].asTime,
        baseline: "C, same rows \(seconds[1].asTime); one row \(seconds[3].asTime)",
        ratio: (seconds[0] / seconds[1]).asFactor + "; " + (seconds[0] / seconds[3]).asFactor,
        goal: "≤ 1.2×; ≤ 3×"),
      Figure(
        name: "  C, rows of this format and of the one before", value: bytes[1].asKilobytes,
        baseline:
          "before \(bytes[2].asKilobytes); \(seconds[1].asTime), before \(seconds[2].asTime)",
        ratio: (bytes[1] / bytes[2]).asFactor + "; " + (seconds[1] / seconds[2]).asFactor),
    ]
  }

  // MARK: Kinds

  private func kindFigures(_ folder: TemporaryFolder) async throws -> [Figure] {
    var random = FastRandom()
    let count = Self.itemCount
    let kinds:
      [(name: String, change: (BenchmarkList, _ number: Int) -> Changeset<[UInt8], [UInt8]>)] = [
        ("append", { list, number in list.insertion(at: count + number) }),
        ("prepend", { list, _ in list.insertion(at: 0) }),
        ("insert at one spot", { list, _ in list.insertion(at: count / 2) }),
        (
          "insert anywhere",
          { list, _ in list.insertion(at: Int.random(in: 0...count, using: &random)) }
        ),
        (
          "update",
          { list, _ in
            Changeset {
              $0.updateItem(
                at: ItemPath(section: 0, item: Int.random(in: 0..<count, using: &random)),
                list.model)
            }
          }
        ),
        (
          "move",
          { _, _ in
            Changeset {
              $0.moveItem(
                from: ItemPath(section: 0, item: Int.random(in: 0..<count, using: &random)),
                to: ItemPath(section: 0, item: Int.random(in: 0..<count, using: &random)))
            }
          }
        ),
        (
          "remove",
          { _, number in
            Changeset {
              $0.removeItem(
                at: ItemPath(section: 0, item: Int.random(in: 0..<count - number, using: &random)))
            }
          }
        ),
      ]
    var figures: [Figure] = []
    for kind in kinds {
      let path = folder.path("kind")
      try await BenchmarkList(path: path, count: count).dataSource.close()
      defer {
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: path + suffix)
        }
      }
      let list = try BenchmarkList(path: path)
      let log = LogSize(path)
      let seconds = try Stopwatch().seconds {
        for number in 0..<Self.changeCount {
          _ = try list.dataSource.applySynchronously(kind.change(list, number))
        }
      }
      figures.append(
        Figure(
          name: "one change of \(count) items: \(kind.name)",
          value: (log.growth / Double(Self.changeCount)).asKilobytes,
          baseline: (seconds / Double(Self.changeCount)).asTime))
    }
    return figures
  }

  // MARK: Large models

  /// Insertions of large models anywhere, beside a table of such rows.
  private func largeFigures(_ folder: TemporaryFolder) async throws -> [Figure] {
    let path = folder.path("large")
    let model = [UInt8](repeating: 121, count: Self.largeModelSize)
    do {
      let list = try BenchmarkList(path: path)
      _ = try list.dataSource.applySynchronously(
        Changeset {
          $0.insertSection(at: 0)
          $0.insertItems(
            Array(repeating: model, count: Self.largeItemCount), at: ItemPath(section: 0, item: 0))
        })
      await list.dataSource.close()
    }
    let list = try BenchmarkList(path: path)
    let bare = try BareList(path: folder.path("bare-large"), count: 0)
    var random = FastRandom()
    let log = LogSize(path)
    for number in 0..<Self.changeCount {
      let item = Int.random(in: 0...Self.largeItemCount + number, using: &random)
      _ = try list.dataSource.applySynchronously(
        Changeset { $0.insertItem(model, at: ItemPath(section: 0, item: item)) })
    }
    let bytes = log.growth
    try bare.emptyLog(isLogged: true)
    let bareLog = LogSize(folder.path("bare-large"))
    for _ in 0..<Self.changeCount { try bare.insertOneRow(of: model) }
    return [
      Figure(
        name: "insert a model of \(Self.largeModelSize) bytes: bytes of log",
        value: (bytes / Double(Self.changeCount)).asKilobytes,
        baseline: "C, one row \((bareLog.growth / Double(Self.changeCount)).asKilobytes)",
        ratio: (bytes / bareLog.growth).asFactor, goal: "≤ 1.3×")
    ]
  }

  // MARK: Opening

  private func openFigure(_ folder: TemporaryFolder) async throws -> Figure {
    let path = folder.path("million")
    try await BenchmarkList(path: path, count: 1_000_000).dataSource.close()
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs * 3,
      [
        {
          let store = try SQLiteStore(path: path)
          let itemCount = try store.list(named: "main")?.load().itemCount
          precondition(itemCount == 1_000_000)
          try store.close()
        }
      ])[0]
    return Figure(
      name: "open a closed file and a list of 1000000 items", value: seconds.asTime, goal: "≤ 6 ms")
  }
}

/// How much a write-ahead log has grown.
private struct LogSize {
  private let path: String
  private let before: Int

  init(_ path: String) {
    self.path = path + "-wal"
    before = Self.size(self.path)
  }

  /// The number of bytes since the object was made.
  var growth: Double { Double(Self.size(path) - before) }

  private static func size(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }
}

extension Double {
  fileprivate var asKilobytes: String { "\((self / 1e3).digits) kB" }
}
