internal import Dispatch
internal import RosterConcurrency
package import RosterCore

/// Decides on which threads a list works and when, and what time it is. Everything that makes a run
/// of a list differ from another one with the same calls comes from here.
///
/// A list has one *work queue*, which does one thing at a time, and two other serial queues: one on
/// which subscribers read the journal, and one on which listeners are called.
package protocol ListExecutor: AnyObject, Sendable {
  /// Runs `body` on the work queue later.
  ///
  /// Turns of one urgency run in the order of the calls. Those of different urgencies run in any
  /// order.
  ///
  /// - Parameter turn: How urgent it is; `nil` if it is no turn, and runs as soon as possible.
  func work(at turn: TurnQoS?, _ body: @escaping @Sendable () -> Void)

  /// Runs `body` on the work queue, on the calling thread, once the queue is free and not paused.
  ///
  /// - Parameter isNeedless: Returns whether `body` need not run any more. While the queue is paused, a
  ///   caller does not wait for what is done.
  func workAndWait(unless isNeedless: () -> Bool, _ body: () -> Void)

  /// Runs `body` on the work queue, on the calling thread, once the queue is free; not at all if it is paused
  /// then.
  func workUnlessPaused(_ body: () -> Void)

  /// Begins nothing more on the work queue until it is resumed; called on the work queue.
  ///
  /// No thread waits meanwhile but those that called `workAndWait`.
  func pause()

  /// Goes on with a paused work queue; called on any thread.
  func resume()

  /// Begins nothing more on the work queue and on the queue of the journal until ``endSuspension()``, and calls back
  /// when nothing runs there; called on any thread. A work queue that is paused goes on only if both have ended.
  func suspend(_ whenSuspended: @escaping @Sendable () -> Void)

  /// Goes on after ``suspend(_:)``; called on any thread.
  func endSuspension()

  /// Whether the caller runs on the work queue.
  var isWorking: Bool { get }

  /// Calls `body` with `0..<iterations`, on as many threads as there are cores.
  func concurrently(_ iterations: Int, _ body: @Sendable (Int) -> Void)

  /// Runs `body` on the queue of the journal later.
  func readJournal(_ body: @escaping @Sendable () -> Void)

  /// Runs `body` on the queue of the listeners later.
  func callListeners(_ body: @escaping @Sendable () -> Void)

  /// Calls `body` after a delay.
  func call(after delay: Duration, _ body: @escaping @Sendable () -> Void)

  /// Calls `changed` after another writer has committed, until the watch is cancelled.
  func watch(
    _ storage: any JournalStorage, _ changed: @escaping @Sendable () -> Void
  ) -> any StorageWatch

  /// The current time.
  var now: ContinuousClock.Instant { get }
}

/// What the lists run on that a task opens.
package protocol ListExecution: AnyObject, Sendable {
  /// Makes what a list runs on.
  func makeExecutor() -> any ListExecutor
}

/// What the current task runs in.
package enum CurrentExecution {
  /// The schedule that a test holds in its hand; `nil` in all other tasks.
  @TaskLocal package static var schedule: (any ListExecution)?
}

extension ListExecutor {
  package func call(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
    Task {
      try await Task.sleep(for: delay)
      body()
    }
  }
}

/// The qualities of service of turns on the work queue.
package enum TurnQoS: Int, CaseIterable, Sendable {
  case background, `default`, userInitiated, userInteractive
}

/// Runs a list on queues of Dispatch.
///
/// A turn runs on a thread of the queue of its quality of service while it holds the work queue.
/// Where Dispatch resolves priority inversions, waiting for that queue raises the thread that holds
/// it; elsewhere the waiting thread at least has the right priority. Each queue of turns is serial,
/// so at most one of its threads waits, and waiting takes no thread from a pool.
final class DispatchExecutor: ListExecutor {
  private let workQueue = DispatchQueue(label: "roster.pipeline", qos: .userInitiated)
  private let workKey = DispatchSpecificKey<Bool>()
  private let turnQueues = TurnQoS.allCases.map {
    DispatchQueue(label: "roster.pipeline.\($0)", qos: $0.dispatchQoS)
  }
  private let journalQueue = DispatchQueue(label: "roster.journal", qos: .userInitiated)
  private let listenerQueue = DispatchQueue(label: "roster.listeners", qos: .utility)
  private let pausing = Guarded(Pausing())

  init() { workQueue.setSpecific(key: workKey, value: true) }

  func work(at turn: TurnQoS?, _ body: @escaping @Sendable () -> Void) {
    guard let turn else { return workQueue.async { self.run(body) } }
    turnQueues[turn.rawValue].async { self.workQueue.sync { self.run(body) } }
  }

