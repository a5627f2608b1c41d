internal import Foundation
internal import RosterConcurrency
internal import RosterCore
package import RosterEngine

/// Runs a test and the lists that it opens on one thread, in an order that a seed decides.
///
/// Everything that could run is a job: the next step of a task, a turn of a list, a read of the journal, a call of
/// listeners, or the news that another writer has committed. The schedule picks one after the other. Work that lists
/// would do on all cores is done in a row, in an order of the schedule as well. So the same seed gives the same run, and
/// another seed another interleaving.
///
///     @Test(arguments: 0..<100 as Range<UInt64>) func twoWindowsShowTheSame(seed: UInt64) throws {
///       let schedule = SeededSchedule(seed: seed)
///       try schedule.run {
///         let inbox = try ListDataSource<Message, Day, Never>(.memory(list: "inbox"))
///         async let one = window(of: inbox)
///         async let other = window(of: inbox)
///         try await inbox.apply(changeset)
///         try await schedule.clock.sleep(for: .seconds(30))  // takes no time
///         await inbox.close()
///         let shown = try await (one, other)
///         #expect(shown.0 == shown.1)
///       }
///     }
///
/// All lists that the test opens run under the schedule, also those that the tested code opens. What runs there is the
/// test's own task with its `async let` and task groups, and a `Task(executorPreference: schedule)`. A plain `Task`, a
/// detached one, and actors with executors of their own, such as the main actor, run elsewhere: if one of them uses a
/// list of the schedule, the run fails.
///
/// Unchecked because of its variables: the lock guards those that other threads reach, and only the thread of `run` uses
/// the others.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class SeededSchedule: TaskExecutor, @unchecked Sendable {
  /// The schedule that the current task runs under, if any.
  package static var current: SeededSchedule? { CurrentExecution.schedule as? SeededSchedule }

  /// Nothing is ready, and the test still waits: for something that is not to come, or that runs elsewhere.
  public struct Deadlock: Error, CustomStringConvertible {
    /// The seed of the schedule.
    public let seed: UInt64
    /// The last jobs that ran.
    public let last: [String]

    /// What happened, and what to look for.
    public var description: String {
      "with seed \(seed) nothing is ready any more, after \(last.joined(separator: ", ")); what waits runs in a task "
        + "outside of the schedule, or waits for one"
    }
  }

  /// A task outside of the schedule used a list of it, so that the seed did not decide everything.
  public struct UnscheduledUse: Error, CustomStringConvertible {
    /// The seed of the schedule.
    public let seed: UInt64
    /// What was used, as ``SeededSchedule/trace`` names it.
    public let place: String

    /// What happened, and what to do about it.
    public var description: String {
      "with seed \(seed) a task outside of the schedule used \(place); use async let, task groups or "
        + "Task(executorPreference:) in place of Task and Task.detached"
    }
  }

  /// Jobs that run one after the other.
  fileprivate final class Line: Sendable {
    let name: String
    private let jobs = Guarded<[Job]>([])

    init(_ name: String) { self.name = name }

    var isEmpty: Bool { jobs.withLock { $0.isEmpty } }

    func append(_ body: @escaping () -> Void) { jobs.withLock { $0.append(Job(body: body)) } }

    func takeFirst() -> () -> Void { jobs.withLock { $0.removeFirst() }.body }
  }

  /// A closure in a structure: see ``Guarded``.
  fileprivate struct Job {
    let body: () -> Void
  }

  /// A line of a list.
  private struct Lined {
    let line: Line
    let executor: SeededExecutor

    /// Whether its first job can run now.
    var isReady: Bool { !line.isEmpty && executor.mayRun(line) }
  }

  /// The clock of the schedule: it advances by a millisecond with each job, and if nothing is ready, to the end of the
  /// shortest sleep.
  public let clock = ManualClock()
  private let seed: UInt64
  private let lock = NSLock()
  /// The thread of `run`, while it runs.
  private var thread: Thread?
  private var strayPlace: String?
  private var random: SeededRandom
  private var tasks: [UnownedJob] = []
  /// Empty again when a run has ended: lists know their schedule.
  private var lines: [Lined] = []
  private var watches: [SeededWatch] = []
  private var executorCount = 0
  private var depth = 0
  /// How much news came since a task went on or a sleep ended.
  private var idleCount = 0
  private let start = ContinuousClock.now
  /// What ran, job by job.
  public private(set) var trace: [String] = []

  /// Makes the schedule of a seed.
  public init(seed: UInt64) {
    self.seed = seed
    random = SeededRandom(seed: seed)
  }

  // MARK: Running

  /// Runs a test and everything that it starts, on the calling thread, and returns when the test does.
  ///
  /// - Parameter body: The test. The lists that it opens run under the schedule.
  /// - Throws: What the test throws; ``Deadlock``, ``UnscheduledUse``.
  public func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    lock.withLock { thread = Thread.current }
    defer {
      // Threads outside may wait for what the lists have to do.
      while lock.withLock({ strayPlace }) != nil, let line = readyLines.first { run(line) }
      lock.withLock {
        thread = nil
        (lines, watches) = ([], [])
      }
    }
    let result = Guarded<Result<Value, any Error>?>(nil)
    Task(executorPreference: self) {
      await CurrentExecution.$schedule.withValue(self) {
        do {
          let value = try await body()
          result.withLock { $0 = .success(value) }
        } catch {
          result.withLock { $0 = .failure(error) }
        }
      }
    }
    while true {
      if let result = result.withLock({ $0 }) {
        let value = try result.get()
        try requireNoStray()
        return value
      }
      guard runNext() else {
        try requireNoStray()
        throw Deadlock(seed: seed, last: trace.suffix(10).map { $0 })
      }
    }
  }

  private func requireNoStray() throws(UnscheduledUse) {
    if let place = lock.withLock({ strayPlace }) { throw UnscheduledUse(seed: seed, place: place) }
  }

  /// Whether the caller is a thread on which the schedule does not run; noted then.
  fileprivate func isStray(_ place: @autoclosure () -> String) -> Bool {
    lock.withLock {
      guard let thread, thread !== Thread.current else { return false }
      strayPlace = strayPlace ?? place()
      return true
    }
  }

  /// Runs jobs of other lists in the middle of one, now and then: what comes before and after this
  /// call is not done at once. Called where a list holds nothing but its work queue.
  package func interleave() {
    guard depth < 3, random.happens(percent: 30) else { return }
    depth += 1
    defer { depth -= 1 }
    for _ in 0...random.index(below: 3) {
      let ready = readyLines
      guard !ready.isEmpty else { return }
      run(ready[random.index(below: ready.count)])
    }
  }

  /// Runs the next job.
  ///
  /// - Returns: Whether there was one.
  private func runNext() -> Bool {
    let ready = readyLines
    let (taskCount, watches) = lock.withLock { (tasks.count, self.watches) }
    let isIdle = ready.isEmpty && taskCount == 0
    if isIdle, clock.advanceToNextEnd() {
      note("sleep")
      idleCount = 0
      return true
    }
    if isIdle { idleCount += 1 }
    if idleCount > 1_000 { return false }
    // Another thread may go on with what waits here; the run fails in any case.
    if isIdle, lock.withLock({ strayPlace }) != nil { Thread.sleep(forTimeInterval: 0.001) }
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
    guard index < taskCount else { return lock.withLock { strayPlace } != nil }
    let job = lock.withLock { tasks.remove(at: index) }
    idleCount = 0
    note("task \(index) of \(taskCount)")
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Runs a job of a list while one is waited for that is paused.
  fileprivate func runOther() {
    let ready = readyLines
    precondition(!ready.isEmpty, "with seed \(seed) a list is waited for that nothing resumes")
    run(ready[random.index(below: ready.count)])
  }

  private func run(_ lined: Lined) {
    note(lined.line.name)
    lined.executor.run(lined.line, lined.line.takeFirst())
  }

  private var readyLines: [Lined] { lock.withLock { lines }.filter(\.isReady) }

  private func note(_ name: String) {
    trace.append(name)
    clock.advance(by: .milliseconds(1))
  }

  /// Adds the next step of a task.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lock.withLock { tasks.append(job) }
  }

  // MARK: Lists

  fileprivate func line(_ name: String, _ executor: SeededExecutor) -> Line {
    let line = Line("\(name) of \(executor.name)")
    lock.withLock { lines.append(Lined(line: line, executor: executor)) }
    return line
  }

  fileprivate func add(_ watch: SeededWatch) { lock.withLock { watches.append(watch) } }

  fileprivate func remove(_ watch: SeededWatch) {
    lock.withLock { watches.removeAll { $0 === watch } }
  }

  fileprivate func shuffled(_ count: Int) -> [Int] { (0..<count).shuffled(using: &random) }

  fileprivate var now: ContinuousClock.Instant { start + clock.now.offset }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension SeededSchedule: ListExecution {
  package func makeExecutor() -> any ListExecutor {
    let number = lock.withLock {
      executorCount += 1
      return executorCount
    }
    return SeededExecutor(self, name: "list \(number)")
  }
}

