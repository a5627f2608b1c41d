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
  private typealias Queue = Pipeline<any QueuedChange, Never>

  /// A change that is ready to be committed.
  private struct Prepared {
    var change: any QueuedChange
    var applied: ListChange
    /// The numbers of outputs to make, wave by wave.
    var waveCounts: [Int]
  }

  /// The changes of a group, up to the first that failed.
  private struct Work {
    var source: ListState
    var prepared: [Prepared] = []
    var failure: DataSourceError?

    /// The list after the changes that are prepared.
    var target: ListState { prepared.last?.applied.target ?? source }
  }

  private let queue = DispatchQueue(label: "roster.pipeline", qos: .userInitiated)
  private let queueKey = DispatchSpecificKey<Bool>()
  private let pipeline: Guarded<Queue>
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
  ///
  /// - Parameter targetPaths: What must be there after the change.
  func enqueue(
    _ change: any QueuedChange, targetPaths: [ItemPath] = []
  ) throws(DataSourceError) {
    if try accept(change, targetPaths) == .schedule { schedule() }
  }

  /// Queues a change, and works on the calling thread until it has succeeded or failed.
  ///
  /// - Parameters:
  ///   - targetPaths: What must be there after the change.
  ///   - isResolved: Whether the change has an outcome.
  func run(
    _ change: any QueuedChange, targetPaths: [ItemPath] = [], isResolved: () -> Bool
  ) throws(DataSourceError) {
    guard !isCalledByPipeline else { throw .reentrant }
    let action = try accept(change, targetPaths)
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
    _ change: any QueuedChange, _ targetPaths: [ItemPath]
  ) throws(DataSourceError) -> Queue.Action {
    // Typed throws do not pass through the lock's `rethrows`.
    try pipeline.withLock { pipeline in
      Result { () throws(DataSourceError) in
        try pipeline.enqueue(change, change.outline, targetPaths: targetPaths)
      }
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
    switch pipeline.withLock({ $0.takeGroup() }) {
    case .changes(let group): process(group)
    case .updates: break
    case nil: return false
    }
    return true
  }

  private func process(_ group: [Queue.Entry]) {
    var work = prepare(group)
    if let failure = commit(work.prepared, on: work.source) {
      work.prepared = []
      work.failure = .storage(failure)
    }
    for prepared in work.prepared { prepared.change.publish(prepared.applied) }
    guard let failure = work.failure else {
      pipeline.withLock { $0.groupFinished() }
      for prepared in work.prepared { prepared.change.succeed() }
      return
    }
    let state = committer.withLock { $0.state }
    let dependents = pipeline.withLock { $0.changesFailed(leaving: state) }
    for prepared in work.prepared { prepared.change.succeed() }
    let failed = group.dropFirst(work.prepared.count).map { Queue.Modification.change($0.change) }
    fail(failed + dependents, failure, revision: work.target.revision + 1)
  }

  /// Applies and encodes a group, and generates its outputs.
  private func prepare(_ group: [Queue.Entry]) -> Work {
    var work = Work(source: committer.withLock { $0.state })
    do throws(DataSourceError) {
      for entry in group {
        let applied = try apply(entry.proof, to: work.target)
        let waveCounts = try entry.change.prepare(applied)
        work.prepared.append(
          Prepared(change: entry.change, applied: applied, waveCounts: waveCounts))
      }
    } catch .storage(let error) {
      work.failure = .storage(committer.withLock { $0.explanation(of: error) })
    } catch {
      work.failure = error
    }
    generateOutputs(work.prepared)
    return work
  }

  private func apply(
    _ proof: VerifiedOutline, to state: ListState
  ) throws(DataSourceError) -> ListChange {
    do throws(StorageError) {
      return try state.applying(proof)
    } catch {
      throw .storage(error)
    }
  }

  /// Commits changes as one group.
  ///
  /// - Returns: Why they are not in storage, `nil` if they are.
  private func commit(_ prepared: [Prepared], on source: ListState) -> StorageError? {
    guard let last = prepared.last else { return nil }
    var group = CommitGroup(
      source: source, target: last.applied.target, changes: [], pages: PageChanges())
    group.changes.reserveCapacity(prepared.count)
    for prepared in prepared {
      group.changes.append(prepared.change.stored(prepared.applied))
      group.pages.formUnion(prepared.applied.pages)
    }
    return committer.withLock { $0.commit(group) }
  }

  // MARK: Generating

  /// Makes the outputs of all changes of a group, all of a wave in one go, so that all cores have
  /// work.
  private func generateOutputs(_ prepared: [Prepared]) {
    let waveCount = prepared.reduce(0) { max($0, $1.waveCounts.count) }
    for wave in 0..<waveCount {
      var total = 0
      var shares: [Share] = []
      for prepared in prepared where wave < prepared.waveCounts.count {
        let start = total
        total += prepared.waveCounts[wave]
        shares.append(Share(change: prepared.change, range: start..<total))
      }
      if total > 0 { generateOutputs(shares, ofWave: wave, count: total) }
    }
  }

  /// A change's part of the outputs of a wave.
  private struct Share {
    var change: any QueuedChange
    var range: Range<Int>
  }

  private func generateOutputs(_ shares: [Share], ofWave wave: Int, count: Int) {
    let partCount = min(generationPartCountMax, count)
    let scope = GenerationScope(runner: ObjectIdentifier(self))
    DispatchQueue.concurrentPerform(iterations: partCount) { part in
      let range = count * part / partCount..<count * (part + 1) / partCount
      Self.$generation.withValue(scope) {
        for share in shares {
          let own = range.clamped(to: share.range)
          if own.isEmpty { continue }
          let start = share.range.lowerBound
          share.change.makeOutputs(own.lowerBound - start..<own.upperBound - start, ofWave: wave)
        }
      }
    }
    scope.end()
  }

  // MARK: Failing

  /// Gives a failed change, and all that was verified on top of it, their outcome.
  private func fail(
    _ failed: [Queue.Modification], _ cause: DataSourceError, revision: Revision
  ) {
    guard case .change(let first) = failed.first else { return }
    first.fail(cause)
    let failure = DataSourceError.precedingFailed(
      DataSourceError.PrecedingFailure(
        revision: revision, origin: first.annotation.origin, cause: cause))
    for modification in failed.dropFirst() {
      switch modification {
      case .change(let change): change.fail(failure)
      }
    }
  }
}