  func workAndWait(unless isNeedless: () -> Bool, _ body: () -> Void) {
    while !isNeedless() {
      var resumption: DispatchSemaphore?
      workQueue.sync {
        resumption = nextResumption()
        if resumption == nil { body() }
      }
      guard let resumption, !isNeedless() else { return }
      resumption.wait()
    }
  }

  func workUnlessPaused(_ body: () -> Void) {
    workQueue.sync { if !pausing.withLock({ $0.isPaused }) { body() } }
  }

  // MARK: Pausing

  /// What has come to the work queue while it is paused.
  private struct Pausing {
    /// How many have paused the queue.
    var depth = 0
    var held: [@Sendable () -> Void] = []
    /// Wake the threads that wait for the queue.
    var resumptions: [DispatchSemaphore] = []
    var isSuspended = false
    /// Whether the suspension that comes has ended already.
    var endsAtOnce = false

    var isPaused: Bool { depth > 0 }
  }

  func pause() { pausing.withLock { $0.depth += 1 } }

  func resume() {
    // A thread that works for others takes no other one to let a queue go on to which nothing has come meanwhile.
    let goesOn = pausing.withLock { pausing in
      let isAlone = pausing.depth == 1 && pausing.held.isEmpty && pausing.resumptions.isEmpty
      if isAlone { pausing.depth = 0 }
      return isAlone
    }
    // Until the block runs, what comes to the queue is still held, behind what came before it.
    if !goesOn { workQueue.async { self.goOn() } }
  }

  func suspend(_ whenSuspended: @escaping @Sendable () -> Void) {
    // Not held while the queue is paused: what has paused it may wait for a list that is suspended already.
    workQueue.async {
      self.pause()
      self.journalQueue.async {
        let hasEnded = self.pausing.withLock { pausing in
          if !pausing.endsAtOnce {
            self.journalQueue.suspend()
            pausing.isSuspended = true
          }
          defer { pausing.endsAtOnce = false }
          return pausing.endsAtOnce
        }
        if hasEnded { self.resume() }
        whenSuspended()
      }
    }
  }

  func endSuspension() {
    let isSuspended = pausing.withLock { pausing in
      defer { pausing.isSuspended = false }
      // The queues have not come to it yet.
      if !pausing.isSuspended { pausing.endsAtOnce = true }
      return pausing.isSuspended
    }
    guard isSuspended else { return }
    journalQueue.resume()
    resume()
  }

  deinit {
    // Dispatch refuses to release a queue that is suspended.
    if pausing.withLock({ $0.isSuspended }) { journalQueue.resume() }
  }

  private func goOn() {
    let (held, resumptions) = pausing.withLock { pausing in
      pausing.depth -= 1
      guard !pausing.isPaused else {
        return ([], []) as ([@Sendable () -> Void], [DispatchSemaphore])
      }
      defer { (pausing.held, pausing.resumptions) = ([], []) }
      return (pausing.held, pausing.resumptions)
    }
    for resumption in resumptions { resumption.signal() }
    for body in held { run(body) }
  }

  /// Returns what is signalled when the queue goes on, `nil` if it is not paused; on the work queue.
  private func nextResumption() -> DispatchSemaphore? {
    pausing.withLock { pausing in
      guard pausing.isPaused else { return nil }
      let resumption = DispatchSemaphore(value: 0)
      pausing.resumptions.append(resumption)
      return resumption
    }
  }

  /// Runs `body`, or holds it while the queue is paused; on the work queue.
  private func run(_ body: @escaping @Sendable () -> Void) {
    let isPaused = pausing.withLock { pausing in
      if pausing.isPaused { pausing.held.append(body) }
      return pausing.isPaused
    }
    if !isPaused { body() }
  }

  var isWorking: Bool { DispatchQueue.getSpecific(key: workKey) != nil }

  func concurrently(_ iterations: Int, _ body: @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: iterations, execute: body)
  }

  func readJournal(_ body: @escaping @Sendable () -> Void) { journalQueue.async(execute: body) }

  func callListeners(_ body: @escaping @Sendable () -> Void) {
    listenerQueue.async(execute: body)
  }

  func watch(
    _ storage: any JournalStorage, _ changed: @escaping @Sendable () -> Void
  ) -> any StorageWatch { storage.watch(changed) }

  var now: ContinuousClock.Instant { .now }
}

extension TurnQoS {
  fileprivate var dispatchQoS: DispatchQoS {
    switch self {
    case .background: .background
    case .default: .default
    case .userInitiated: .userInitiated
    case .userInteractive: .userInteractive
    }
  }
}
