import RosterComponentLists
import RosterEngine
import RosterLayout
import RosterMounting

/// Lists on a screen: from a changeset to the bytes of the terminal, and scrolling.
struct PresentingBenchmark {
  let runs: Int
  /// The number of rows of the long list.
  let count: Int

  /// How many rows the short list has.
  private static let shortCount = 1_000

  func figures() async throws -> [Figure] {
    let folder = try TemporaryFolder()
    let paths = (folder.path("short"), folder.path("long"))
    let changes = try await Self.changes(runs: runs, count: count, at: paths)
    return changes + (try await Self.scroll(count: count, at: paths.1))
  }

  // MARK: Changes

  @MainActor
  private static func changes(
    runs: Int, count: Int, at paths: (short: String, long: String)
  ) async throws -> [Figure] {
    let short = try await PresentedList(path: paths.short, count: shortCount)
    let long = try await PresentedList(path: paths.long, count: count)
    var times: (short: [Change], long: [Change]) = ([], [])
    for list in [short, long] {
      try list.presenter.scroll(to: list.presenter.contentLength / 2)
      list.follow()
      await list.list.waitForWorkingRange()
    }
    for number in 0..<runs * 100 {
      let value = UInt8(number % 100)
      times.short.append(Change(try await short.change(to: value)))
      times.long.append(Change(try await long.change(to: value)))
    }
    await short.close()
    await long.close()
    let medians = (times.short.medianShown, times.long.medianShown)
    return [
      Figure(
        name: "one row of \(shortCount), to the terminal", value: medians.0.asTime,
        baseline: "its caller has waited \(times.short.medianDurable.asTime)",
        ratio: (medians.0 / times.short.medianDurable).asFactor, goal: "≤ 2 ms"),
      Figure(
        name: "one row of \(count), to the terminal", value: medians.1.asTime,
        baseline: "its caller has waited \(times.long.medianDurable.asTime)",
        ratio: (medians.1 / times.long.medianDurable).asFactor, goal: "≤ 2 ms"),
      Figure(
        name: "  growth since \(shortCount) rows", value: (medians.1 / medians.0).asFactor,
        goal: "≤ 1.5×"),
    ]
  }

  /// The seconds until a change is durable, and until its bytes are written.
  fileprivate struct Change {
    let durable: Double
    let shown: Double

    init(_ times: (durable: Duration, shown: Duration)) {
      durable = times.durable / .seconds(1)
      shown = times.shown / .seconds(1)
    }
  }

  // MARK: Scrolling

  @MainActor
  private static func scroll(count: Int, at path: String) async throws -> [Figure] {
    let shown = try await PresentedList(path: path, count: count)
    let viewport = shown.presenter.visibleItems.count * PresentedRow.viewCount
    var seconds: [Double] = []
    while let time = try shown.step() {
      seconds.append(time / .seconds(1))
      // What the list builds ahead is not what is measured here.
      await shown.list.waitForWorkingRange()
    }
    await shown.close()
    let (made, bytes) = (shown.work.viewsMade, shown.work.byteCount)
    let stepCount = max(seconds.count, 1)
    return [
      Figure(
        name: "scrolling \(count) rows: views made", value: "\(made)",
        baseline: "a viewport \(viewport)", ratio: (Double(made) / Double(viewport)).asFactor,
        goal: "≤ 3×"),
      Figure(
        name: "  a step of one viewport", value: seconds.median.asTime,
        baseline: "slowest of \(seconds.count) steps \((seconds.max() ?? 0).asTime)"),
      Figure(
        name: "  bytes of a step", value: "\(bytes / stepCount)",
        baseline: "\(Int(PresentedList.size.width * PresentedList.size.height)) cells",
        ratio: (Double(bytes / stepCount) / (PresentedList.size.width * PresentedList.size.height))
          .asFactor),
    ]
  }
}

extension [Double] {
  fileprivate var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}

extension [PresentingBenchmark.Change] {
  fileprivate var medianShown: Double { map(\.shown).median }
  fileprivate var medianDurable: Double { map(\.durable).median }
}
