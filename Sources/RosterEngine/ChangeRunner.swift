internal import Dispatch
internal import RosterCore

/// A generation that goes on: a task that a generator starts inherits it, and may outlive it.
private final class GenerationScope: Sendable {
  private let runner: ObjectIdentifier
  private let isOpen = Guarded(true)

  init(runner: ObjectIdentifier) { self.runner = runner }

  func isOpen(for runner: ObjectIdentifier) -> Bool {
    runner == self.runner && isOpen.withLock { $0 }
  }

  func end() { isOpen.withLock { $0 = false } }
}

/// Works on changes, one group after the other, on a serial queue.
///
/// It asks the pipeline what to do under the lock, and does it without: apply, encode, generate,
/// commit, publish. Nothing of a group is published before all of it is committed.
final class ChangeRunner: Sendable {
  private typealias Entry = Pipeline<any QueuedChange>.Entry

  /// A change that is ready to be committed.
  private struct Prepared {
    var change: any QueuedChange
    var applied: ListChange
    var stored: StoredChange
  }

  /// The changes of a group, up to the first that failed.
  private struct Work {
    var source: ListState
    var prepared: [Prepared] = []
    var pages = PageChanges()
    var failure: StorageError?
  }

  private let queue = DispatchQueue(label: "roster.pipeline", qos: .userInitiated)
  private let queueKey = DispatchSpecificKey<Bool>()
  private let pipeline: Guarded<Pipeline<any QueuedChange>>
  private let committer: Guarded<Committer>
  private let generationPartCountMax: Int

  init(
    _ state: ListState, storage: any ListStorage, _ configuration: DataSourceConfiguration
  ) {
    queue.setSpecific(key: queueKey, value: true)
    pipeline = Guarded(
      Pipeline(
        state, waitingCountMax: configuration.pendingCountMax,
        groupCountMax: configuration.groupCountMax))
    committer = Guarded(Committer(state: state, storage: storage))
    generationPartCountMax = configuration.generationPartCountMax
  }

  var pendingCount: Int { pipeline.withLock { $0.pendingCount } }

  // MARK: Accepting

  /// Queues a change, which will succeed or fail exactly once.
  func enqueue(_ change: any QueuedChange) throws(DataSourceError) {
    if try accept(change) == .schedule { queue.async { self.drain() } }
  }

  /// Queues a change, and works on the calling thread until it has succeeded or failed.
  ///
  /// - Parameter isResolved: Whether the change has an outcome.
  func run(
    _ change: any QueuedChange, isResolved: () -> Bool
  ) throws(DataSourceError) {
    guard !isCalledByPipeline else { throw .reentrant }
    // Whether or not somebody else has been scheduled, the queue is drained here.
    _ = try accept(change)
    repeat { queue.sync { drain() } } while !isResolved()
  }

  /// Whether the caller is what the queue waits for: on the queue itself, or a generator.
  private var isCalledByPipeline: Bool {
    DispatchQueue.getSpecific(key: queueKey) != nil
      || Self.generation?.isOpen(for: ObjectIdentifier(self)) ?? false
  }

  /// The generation that the current thread takes part in.
  @TaskLocal private static var generation: GenerationScope?

  private func accept(
    _ change: any QueuedChange
  ) throws(DataSourceError) -> Pipeline<any QueuedChange>.Action {
    // Typed throws do not pass through the lock's `rethrows`.
    try pipeline.withLock { pipeline in
      Result { () throws(DataSourceError) in try pipeline.enqueue(change, change.outline) }
    }.get()
  }

  /// Takes no more changes, and calls back when all that were taken have their outcome.
  func close(_ whenDrained: @escaping @Sendable () -> Void) {
    pipeline.withLock { $0.close() }
    queue.async {
      self.drain()
      whenDrained()
    }
  }

  // MARK: Working

  /// Works on groups of what waits until nothing waits; on the work queue.
  private func drain() {
    while true {
      let group = pipeline.withLock { $0.takeGroup() }
      if group.isEmpty { return }
      process(group)
    }
  }

  private func process(_ group: [Entry]) {
    var work = prepare(group)
    if let last = work.prepared.last {
      let commitGroup = CommitGroup(
        source: work.source, target: last.applied.target,
        changes: work.prepared.map { $0.stored }, pages: work.pages)
      if let failure = committer.withLock({ $0.commit(commitGroup) }) {
        work.prepared = []
        work.failure = failure
      }
    }
    for prepared in work.prepared { prepared.change.succeed(prepared.applied) }
    if let failure = work.failure {
      fail(group.dropFirst(work.prepared.count), failure)
    } else {
      pipeline.withLock { $0.groupSucceeded() }
    }
  }

  /// Applies and encodes a group, and generates its outputs.
  private func prepare(_ group: [Entry]) -> Work {
    var work = Work(source: committer.withLock { $0.state })
    do throws(StorageError) {
      for entry in group {
        let state = work.prepared.last?.applied.target ?? work.source
        let applied = try state.applying(entry.proof)
        let stored = try entry.change.stored(applied)
        work.prepared.append(Prepared(change: entry.change, applied: applied, stored: stored))
        work.pages.formUnion(applied.pages)
      }
    } catch {
      work.failure = committer.withLock { $0.explanation(of: error) }
    }
    generateOutputs(work.prepared)
    return work
  }

  /// Makes the outputs of all changes of a group in one go, so that all cores have work.
  private func generateOutputs(_ prepared: [Prepared]) {
    var total = 0
    let shares = prepared.map { prepared in
      let start = total
      total += prepared.change.outputCount(prepared.applied)
      return (change: prepared.change, range: start..<total)
    }
    guard total > 0 else { return }
    let outputCount = total
    let partCount = min(generationPartCountMax, outputCount)
    let scope = GenerationScope(runner: ObjectIdentifier(self))
    DispatchQueue.concurrentPerform(iterations: partCount) { part in
      let range = outputCount * part / partCount..<outputCount * (part + 1) / partCount
      Self.$generation.withValue(scope) {
        for share in shares {
          let own = range.clamped(to: share.range)
          if own.isEmpty { continue }
          let start = share.range.lowerBound
          share.change.makeOutputs(own.lowerBound - start..<own.upperBound - start)
        }
      }
    }
    scope.end()
  }

  /// Gives a failed change, and all that was verified on top of it, their outcome.
  private func fail(_ failed: ArraySlice<Entry>, _ cause: StorageError) {
    let state = committer.withLock { $0.state }
    let dependents = pipeline.withLock { $0.groupFailed(leaving: state) }
    guard let first = failed.first else { return }
    first.change.fail(.storage(cause))
    let failure = DataSourceError.PrecedingFailure(
      revision: first.revision, origin: first.change.annotation.origin, cause: cause)
    for entry in failed.dropFirst() + dependents {
      entry.change.fail(.precedingFailed(failure))
    }
  }
}
