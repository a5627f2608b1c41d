internal import DequeModule
internal import Dispatch
internal import RosterCore

/// Processes changes and updates on a serial queue, one group after the other.
///
/// It asks the pipeline under the lock what to do, and works without the lock: apply, encode,
/// generate, commit, publish. Nothing of a group is published before all of it is committed.
final class ChangeRunner: Sendable {
  typealias Queue = Pipeline<any QueuedChange, QueuedModification>

  private let queue = DispatchQueue(label: "roster.pipeline", qos: .userInitiated)
  private let turnQueues = TurnQueues()
  private let queueKey = DispatchSpecificKey<Bool>()
  let pipeline: Guarded<Queue>
  let committer: Guarded<Committer>
  /// The revision of the committer's state, for readers that must not wait for a commit.
  let committedRevision: Guarded<Revision>
  let owner: GenerationOwner
  /// Outputs that published batches have left for later.
  let remainders = Guarded<Deque<any QueuedRemainder>>([])
  /// Maintains the working range; `nil` if the list has none.
  let rangeWork = Guarded<(any QueuedRangeWork)?>(nil)
  let generationPartCountMax: Int
  /// How urgent the pending work is.
  let levels = Guarded(PendingLevels())
  /// Tells listeners what happens; `nil` without listeners.
  let observation: Observation?
  let tracer: (any StageTracer)?
  /// Reads the commits of other writers; `nil` if the list is not shared.
  let follower = Guarded<(any Follower)?>(nil)
  /// Why the last attempt to follow failed, as listeners were told.
  let followFailure = Guarded<String?>(nil)
  /// Whether a look for new commits is already queued.
  private let isWoken = Guarded(false)

  init(
    _ state: ListState, storage: any ListStorage, owner: GenerationOwner,
    _ configuration: DataSourceConfiguration
  ) {
    queue.setSpecific(key: queueKey, value: true)
    pipeline = Guarded(
      Pipeline(
        state, waitingCountMax: configuration.pendingCountMax,
        groupCountMax: configuration.groupCountMax))
    committer = Guarded(
      Committer(state: state, storage: storage, isShared: configuration.isShared))
    committedRevision = Guarded(state.revision)
    self.owner = owner
    generationPartCountMax = configuration.generationPartCountMax
    observation = Observation(configuration)
    tracer = configuration.tracer
  }

  var pendingCount: Int { pipeline.withLock { $0.pendingCount } }

  // MARK: Accepting

  /// Queues a change, which will succeed or fail exactly once.
  ///
  /// - Parameters:
  ///   - targetTrees: The trees that must exist after the change.
  ///   - base: If not `nil`, the list must be at this revision and nothing pending.
  func enqueue(
    _ change: any QueuedChange, targetTrees: [TreeReference] = [], base: Revision? = nil
  ) throws(DataSourceError) {
    if try accept(change, targetTrees, base) == .schedule { schedule() }
  }

  /// Queues a change, and works on the calling thread until it has succeeded or failed.
  ///
  /// - Parameters:
  ///   - targetTrees: The trees that must exist after the change.
  ///   - isResolved: Whether the change has an outcome.
  func run(
    _ change: any QueuedChange, targetTrees: [TreeReference] = [], isResolved: () -> Bool
  ) throws(DataSourceError) {
    guard !isCalledByPipeline else { throw refusal(.reentrant, of: change.ticket) }
    work(after: try accept(change, targetTrees), isResolved)
  }

  /// Queues an update, which will succeed or fail exactly once.
  ///
  /// - Parameter tree: The tree to update, `nil` if it is not a single tree.
  func enqueue(
    _ update: QueuedModification, of tree: TreeReference?
  ) throws(DataSourceError) {
    if try accept(update, tree) == .schedule { schedule() }
  }

  /// Queues an update, and works on the calling thread until it has succeeded or failed.
  ///
  /// - Parameter isResolved: Whether the update has an outcome.
  func run(
    _ update: QueuedModification, of tree: TreeReference?, isResolved: () -> Bool
  ) throws(DataSourceError) {
    guard !owner.isGenerating else { throw refusal(.updateWhileBuilding, of: update.ticket) }
    guard !isCalledByPipeline else { throw refusal(.reentrant, of: update.ticket) }
    work(after: try accept(update, tree), isResolved)
  }

  /// Queues a step through the history, which will succeed or fail exactly once.
  func enqueue(_ step: any QueuedHistoryStep) throws(DataSourceError) {
    if try accept(step) == .schedule { schedule() }
  }

