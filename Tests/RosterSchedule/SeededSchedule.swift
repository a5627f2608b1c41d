import Foundation
internal import RosterConcurrency
import RosterCore
package import RosterEngine
import RosterTestKit

/// Runs tasks and lists on one thread, in an order that a seed decides.
///
/// Everything that could run is a job: the next step of a task, a turn of a list, a read of the
/// journal, a call of listeners, or the news that another writer has committed. The schedule picks
/// one after the other. Work that lists would do on all cores is done in a row, in an order of the
/// schedule as well; the clock ticks once a job. So the same seed gives the same run, and another
/// seed another interleaving.
///
///     try SeededSchedule(seed: 7).run {
///       let list = try ListDataSource(…)     // with SeededSchedule.configuration(…)
///       async let one = list.apply(changeset)
///       …
///     }
///
/// Unchecked because of its variables: the lock guards those that other threads reach, and only the
/// thread of `run` uses the others.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class SeededSchedule: TaskExecutor, @unchecked Sendable {
  /// The schedule that the current task runs under, if any.
  @TaskLocal package static var current: SeededSchedule?

  /// Nothing is ready, and the body still waits.
  package struct Deadlock: Error, CustomStringConvertible {
    package var seed: UInt64
    package var last: [String]

    package var description: String {
      "with seed \(seed) nothing is ready any more, after \(last.joined(separator: ", "))"
    }
  }

  /// Jobs that run one after the other.
  fileprivate final class Line {
    let name: String
    let executor: SeededExecutor
    var jobs: [() -> Void] = []

    init(_ name: String, _ executor: SeededExecutor) {
      self.name = name
      self.executor = executor
    }
  }

  private let seed: UInt64
  private let lock = NSLock()
  private var random: SplitMix64
  private var tasks: [UnownedJob] = []
  private var lines: [Line] = []
  private var watches: [SeededWatch] = []
  private var executorCount = 0
  private var depth = 0
  /// How many times in a row there was only news.
  private var idleCount = 0
  private var start = ContinuousClock.now
  /// What ran, job by job.
  package private(set) var trace: [String] = []

  package init(seed: UInt64) {
    self.seed = seed
    random = SplitMix64(seed: seed)
  }

  /// Returns a configuration for a list that runs under the current schedule; as it is, if there is
  /// none.
  package static func configuration(
    _ configuration: DataSourceConfiguration = DataSourceConfiguration()
  ) -> DataSourceConfiguration {
    guard let current else { return configuration }
    var configuration = configuration
    configuration.makeExecutor = { current.executor() }
    return configuration
  }

  // MARK: Running

  /// Runs a body and everything that it starts, on the calling thread, and returns when the body
  /// does.
  ///
  /// - Throws: What the body throws, and `Deadlock`.
  package func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let result = Guarded<Result<Value, any Error>?>(nil)
    Task(executorPreference: self) {
      await Self.$current.withValue(self) {
        do {
          let value = try await body()
          result.withLock { $0 = .success(value) }
        } catch {
          result.withLock { $0 = .failure(error) }
        }
      }
    }
    while true {
      if let result = result.withLock({ $0 }) { return try result.get() }
      guard runNext() else { throw Deadlock(seed: seed, last: trace.suffix(10).map { $0 }) }
    }
  }

  /// Runs jobs of other lists in the middle of one, now and then: what comes before and after this
  /// call is not done at once. Called where a list holds nothing but its work queue.
  package func interleave() {
    guard depth < 3, random.happens(percent: 30) else { return }
    depth += 1
    defer { depth -= 1 }
    for _ in 0...random.index(below: 3) {
      let ready = lines.filter(\.isReady)
      guard !ready.isEmpty else { return }
      run(ready[random.index(below: ready.count)])
    }
  }

  /// Runs the next job.
  ///
  /// - Returns: Whether there was one.
  private func runNext() -> Bool {
    let ready = lines.filter(\.isReady)
    let taskCount = lock.withLock { tasks.count }
    let isIdle = ready.isEmpty && taskCount == 0
    idleCount = isIdle ? idleCount + 1 : 0
    if idleCount > 1_000 { return false }
    if !watches.isEmpty, isIdle || random.happens(percent: 5) {
      let watch = watches[random.index(below: watches.count)]
      note("news for \(watch.name)")
      watch.changed()
      return true
    }
    let choice = random.index(below: ready.count + taskCount)
    if choice < ready.count {
      run(ready[choice])
      return true
    }
    let index = choice - ready.count
    guard index < taskCount else { return false }
    let job = lock.withLock { tasks.remove(at: index) }
    note("task \(index) of \(taskCount)")
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Runs a job of a list while one is waited for that is paused.
  fileprivate func runOther() {
    let ready = lines.filter(\.isReady)
    precondition(!ready.isEmpty, "with seed \(seed) a list is waited for that nothing resumes")
    run(ready[random.index(below: ready.count)])
  }

  private func run(_ line: Line) {
    let job = line.jobs.removeFirst()
    note(line.name)
    line.executor.run(line, job)
  }

  private func note(_ name: String) { trace.append(name) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lock.withLock { tasks.append(job) }
  }

  // MARK: Lists

  /// Makes an executor for a list.
  package func executor() -> any ListExecutor {
    executorCount += 1
    return SeededExecutor(self, name: "list \(executorCount)")
  }

  fileprivate func line(_ name: String, _ executor: SeededExecutor) -> Line {
    let line = Line("\(name) of \(executor.name)", executor)
    lines.append(line)
    return line
  }

  fileprivate func add(_ watch: SeededWatch) { watches.append(watch) }

  fileprivate func remove(_ watch: SeededWatch) { watches.removeAll { $0 === watch } }

  fileprivate func shuffled(_ count: Int) -> [Int] { (0..<count).shuffled(using: &random) }

  /// One millisecond for each job.
  fileprivate var now: ContinuousClock.Instant { start + .milliseconds(trace.count) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension SeededSchedule.Line {
  /// Whether its first job can run now.
  fileprivate var isReady: Bool { !jobs.isEmpty && executor.mayRun(self) }
}

/// Runs one list under a schedule. Only the thread of the schedule uses it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class SeededExecutor: ListExecutor, @unchecked Sendable {
  let name: String
  private let schedule: SeededSchedule
  private var work: [SeededSchedule.Line] = []
  private var journal: SeededSchedule.Line?
  private var listeners: SeededSchedule.Line?
  /// How many jobs of the work queue are running, one within the other.
  private var workDepth = 0
  private var isPaused = false

  init(_ schedule: SeededSchedule, name: String) {
    self.schedule = schedule
    self.name = name
    work = [schedule.line("work", self)]
    work += TurnQoS.allCases.map { schedule.line("turn (\($0))", self) }
    journal = schedule.line("journal", self)
    listeners = schedule.line("listeners", self)
  }

  /// The work queue does one thing at a time.
  func mayRun(_ line: SeededSchedule.Line) -> Bool {
    workDepth == 0 && !isPaused || !work.contains { $0 === line }
  }

  func run(_ line: SeededSchedule.Line, _ job: () -> Void) {
    guard work.contains(where: { $0 === line }) else { return job() }
    workAndWait(unless: { false }, job)
  }

  // MARK: ListExecutor

  func work(at turn: TurnQoS?, _ body: @escaping @Sendable () -> Void) {
    work[turn.map { $0.rawValue + 1 } ?? 0].jobs.append(body)
  }

  func workAndWait(unless isNeedless: () -> Bool, _ body: () -> Void) {
    while isPaused, !isNeedless() { schedule.runOther() }
    if !isNeedless() { work(body) }
  }

  func workUnlessPaused(_ body: () -> Void) { if !isPaused { work(body) } }

  private func work(_ body: () -> Void) {
    precondition(workDepth == 0, "\(name) is waited for in the middle of its own work")
    workDepth += 1
    defer { workDepth -= 1 }
    body()
  }

  func pause() { isPaused = true }

  func resume() { isPaused = false }

  // No program of a schedule suspends its store.
  func suspend(_ whenSuspended: @escaping @Sendable () -> Void) { whenSuspended() }

  func endSuspension() {}

  var isWorking: Bool { workDepth > 0 }

  func concurrently(_ iterations: Int, _ body: @Sendable (Int) -> Void) {
    for iteration in schedule.shuffled(iterations) { body(iteration) }
  }

  func readJournal(_ body: @escaping @Sendable () -> Void) { journal?.jobs.append(body) }

  func callListeners(_ body: @escaping @Sendable () -> Void) { listeners?.jobs.append(body) }

  func watch(
    _ storage: any JournalStorage, _ changed: @escaping @Sendable () -> Void
  ) -> any StorageWatch {
    let watch = SeededWatch(name, schedule, changed)
    schedule.add(watch)
    return watch
  }

  var now: ContinuousClock.Instant { schedule.now }
}

/// Tells a list at times of the schedule that another writer may have committed.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class SeededWatch: StorageWatch {
  let name: String
  let changed: @Sendable () -> Void
  private let schedule: SeededSchedule

  init(_ name: String, _ schedule: SeededSchedule, _ changed: @escaping @Sendable () -> Void) {
    self.name = name
    self.schedule = schedule
    self.changed = changed
  }

  func cancel() { schedule.remove(self) }
}

extension Task where Success == Never, Failure == Never {
  /// Lets others run: the jobs of the current schedule, or whatever does in a millisecond.
  package static func pause() async throws {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      SeededSchedule.current != nil
    {
      await Task.yield()
    } else {
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