/// Runs one list under a schedule. Only the thread of the schedule uses it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class SeededExecutor: ListExecutor, @unchecked Sendable {
  let name: String
  private let schedule: SeededSchedule
  private var work: [SeededSchedule.Line] = []
  private var journal: SeededSchedule.Line?
  private var listeners: SeededSchedule.Line?
  private var timer: SeededSchedule.Line?
  /// How many jobs of the work queue are running, one within the other.
  private var workDepth = 0
  /// How many have paused the work queue.
  private var pauseDepth = 0

  init(_ schedule: SeededSchedule, name: String) {
    self.schedule = schedule
    self.name = name
    work = [schedule.line("work", self)]
    work += TurnQoS.allCases.map { schedule.line("turn (\($0))", self) }
    journal = schedule.line("journal", self)
    listeners = schedule.line("listeners", self)
    timer = schedule.line("timer", self)
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
    add(body, to: work[turn.map { $0.rawValue + 1 } ?? 0])
  }

  func workAndWait(unless isNeedless: () -> Bool, _ body: () -> Void) {
    if schedule.isStray(name) { return workElsewhere(unless: isNeedless, body) }
    while isPaused, !isNeedless() { schedule.runOther() }
    if !isNeedless() { work(body) }
  }

  /// Has the thread of the schedule wait while another one works.
  private func workElsewhere(unless isNeedless: () -> Bool, _ body: () -> Void) {
    let (turn, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    work[0].append {
      turn.signal()
      done.wait()
    }
    turn.wait()
    if !isNeedless() { body() }
    done.signal()
  }

  private func add(_ body: @escaping @Sendable () -> Void, to line: SeededSchedule.Line?) {
    _ = schedule.isStray(line?.name ?? name)
    line?.append(body)
  }

  func workUnlessPaused(_ body: () -> Void) {
    // The schedule comes to it, if its caller is on another thread, or in the middle of its work.
    if !schedule.isStray(name), !isPaused, workDepth == 0 { work(body) }
  }

  private func work(_ body: () -> Void) {
    precondition(workDepth == 0, "\(name) is waited for in the middle of its own work")
    workDepth += 1
    defer { workDepth -= 1 }
    body()
  }

  private var isPaused: Bool { pauseDepth > 0 }

  func pause() { pauseDepth += 1 }

  func resume() { pauseDepth -= 1 }

  // No program of a schedule suspends its store.
  func suspend(_ whenSuspended: @escaping @Sendable () -> Void) { whenSuspended() }

  func endSuspension() {}

  var isWorking: Bool { workDepth > 0 }

  func concurrently(_ iterations: Int, _ body: @Sendable (Int) -> Void) {
    for iteration in schedule.shuffled(iterations) { body(iteration) }
  }

  func readJournal(_ body: @escaping @Sendable () -> Void) { add(body, to: journal) }

  func callListeners(_ body: @escaping @Sendable () -> Void) { add(body, to: listeners) }

  func call(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
    schedule.clock.call(after: delay) { [timer] in timer?.append(body) }
  }

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
