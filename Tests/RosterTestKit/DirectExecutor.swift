/// Runs each step of a task on the thread that makes it ready.
///
/// So a task has begun, and come to the first place where it waits, when it was made:
///
///     let closing = Task(executorPreference: DirectExecutor()) { await list.close() }
///     // The list takes nothing any more.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class DirectExecutor: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
