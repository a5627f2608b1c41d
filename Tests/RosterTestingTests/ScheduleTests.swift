import Roster
import RosterConcurrency
import RosterDerived
import RosterTestKit
import RosterTesting
import Testing

@Suite("Schedules of applications") struct ScheduleTests {
  private typealias List = ListDataSource<String, String, Never>

  /// Lists, derived lists and subscribers that a test opens run under the schedule without being told.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func run(_ seed: UInt64) throws -> (trace: [String], models: [String]) {
    let schedule = SeededSchedule(seed: seed)
    let models = try schedule.run {
      let list = try List(.memory(list: "a"))
      let derived = try list.derived("short", version: "1").where { $0.count < 3 }
        .sorted { [.descending($0)] }.open()
      var checker = try ListChecker(derived.list.snapshot)
      let batches = try derived.list.batches()
      try await withThrowingTaskGroup(of: Void.self) { writers in
        for writer in ["a", "b", "c"] {
          writers.addTask {
            for number in 0..<12 {
              try await list.change { _, change in try change.append("\(writer)\(number)") }
            }
          }
        }
        try await writers.waitForAll()
      }
      try await derived.bringUpToDate()
      let snapshot = derived.list.snapshot
      for try await batch in batches {
        try checker.check(batch)
        if checker.revision == snapshot.revision { break }
      }
      try checker.check(snapshot)
      let models = try list.snapshot.models()
      #expect(
        checker.contents.sections.flatMap(\.items)
          == models.filter { $0.count < 3 }.sorted(by: >))
      await derived.close()
      await list.close()
      return models
    }
    return (schedule.trace, models)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func aSeedIsOneRun() throws {
    let runs = try (0..<8).map { try Self.run($0) }
    for (seed, run) in runs.enumerated() {
      let again = try Self.run(UInt64(seed))
      #expect(run == again)
    }
    #expect(Set(runs.map(\.models)).count == 8)
  }

  /// The test fails because of it, and the other task does not wait for ever.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func aTaskOutsideOfTheScheduleIsTold() async throws {
    let tasks = Guarded<[Task<Void, any Error>]>([])
    let error = #expect(throws: SeededSchedule.UnscheduledUse.self) {
      let schedule = SeededSchedule(seed: 3)
      try schedule.run {
        let list = try List(.memory(list: "a"))
        let outside = Task.detached {
          _ = try list.changeSynchronously { _, change in try change.append("x") }
        }
        tasks.withLock { $0.append(outside) }
        while list.snapshot.itemCount == 0 { try await schedule.clock.sleep(for: .seconds(1)) }
        try await outside.value
      }
    }
    #expect(error?.description.contains("list 1") == true)
    for task in tasks.withLock({ $0 }) { try await task.value }
  }

  /// News of a shared list is nothing for which a test could wait.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func aSharedListIsNoEndToADeadlock() throws {
    #expect(throws: SeededSchedule.Deadlock.self) {
      try SeededSchedule(seed: 1).run {
        var configuration = DataSourceConfiguration()
        configuration.isShared = true
        let list = try List(.memory(list: "a"), configuration: configuration)
        for try await _ in try list.batches() {}
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func aScheduleIsReleasedWithWhatItRan() throws {
    weak var released: SeededSchedule?
    weak var list: List?
    do {
      let schedule = SeededSchedule(seed: 1)
      released = schedule
      let opened = try schedule.run {
        let list = try List(.memory(list: "a"))
        try await list.change { _, change in try change.append("x") }
        return list
      }
      list = opened
    }
    #expect(released == nil)
    #expect(list == nil)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func whatSleepsLongestWakesLast() throws {
    let schedule = SeededSchedule(seed: 5)
    let order = try schedule.run {
      await withTaskGroup(of: Int.self) { group in
        for seconds in [30, 10, 86_400, 20] {
          group.addTask {
            try? await schedule.clock.sleep(for: .seconds(seconds))
            return seconds
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(order == [10, 20, 30, 86_400])
    #expect(schedule.clock.now.offset >= .seconds(86_400))
    #expect(schedule.clock.now.offset < .seconds(86_500))
  }
}

@Suite("Manual clock") struct ManualClockTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func aSleepEndsWhenTheClockHasBeenAdvanced() async throws {
    let clock = ManualClock()
    let woken = Guarded(false)
    let sleeping = Task(executorPreference: DirectExecutor()) {
      try await clock.sleep(for: .seconds(2))
      woken.withLock { $0 = true }
    }
    clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 1)
    #expect(!woken.withLock { $0 })
    clock.advance(by: .seconds(1))
    try await sleeping.value
    #expect(woken.withLock { $0 })
    #expect(clock.now.offset == .seconds(2))
    #expect(clock.sleeperCount == 0)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func aCancelledSleepEndsAtOnce() async throws {
    let clock = ManualClock()
    let sleeping = Task(executorPreference: DirectExecutor()) {
      try await clock.sleep(for: .seconds(2))
    }
    #expect(clock.sleeperCount == 1)
    sleeping.cancel()
    await #expect(throws: CancellationError.self) { try await sleeping.value }
    #expect(clock.sleeperCount == 0)
    // One that is cancelled before it begins does not begin.
    let other = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(2))
    }
    await #expect(throws: CancellationError.self) { try await other.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func aPastDeadlineIsNoSleep() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: ManualClock.Instant(offset: .seconds(5)))
    #expect(!clock.advanceToNextEnd())
    #expect(clock.now.offset == .seconds(5))
  }
}
