internal import DequeModule
internal import RosterConcurrency
internal import RosterCore

/// Takes the modifications of a list, and processes them on a serial queue.
///
/// It asks the pipeline under the lock what to do, and works without the lock: plan, build, commit,
/// publish. Nothing of a group is published before all of it is committed.
final class ModificationRunner: Sendable {
  typealias Queue = Pipeline<any Modification>

  // MARK: What changes
  //
  // Each property has its own lock. A thread that holds the lock of the pipeline may take those of
  // the committer, the committed state and the levels; it holds no two others at once.

  /// What waits and what is in flight; for any thread.
  let pipeline: Guarded<Queue>
  /// The committed list. Only the work queue uses it, and reads storage under its lock.
  let committer: Guarded<Committer>
  /// The committer's state, for readers that must not wait for a commit.
  let committedState: Guarded<ListState>
  /// How urgent the pending work is; for any thread.
  let levels = Guarded(PendingLevels())
  /// Outputs that published batches have left for later. Only the work queue uses them.
  let remainders = Guarded<Deque<any BackgroundWork>>([])
  /// Maintains the working range; `nil` if the list has none. Set once.
  let rangeMaintenance = Guarded<RangeMaintenance?>(nil)
  /// Reads the commits of other writers; `nil` if the list is not shared or is closed.
  let follower = Guarded<Follower?>(nil)
  /// Why the last attempt to follow failed, as listeners were told. Only the work queue uses it.
  let followFailure = Guarded<String?>(nil)
  /// Whether a look for new commits is already queued; for any thread.
  private let isWoken = Guarded(false)

  // MARK: What stays

  let executor: any ListExecutor
  let owner: GenerationOwner
  let generationPartCountMax: Int
  /// Tells listeners what happens; `nil` without listeners.
  let observation: Observation?
  let tracer: (any StageTracer)?

  init(
    _ state: ListState, storage: any ListStorage, owner: GenerationOwner,
    _ configuration: DataSourceConfiguration
  ) {
    pipeline = Guarded(
      Pipeline(
        state, waitingCountMax: configuration.pendingCountMax,
        groupCountMax: configuration.groupCountMax))
    committer = Guarded(
      Committer(state: state, storage: storage, isShared: configuration.isShared))
    committedState = Guarded(state)
    self.owner = owner
    executor = owner.executor
    generationPartCountMax = configuration.generationPartCountMax
    observation = Observation(configuration, owner.executor)
    tracer = configuration.tracer
  }

  var pendingCount: Int { pipeline.withLock { $0.pendingCount } }

  // MARK: Accepting

  /// Queues a modification. Never blocks on storage.
  func submit(_ modification: some Modification) throws(DataSourceError) {
    try requireNoBuild(for: modification)
    if try accept(modification) == .schedule { schedule() }
  }

  /// Queues a modification, and works on the calling thread until it has its outcome.
  func submitAndWait<Outcome>(
    _ modification: some Modification<Outcome>
  ) throws(DataSourceError) -> Outcome {
    try requireNoBuild(for: modification)
    guard !isCalledByPipeline else { throw refusal(.reentrant, of: modification.ticket) }
    let pending = modification.pending
    work(after: try accept(modification)) { pending.isResolved }
    guard let outcome = pending.outcome else { throw .closed }
    return try outcome.get()
  }

  /// Whether the queue waits for the caller: it runs on the queue itself, or is a generator.
  var isCalledByPipeline: Bool {
    executor.isWorking || owner.isGenerating
  }

  /// A build must not update what it is building.
  private func requireNoBuild(for modification: some Modification) throws(DataSourceError) {
    guard owner.isGenerating, modification.admission.isUpdate else { return }
    throw refusal(.updateWhileBuilding, of: modification.ticket)
  }

  private func accept(_ modification: some Modification) throws(DataSourceError) -> Queue.Action {
    let (action, replaced) = try accept(modification.ticket) {
      (pipeline) throws(DataSourceError) in
      try pipeline.enqueue(
        modification, modification.admission, targetTrees: modification.targetTrees,
        replacing: modification.takeOver
      ) { pendingCount in
        modification.refusal(
          at: committedState.withLock { $0.revision }, pendingCount: pendingCount)
      }
    }
    if !replaced.isEmpty { modification.supersede(replaced) }
    return action
  }

  /// Refuses new modifications, and calls back when all accepted ones have an outcome.
  func close(_ whenDrained: @escaping @Sendable () -> Void) {
    pipeline.withLock { $0.close() }
    executor.work(at: nil) {
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
    executor.work(at: nil) {
      self.isWoken.withLock { $0 = false }
      self.follow()
    }
  }

  /// Builds what is missing in the working range, then calls back.
  func finishRange(_ whenBuilt: @escaping @Sendable () -> Void) {
    executor.work(at: nil) {
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
    executor.workAndWait { while !isResolved() { work() } }
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
    executor.work(at: levels.withLock { $0.turn }, body)
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
    guard
      let group = pipeline.withLock({ $0.takeGroup { $1.mayJoin($0) } })
    else { return hasBuilt }
    noteTaking(group)
    process(group)
    return true
  }
}
