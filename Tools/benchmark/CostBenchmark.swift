import Foundation
import RosterCore
import RosterEngine

/// What one change costs, counted: allocations, references, and changes of threads. The counts
/// depend on the sources and the compiler, and hardly on the machine.
struct CostBenchmark {
  /// The library that counts; `nil` if it cannot be had.
  let countsPath: String?

  private static let changeCount = 2_000
  private static let itemCount = 10_000

  /// Counts in a process of its own, since that is slower.
  func figures() throws -> [Figure] {
    guard let countsPath else {
      return [Figure(name: "costs of one change", value: "not counted", baseline: "needs cc")]
    }
    let costs: [CountedCosts] = try OwnProcess.answer(
      to: ["--count-costs"], environment: ["LD_PRELOAD": countsPath])
    return costs.map(\.figure)
  }

  /// Counts in this process, and prints the result.
  static func count() async throws {
    let counter = try RuntimeCounter()
    let folder = try TemporaryFolder()
    var list = try BenchmarkList(path: folder.path("items"), count: itemCount)
    var feed = try FeedList(path: folder.path("feed"), count: itemCount)
    func costs(
      _ name: String, isAwaited: Bool = false, _ work: () async throws -> Void
    ) async throws -> CountedCosts {
      // Once before, so that what is made once is not counted.
      try await work()
      let before = counter.counts
      try await work()
      let counts = zip(counter.counts, before).map { Double($0 - $1) / Double(changeCount) }
      return CountedCosts(name: name, isAwaited: isAwaited, counts: counts)
    }
    let costs = [
      try await costs("one insert, on the calling thread") {
        for _ in 0..<changeCount { try list.insertOne() }
      },
      try await costs("  awaited", isAwaited: true) {
        for _ in 0..<changeCount { try await list.insertAndAwait() }
      },
      try await costs("  queued with others") {
        try await list.insertQueued(count: changeCount, pendingCountMax: changeCount)
      },
      try await costs("one state update, on the calling thread") {
        for _ in 0..<changeCount { try feed.updateShownItem() }
      },
      try await costs("  awaited", isAwaited: true) {
        for _ in 0..<changeCount { try await feed.updateAndAwait() }
      },
    ]
    await list.dataSource.close()
    await feed.dataSource.close()
    print(String(decoding: try JSONEncoder().encode(costs), as: UTF8.self))
  }
}

/// What one change has cost on average.
private struct CountedCosts: Codable {
  var name: String
  var isAwaited: Bool
  /// In the order of `RuntimeCounter.counts`.
  var counts: [Double]

  var figure: Figure {
    Figure(
      name: name, value: "\(counts[0].digits) allocations",
      baseline: "\(counts[1].digits) retains, \(counts[2].digits) releases",
      ratio: "\(counts[3].digits) waits of threads", goal: isAwaited ? "≤ 2 waits" : "")
  }
}

/// Reads the counts of the library that the process was started with.
private struct RuntimeCounter {
  private typealias Count = @convention(c) () -> UInt64

  private let functions: [Count]

  init() throws {
    functions = try ["allocation", "retain", "release"].map { name in
      guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "roster_\(name)_count") else {
        throw BareDatabase.Failure(message: "this process counts no \(name)s")
      }
      return unsafeBitCast(symbol, to: Count.self)
    }
  }

  /// The allocations, retains and releases so far, and how often a thread has waited for something:
  /// a change that another thread makes for a waiting caller is a wait of each of the two.
  var counts: [Int] {
    var usage = rusage()
    // RUSAGE_SELF, whose type differs between platforms.
    getrusage(0, &usage)
    return functions.map { Int($0()) } + [usage.ru_nvcsw]
  }
}
