import RosterConcurrency
import RosterCore
import RosterListSupport
import RosterSchedule
import RosterStore
import RosterTestKit
import RosterTestSupport
import RosterTesting
import Testing

@testable import RosterEngine

/// Whole lists on one thread, in an order that a seed decides: two data sources of one file, each
/// with two writers and two subscribers.
@Suite("Seeded schedule", .fileOnly) struct SeededScheduleTests {
  private struct Run: Equatable {
    var trace: [String] = []
    /// What became of each modification, in the order in which their callers learned of it.
    var outcomes: [String] = []
    var items: [[String]] = []
  }

  @Test(arguments: 0..<48 as Range<UInt64>)
  func writersAndSubscribersAgreeWhateverRunsWhen(seed: UInt64) throws {
    let run = try Self.run(seed: seed)
    #expect(run.outcomes.count == 24)
    #expect(run.outcomes.contains { $0.hasSuffix("applied") }, "seed \(seed)")
  }

  @Test(arguments: [3, 14, 15] as [UInt64])
  func theSameSeedGivesTheSameRun(seed: UInt64) throws {
    let first = try Self.run(seed: seed)
    for round in 1..<6 {
      // Objects lie elsewhere in memory then.
      let blocks = (0..<97 * round).map { [Int](repeating: round, count: $0) }
      let next = try Self.run(seed: seed)
      let same = zip(first.trace, next.trace).prefix { $0 == $1 }.count
      #expect(
        first.trace.count == next.trace.count && same == next.trace.count,
        "they part after \(same) jobs: \(next.trace.prefix(same + 1).suffix(5))")
      #expect(first.outcomes == next.outcomes && first.items == next.items)
      #expect(blocks.count == 97 * round)
    }
  }

  @Test func otherSeedsGiveOtherRuns() throws {
    let runs = try (0..<8).map { try Self.run(seed: $0) }
    #expect(Set(runs.map(\.trace)).count == 8)
    // Some come too late in one order and not in another.
    #expect(Set(runs.map { $0.outcomes.count { !$0.hasSuffix("applied") } }).count > 1)
  }

  @Test func aWaitThatNothingEndsIsReported() {
    #expect(throws: SeededSchedule.Deadlock.self) {
      try SeededSchedule(seed: 1).run {
        for await _ in AsyncStream<Int>(unfolding: { await Self.forever() }) {}
      }
    }
  }

  private static func forever() async -> Int? {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    defer { continuation.finish() }
    for await number in stream { return number }
    return nil
  }

  // MARK: Running

  private static func run(seed: UInt64) throws -> Run {
    let schedule = SeededSchedule(seed: seed)
    let result = Guarded(Run())
    try schedule.run {
      try await ListFile.with { file in
        let run = try await Self.work(on: file, seed, schedule)
        result.withLock { $0 = run }
      }
    }
    var run = result.withLock { $0 }
    run.trace = schedule.trace
    return run
  }

  private static func work(
    on file: ListFile, _ seed: UInt64, _ schedule: SeededSchedule
  ) async throws -> Run {
    var configuration = DataSourceConfiguration(groupCountMax: 3, subscriberBufferCountMax: 2)
    configuration.isShared = true
    let lists = try (0..<2).map { _ in
      try file.openList(
        configuration, InterleavedStorage(try file.openStorage(), schedule))
    }
    _ = try await lists[0].apply(.section("abc"))
    let outcomes = Guarded<[String]>([])
    let shown = Guarded<[ListRows<String, String>]>([])
    try await withThrowingTaskGroup(of: Void.self) { subscribers in
      for list in lists {
        for delivery in [BatchDelivery.every, .merged] {
          let batches = try list.batches(after: 0, delivery: delivery)
          subscribers.addTask {
            var rows = ListRows<String, String>()
            for try await batch in batches {
              rows = try rows.applying(batch.changes.operations)
            }
            shown.withLock { [rows] in $0.append(rows) }
          }
        }
      }
      await withTaskGroup(of: Void.self) { writers in
        for number in 0..<4 {
          writers.addTask {
            await Self.write(to: lists[number % 2], number, SplitMix64(seed: seed), outcomes)
          }
        }
      }
      // Until each has followed the other.
      while lists[0].snapshot.revision != lists[1].snapshot.revision {
        try await Task.pause()
      }
      for list in lists { await list.close() }
      try await subscribers.waitForAll()
    }
    let items = try lists.map { try $0.snapshot.contents().sections.map { $0.items } }
    #expect(items[0] == items[1], "seed \(seed)")
    #expect(shown.withLock { $0.count } == 4, "seed \(seed)")
    for rows in shown.withLock({ $0 }) {
      #expect(rows.sections.map { $0.items } == items[0], "seed \(seed)")
    }
    let told = outcomes.withLock { $0 }
    #expect(
      lists[0].snapshot.revision == 1 + told.count { $0.hasSuffix("applied") }, "seed \(seed)")
    return Run(outcomes: told, items: items[0])
  }

  private static func write(
    to list: TextList, _ number: Int, _ random: SplitMix64, _ outcomes: Guarded<[String]>
  ) async {
    var random = random
    for _ in 0..<number { _ = random.next() }
    for step in 0..<6 {
      let name = "\(number).\(step)"
      do {
        switch random.index(below: 6) {
        case 0, 1, 2: try await list.apply(.insert(name, at: random.index(below: 3)))
        case 3: try await list.apply(.remove(random.index(below: 3)))
        case 4: try await list.apply(.move(random.index(below: 3), to: random.index(below: 3)))
        default: try await list.apply(.undo())
        }
        outcomes.withLock { $0.append("\(name) applied") }
      } catch {
        outcomes.withLock { $0.append("\(name) \(error)") }
      }
    }
  }
}
