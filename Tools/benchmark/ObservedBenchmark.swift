import Foundation
import Observation
import Roster
import RosterCore
import RosterEngine
import RosterStore

/// What the main thread does when a screen shows one change of a long list, beside an array that is observed as a whole.
///
/// Both have a screen that reads what is visible. Beside the median stands the slowest of all changes.
@MainActor struct ObservedBenchmark {
  private static let changeCount = 400
  private static let visibleCount = 40

  fileprivate struct Row {
    var id: ItemID
    var model: String
  }

  @Observable fileprivate final class Rows {
    var rows: [Row] = []
  }

  let count: Int

  func figures() async throws -> [Figure] {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path("list"))
    guard let stored = try store.list(named: "main") else {
      throw BareDatabase.Failure(message: "no list")
    }
    let list = try ListDataSource<String, String, Never>(.stored(stored))
    for start in stride(from: 0, to: count, by: 100_000) {
      try list.changeSynchronously { [count] _, change in
        try change.append(contentsOf: (start..<min(start + 100_000, count)).map { "item \($0)" })
      }
    }
    let shown = try ObservedList(list)
    let rows = Rows()
    rows.rows = zip(shown.items, try list.snapshot.models()).map { Row(id: $0, model: $1) }
    var figures: [Figure] = []
    for kind in SingleChange.allCases {
      figures.append(try await figure(kind, list, shown, rows))
    }
    await list.close()
    return figures
  }

  private func figure(
    _ kind: SingleChange, _ list: ListDataSource<String, String, Never>,
    _ shown: ObservedList<String, String>, _ rows: Rows
  ) async throws -> Figure {
    var random = FastRandom()
    var (times, arrayTimes): ([Double], [Double]) = ([], [])
    for number in 0..<Self.changeCount {
      let changeset = kind.changeset(number, of: count, using: &random)
      // All but showing it happens on other threads.
      let batch = try await Task.detached { try list.applySynchronously(changeset) }.value
      let start = Stopwatch.processorTime
      await shown.shows(batch.target.revision)
      read(shown)
      times.append(Stopwatch.processorTime - start)

      let arrayStart = Stopwatch.processorTime
      for operation in batch.changes.operations { apply(operation, to: rows) }
      for row in rows.rows.prefix(Self.visibleCount) { withExtendedLifetime(row.model) {} }
      arrayTimes.append(Stopwatch.processorTime - arrayStart)
    }
    let (median, arrayMedian) = (
      times.sorted()[times.count / 2], arrayTimes.sorted()[times.count / 2]
    )
    let slowest = times.max() ?? 0
    return Figure(
      name: "one \(kind.rawValue) of \(count), on the main thread",
      value: "\(median.asTime), slowest \(slowest.asTime)",
      baseline: "an array \(arrayMedian.asTime), slowest \((arrayTimes.max() ?? 0).asTime)",
      ratio: (median / arrayMedian).asFactor, goal: "≤ 1 ms")
  }

  private func read(_ shown: ObservedList<String, String>) {
    for id in shown.items.prefix(Self.visibleCount) {
      withExtendedLifetime(shown.item(id).model) {}
    }
  }

  private func apply(_ operation: ListOperation<String, String>, to rows: Rows) {
    switch operation {
    case .updateItems(_, let start, let models):
      for (offset, model) in models.enumerated() { rows.rows[start + offset].model = model }
    case .insertItems(_, let start, let models):
      let inserted = models.map { Row(id: ItemID(rawValue: 0), model: $0) }
      rows.rows.insert(contentsOf: inserted, at: start)
    case .moveItem(let from, let to):
      rows.rows.insert(rows.rows.remove(at: from.item), at: to.item)
    default: break
    }
  }
}