  /// Queues a step through the history, and works on the calling thread until it has succeeded or
  /// failed.
  ///
  /// - Parameter isResolved: Whether the step has an outcome.
  func run(
    _ step: any QueuedHistoryStep, isResolved: () -> Bool
  ) throws(DataSourceError) {
    guard !isCalledByPipeline else { throw refusal(.reentrant, of: step.ticket) }
    work(after: try accept(step), isResolved)
  }

  /// Whether the queue waits for the caller: it runs on the queue itself, or is a generator.
  var isCalledByPipeline: Bool {
    DispatchQueue.getSpecific(key: queueKey) != nil || owner.isGenerating
  }

  private func accept(
    _ change: any QueuedChange, _ targetTrees: [TreeReference], _ base: Revision? = nil
  ) throws(DataSourceError) -> Queue.Action {
    try accept(change.ticket) { (pipeline) throws(DataSourceError) in
      if let base {
        try pipeline.requireOpen()
        let current = committedRevision.withLock { $0 }
        guard current == base, pipeline.pendingCount == 0 else {
          throw .conflict(WriteConflict(base: base, current: current))
        }
      }
      return try pipeline.enqueue(change, change.outline, targetTrees: targetTrees)
    }
  }

  private func accept(
    _ update: QueuedModification, _ tree: TreeReference?
  ) throws(DataSourceError) -> Queue.Action {
    guard !owner.isGenerating else { throw refusal(.updateWhileBuilding, of: update.ticket) }
    return try accept(update.ticket) { (pipeline) throws(DataSourceError) in
      try pipeline.enqueue(update, of: tree)
    }
  }

  private func accept(_ step: any QueuedHistoryStep) throws(DataSourceError) -> Queue.Action {
    try accept(step.ticket) { (pipeline) throws(DataSourceError) in
      try pipeline.enqueue(step: .history(step))
    }
  }

  /// Refuses new changes and updates, and calls back when all accepted ones have an outcome.
  func close(_ whenDrained: @escaping @Sendable () -> Void) {
    pipeline.withLock { $0.close() }
    queue.async {
      while self.work() {}
      whenDrained()
    }
  }

  /// Queues a look for commits of other writers, unless one is queued already.
  func wake() {
    let isFirst = isWoken.withLock { isWoken in
      defer { isWoken = true }
      return !isWoken
    }
    guard isFirst else { return }
    queue.async {
      self.isWoken.withLock { $0 = false }
      self.follow()
    }
  }

  /// Builds what is missing in the working range, then calls back.
  func finishRange(_ whenBuilt: @escaping @Sendable () -> Void) {
    queue.async {
      while self.workOnRemainder() || self.workOnRange() {}
      whenBuilt()
    }
  }

  // MARK: Working

  /// Works on the calling thread until `isResolved` returns `true`, even if another thread was
  /// scheduled. It then stops, because new work could arrive without end.
  ///
  /// - Parameter action: The action that accepting the modification returned.
  func work(after action: Queue.Action, _ isResolved: () -> Bool) {
    queue.sync { while !isResolved() { work() } }
    if action == .schedule, pipeline.withLock({ $0.release() }) == .schedule { schedule() }
  }

  /// Schedules work on everything that waits, one group each turn, so that callers waiting for the
  /// queue get it in between.
  func schedule() {
    turn {
      self.work()
      if self.pipeline.withLock({ $0.release() }) == .schedule { self.schedule() }
    }
  }

  /// Schedules one more turn, in addition to those for what waits.
  func scheduleOnce() {
    turn { self.work() }
  }

  /// Runs `body` on the work queue, as urgently as the pending work.
  private func turn(_ body: @escaping @Sendable () -> Void) {
    turnQueues.async(at: levels.withLock { $0.turn }) { self.queue.sync(execute: body) }
  }

  /// Processes the next group; on the work queue.
  ///
  /// - Returns: Whether there was work.
  @discardableResult
  private func work() -> Bool {
    if workOnRemainder() { return true }
    // Follow other writers first, so that little work is done in vain.
    if isShared { follow() }
    // One part each turn, so that neither delays the other for long.
    let hasBuilt = workOnRange()
    guard let group = pipeline.withLock({ $0.takeGroup { $0.standsAlone } }) else {
      return hasBuilt
    }
    noteTaking(group)
    switch group {
    case .changes(let group): process(group)
    case .updates(let updates): process(updates)
    }
    return true
  }
}
