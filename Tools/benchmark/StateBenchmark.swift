import RosterEngine
import RosterStore

/// One durable update of a state end to end: given to the data source, built, committed, published.
struct StateBenchmark {
  let runs: Int
  let counts: [Int]

  private static let updateCount = 2_000

  func figures() async throws -> [Figure] {
    let folder = try TemporaryFolder()
    var figures: [Figure] = []
    var first: Double?
    for count in counts {
      var list = try FeedList(path: folder.path("roster-\(count)"), count: count)
      let bare = try BareStates(path: folder.path("bare-\(count)"), count: count)
      let seconds = try Stopwatch().fewestSeconds(
        runs: runs,
        [
          { for _ in 0..<Self.updateCount { try list.updateShownItem() } },
          { for _ in 0..<Self.updateCount { try bare.updateShownItem() } },
          { for _ in 0..<Self.updateCount { try bare.updateOneRow() } },
          { for _ in 0..<Self.updateCount { try list.updateAnyItem() } },
          { for _ in 0..<Self.updateCount { try bare.updateAnyItem() } },
        ]
      ).map { $0 / Double(Self.updateCount) }
      first = first ?? seconds[0]
      figures += [
        figure(
          "one durable state update, \(count) items", seconds[0], seconds[1], oneRow: seconds[2],
          goal: "≤ 1.5×"),
        Figure(
          name: "  growth since \(counts[0]) items",
          value: (seconds[0] / (first ?? seconds[0])).asFactor, goal: "≤ 1.5×"),
        figure("  of an item whose tree is not in memory", seconds[3], seconds[4]),
        figure("  awaited", try await awaitedSeconds(&list), seconds[1]),
      ]
      await list.dataSource.close()
    }
    if let count = counts.last {
      figures.append(try fullyDurable(count: count, in: folder))
    }
    return figures
  }

  /// The same with a commit that survives a power cut.
  private func fullyDurable(count: Int, in folder: TemporaryFolder) throws -> Figure {
    let updateCount = Self.updateCount / 10
    var list = try FeedList(path: folder.path("roster-full"), count: count, durability: .full)
    let bare = try BareStates(path: folder.path("bare-full"), count: count, isFullyDurable: true)
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs,
      [
        { for _ in 0..<updateCount { try list.updateShownItem() } },
        { for _ in 0..<updateCount { try bare.updateShownItem() } },
        { for _ in 0..<updateCount { try bare.updateOneRow() } },
      ]
    ).map { $0 / Double(updateCount) }
    return figure(
      "  with full durability", seconds[0], seconds[1], oneRow: seconds[2], goal: "≤ 1.5×")
  }

  private func figure(
    _ name: String, _ seconds: Double, _ bare: Double, oneRow: Double? = nil, goal: String = ""
  ) -> Figure {
    Figure(
      name: name, value: seconds.asTime,
      baseline: "C, same rows \(bare.asTime)" + (oneRow.map { "; C, one row \($0.asTime)" } ?? ""),
      ratio: (seconds / bare).asFactor + (oneRow.map { "; \((seconds / $0).asFactor)" } ?? ""),
      goal: goal)
  }

  private func awaitedSeconds(_ list: inout FeedList) async throws -> Double {
    let clock = ContinuousClock()
    var fewest = Duration.seconds(1_000)
    for _ in 0..<runs {
      let start = clock.now
      for _ in 0..<Self.updateCount { try await list.updateAndAwait() }
      fewest = min(fewest, clock.now - start)
    }
    return fewest / .seconds(1) / Double(Self.updateCount)
  }
}
