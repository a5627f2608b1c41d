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
    if try accept(change) == .schedule { schedule() }
  }

  /// Queues a change, and works on the calling thread until it has succeeded or failed.
  ///
  /// - Parameter isResolved: Whether the change has an outcome.
  func run(
    _ change: any QueuedChange, isResolved: () -> Bool
  ) throws(DataSourceError) {
    guard !isCalledByPipeline else { throw .reentrant }
    let action = try accept(change)
    // Whether or not somebody else was scheduled, groups are taken here, and no more than needed:
    // others may bring new changes without an end.
    queue.sync { while !isResolved() { work() } }
    if action == .schedule, pipeline.withLock({ $0.release() }) == .schedule { schedule() }
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
      while self.work() {}
      whenDrained()
    }
  }

  // MARK: Working

  /// Has everything that waits worked on, one group a turn, so that whoever waits for the queue
  /// gets it in between.
  private func schedule() {
    queue.async {
      self.work()
      if self.pipeline.withLock({ $0.release() }) == .schedule { self.schedule() }
    }
  }

  /// Works on the next group; on the work queue.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  private func work() -> Bool {
    let group = pipeline.withLock { $0.takeGroup() }
    if group.isEmpty { return false }
    process(group)
    return true
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
    for prepared in work.prepared { prepared.change.publish(prepared.applied) }
    let failed = group.dropFirst(work.prepared.count)
    let dependents = settle(isWhole: work.failure == nil)
    for prepared in work.prepared { prepared.change.succeed() }
    if let failure = work.failure { fail(failed + dependents, failure) }
  }

  /// Tells the pipeline what came of the group that it gave.
  ///
  /// - Returns: What waited on top of a failure.
  private func settle(isWhole: Bool) -> [Entry] {
    if isWhole {
      pipeline.withLock { $0.groupSucceeded() }
      return []
    }
    let state = committer.withLock { $0.state }
    return pipeline.withLock { $0.groupFailed(leaving: state) }
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
    guard let first = failed.first else { return }
    first.change.fail(.storage(cause))
    let failure = DataSourceError.PrecedingFailure(
      revision: first.revision, origin: first.change.annotation.origin, cause: cause)
    for entry in failed.dropFirst() { entry.change.fail(.precedingFailed(failure)) }
  }
}
