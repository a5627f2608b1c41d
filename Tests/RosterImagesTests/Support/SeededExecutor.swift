import RosterTestKit
import RosterTestSupport
import Synchronization

/// Runs tasks on the thread of the test, in an order that a seed decides.
final class SeededExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var random: SplitMix64
  }

  private let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(random: SplitMix64(seed: seed))) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
  }

  /// Runs the next step of any task.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func runNext() -> Bool {
    let job: UnownedJob? = state.withLock { state in
      guard !state.jobs.isEmpty else { return nil }
      return state.jobs.remove(at: state.random.index(below: state.jobs.count))
    }
    job?.runSynchronously(on: asUnownedTaskExecutor())
    return job != nil
  }

  /// Runs everything that can run now.
  func runAll() { while runNext() {} }
}
