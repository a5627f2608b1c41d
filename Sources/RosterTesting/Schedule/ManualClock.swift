internal import RosterConcurrency

/// A clock that stands still until a test advances it.
///
///     let clock = ManualClock()
///     let outbox = Outbox(retryingAfter: .seconds(30), clock: clock)
///     outbox.add(message)
///     clock.advance(by: .seconds(30))  // what has slept for that long goes on
///
/// The clock of a ``SeededSchedule`` advances by itself.
public final class ManualClock: Clock, Sendable {
  /// A point in time: how long after the clock was made.
  public struct Instant: InstantProtocol {
    /// How long after the clock was made.
    public let offset: Duration

    /// Makes the instant so long after the clock was made.
    public init(offset: Duration) { self.offset = offset }

    /// Returns the instant so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns how much later another instant is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether an instant is earlier than another one.
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Alarm {
    let number: Int
    let deadline: Duration
    let ring: @Sendable (_ isCancelled: Bool) -> Void
  }

  private struct Time {
    var offset = Duration.zero
    var alarmCount = 0
    var alarms: [Alarm] = []

    /// Takes the alarms that are due, by their deadlines and then by their numbers.
    mutating func takeDue() -> [Alarm] {
      let due = alarms.filter { $0.deadline <= offset }
      alarms.removeAll { $0.deadline <= offset }
      return due.sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
    }
  }

  private let time = Guarded(Time())

  /// Makes a clock.
  public init() {}

  /// What the clock shows.
  public var now: Instant { Instant(offset: time.withLock { $0.offset }) }

  /// No time at all.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that sleep on this clock.
  public var sleeperCount: Int { time.withLock { $0.alarms.count } }

  /// Suspends the task until the clock has been advanced to an instant.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = time.withLock { time in
      time.alarmCount += 1
      return time.alarmCount
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        add(number, deadline.offset) { isCancelled in
          continuation.resume(with: isCancelled ? .failure(CancellationError()) : .success(()))
        }
        // Before the alarm was there, nothing was to be cancelled.
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  /// Advances the clock. What sleeps until then goes on, in the order of the ends of the sleeps.
  public func advance(by duration: Duration) {
    let due = time.withLock { time in
      time.offset += duration
      return time.takeDue()
    }
    for alarm in due { alarm.ring(false) }
  }

  /// Advances the clock to the end of the shortest sleep.
  ///
  /// - Returns: Whether anything sleeps.
  @discardableResult
  public func advanceToNextEnd() -> Bool {
    let due = time.withLock { time in
      guard let next = time.alarms.lazy.map(\.deadline).min() else { return [Alarm]() }
      time.offset = max(time.offset, next)
      return time.takeDue()
    }
    for alarm in due { alarm.ring(false) }
    return !due.isEmpty
  }

  /// Calls a closure when the clock has been advanced so much.
  package func call(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
    let (number, deadline) = time.withLock { time in
      time.alarmCount += 1
      return (time.alarmCount, time.offset + delay)
    }
    add(number, deadline) { _ in body() }
  }

  private func add(
    _ number: Int, _ deadline: Duration, _ body: @escaping @Sendable (Bool) -> Void
  ) {
    let isPast = time.withLock { time in
      guard deadline > time.offset else { return true }
      time.alarms.append(Alarm(number: number, deadline: deadline, ring: body))
      return false
    }
    if isPast { body(false) }
  }

  private func cancel(_ number: Int) {
    let alarm = time.withLock { time in
      time.alarms.firstIndex { $0.number == number }.map { time.alarms.remove(at: $0) }
    }
    alarm?.ring(true)
  }
}
