import Roster
import RosterApple
import RosterCore
import RosterEngine

/// What a view of UIKit is told of a batch, and the part of the main thread in that, beside what an application does that
/// has the rows before and after a change: it compares all of them, or hashes the identifiers of all of them, which a snapshot
/// for a diffable data source takes at least.
///
/// The view does nothing by itself: what UIKit does with the calls is not measured here.
@MainActor struct ViewBenchmark {
  private static let changeCount = 400

  let runs: Int
  /// The number of rows of which one changes.
  let count: Int

  private typealias List = ListDataSource<String, String, Never>

  func figures() async throws -> [Figure] {
    let list = try Self.list(of: count)
    let view = BareView()
    let source = try ListViewSource(list, in: view)
    view.source = source
    var figures: [Figure] = []
    for kind in SingleChange.allCases { figures.append(try await figure(kind, list, source, view)) }
    await list.close()
    for changeCount in [1_000, 10_000] {
      figures += try await manyChanges(changeCount, of: 100_000)
    }
    return figures
  }

  private static func list(of count: Int) throws -> List {
    let list = try List(.memory(list: "rows"))
    for start in stride(from: 0, to: count, by: 100_000) {
      try list.changeSynchronously { _, change in
        try change.append(contentsOf: (start..<min(start + 100_000, count)).map { "item \($0)" })
      }
    }
    return list
  }

  // MARK: One change

  private func figure(
    _ kind: SingleChange, _ list: List, _ source: ListViewSource<String, String>, _ view: BareView
  ) async throws -> Figure {
    var random = FastRandom()
    var times: [Double] = []
    let callCount = view.callCount
    for number in 0..<Self.changeCount {
      let changeset = kind.changeset(number, of: count, using: &random)
      // The list is changed on other threads. What this one does until the view shows it counts.
      let start = Stopwatch.processorTime
      let batch = try await Task.detached { try list.applySynchronously(changeset) }.value
      await source.knows(batch.target.revision)
      times.append(Stopwatch.processorTime - start)
    }
    let before = Array(0..<count)
    var after = before
    switch kind {
    case .update: break
    case .insertion: after.insert(-1, at: count / 2)
    case .move: after.insert(after.remove(at: count / 2), at: count / 3)
    }
    let others = try Self.others(runs, before, after)
    let median = times.sorted()[times.count / 2]
    let calls = Double(view.callCount - callCount) / Double(Self.changeCount)
    return Figure(
      name: "one \(kind.rawValue) of \(count) in a view, on the main thread",
      value: "\(median.asTime), slowest \((times.max() ?? 0).asTime), \(calls.digits) calls",
      baseline: Self.text(others), ratio: (others.hashing / median).asFactor + " faster",
      goal: "≤ 1 ms")
  }

  /// How long it takes to compare all identifiers, to apply the difference, and to hash all identifiers.
  private static func others(
    _ runs: Int, _ before: [Int], _ after: [Int]
  ) throws -> (comparing: Double, applying: Double, hashing: Double) {
    var difference = before.difference(from: before)
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs,
      [
        { difference = after.difference(from: before) },
        { withExtendedLifetime(before.applying(difference)) {} },
        { withExtendedLifetime(Set(after)) {} },
      ])
    return (seconds[0], seconds[1], seconds[2])
  }

  private static func text(
    _ others: (comparing: Double, applying: Double, hashing: Double)
  ) -> String {
    "compare \(others.comparing.asTime), apply \(others.applying.asTime), hash \(others.hashing.asTime)"
  }

  // MARK: Many changes

  /// A quarter of the changes are updates, and a quarter each comes, goes and moves.
  private func manyChanges(_ changeCount: Int, of count: Int) async throws -> [Figure] {
    let list = try Self.list(of: count)
    let former = list.snapshot
    // Every fourth of these indexes is for one kind.
    let step = count / changeCount
    func indexes(_ kind: Int) -> [Int] {
      stride(from: kind * step, to: count, by: 4 * step).map { $0 }
    }
    let (updated, removed, moved) = (indexes(0), indexes(1), indexes(2))
    let gone = Set(removed + moved)
    let before = Array(0..<count)
    var after = before.filter { !gone.contains($0) }
    // Those that move go to the start in their order, and behind these come others.
    after.insert(contentsOf: moved + (0..<changeCount / 4).map { -1 - $0 }, at: 0)
    let changeset = Changeset<String, String> {
      for index in updated { $0.updateItem(at: ItemPath(section: 0, item: index), "new") }
      for index in removed { $0.removeItem(at: ItemPath(section: 0, item: index)) }
      for (target, index) in moved.enumerated() {
        $0.moveItem(
          from: ItemPath(section: 0, item: index), to: ItemPath(section: 0, item: target))
      }
      for item in 0..<changeCount / 4 {
        $0.insertItem("new", at: ItemPath(section: 0, item: moved.count + item))
      }
    }
    let batch = try list.applySynchronously(changeset)
    var updates = ViewUpdates?.none
    var isReload = false
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs,
      [
        { updates = batch.changes.viewUpdates },
        {
          var queue = ViewQueue(former)
          queue.add(batch)
          if case .reload = queue.next(isLoaded: true) { isReload = true }
        },
      ])
    await list.close()
    let (baseline, comparing) = try baseline(before, after, changeCount)
    let callCount = updates?.callCount ?? 0
    return [
      Figure(
        name: "\(changeCount) changes of \(count) as calls of a view",
        value: "\(seconds[0].asTime), \(callCount) calls", baseline: baseline,
        ratio: comparing.map { ($0 / seconds[0]).asFactor + " faster" } ?? ""),
      Figure(
        name: isReload ? "  decided to be a reload" : "  not decided to be a reload",
        value: seconds[1].asTime),
    ]
  }

  /// What an application does that has the rows before and after many changes, and how long it compares them; `nil` if it
  /// does not.
  private func baseline(
    _ before: [Int], _ after: [Int], _ changeCount: Int
  ) throws -> (text: String, comparing: Double?) {
    // A comparison keeps eight bytes for half the square of what goes and comes: 4 MB for 1,000, and 400 MB for 10,000.
    guard changeCount <= 1_000 else {
      let hashing = try Stopwatch().fewestSeconds(
        runs: runs, [{ withExtendedLifetime(Set(after)) {} }])
      return ("not compared, hash \(hashing[0].asTime)", nil)
    }
    let others = try Self.others(runs, before, after)
    return (Self.text(others), others.comparing)
  }
}

/// A view that carries out nothing, and asks what one asks that shows some rows.
@MainActor private final class BareView: ListView {
  weak var source: ListViewSource<String, String>?
  private(set) var callCount = 0

  var isLoaded: Bool { true }
  var isBusy: Bool { false }

  func reload(_ swap: () -> Void) {
    swap()
    show()
  }

  func perform(_ updates: ViewUpdates, _ swap: @escaping () -> Void) {
    callCount += updates.callCount
    swap()
    show()
  }

  func showAgain(_ updates: ViewUpdates) {
    for path in updates.updatedItems { withExtendedLifetime(source?.row(at: path)) {} }
  }

  private func show() {
    guard let source else { return }
    for section in 0..<source.sectionCount {
      for item in 0..<min(40, source.itemCount(inSection: section)) {
        let path = ItemPath(section: section, item: item)
        withExtendedLifetime(source.row(at: path)) {}
      }
    }
  }
}
