internal import DequeModule
package import RosterConcurrency
internal import RosterCore

/// Takes the modifications of a list, and processes them on a serial queue.
///
/// It asks the pipeline under the lock what to do, and works without the lock: plan, build, commit,
/// publish. Nothing of a group is published before all of it is committed.
package final class ModificationRunner: Sendable {
  package typealias Queue = Pipeline<any Modification>

  // MARK: What changes
  //
  // Each property has its own lock. A thread that holds the lock of the pipeline may take those of
  // the committer, the committed state, the levels and the joint changes; it holds no two others at
  // once. A thread that queues a joint change holds the pipelines of all its lists (`JointChange`).

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
  package let rangeMaintenance = Guarded<RangeMaintenance?>(nil)
  /// Reads the commits of other writers; `nil` if the list is not shared or is closed.
  let follower = Guarded<Follower?>(nil)
  /// Why the last attempt to follow failed, as listeners were told. Only the work queue uses it.
  let followFailure = Guarded<String?>(nil)
  /// What stops the queues of several lists, this one among them, and has no outcome yet; for any thread.
  let joints = Guarded<[any JointWork]>([])
  /// The lists that are kept together with this one, which does not keep them; for any thread.
  let companions = Guarded<[WeakCompanion]>([])
  /// The company for the group in flight. Only what has the work queue uses it.
  let company = Guarded<Company?>(nil)
  /// The source that the list is kept up with, in words: `the table todo`; `nil` if callers change the list. For any thread.
  package let source = Guarded<String?>(nil)
  /// Whether the list is kept up with a source, so that callers cannot change it; for any thread.
  package var isKeptUp: Bool { source.withLock { $0 != nil } }
  /// Whether a look for new commits is already queued; for any thread.
  private let isWoken = Guarded(false)

  // MARK: What stays

  /// Where the list is kept; `nil` if it cannot be changed together with others.
  let address: ListAddress?
  /// The store of the list, if it has several.
  var store: (any JointStorage)? { address?.store }
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
    address = storage.address
    self.owner = owner
    executor = owner.executor
    generationPartCountMax = configuration.generationPartCountMax
    observation = Observation(configuration, owner.executor)
    tracer = configuration.tracer
    address?.store.register(self)
  }

  var pendingCount: Int { pipeline.withLock { $0.pendingCount } }

  // MARK: Accepting

  /// Queues a modification. Never blocks on storage.
  func submit(_ modification: some Modification) throws(DataSourceError) {
    try requireNoBuild(for: modification)
    try requireNoSource(of: modification)
    if try accept(modification, isAwaited: false) == .schedule { schedule() }
  }

  /// Queues a modification, and works on the calling thread until it has its outcome.
  func submitAndWait<Outcome>(
    _ modification: some Modification<Outcome>
  ) throws(DataSourceError) -> Outcome {
    try requireNoBuild(for: modification)
    try requireNoSource(of: modification)
    guard !isCalledByPipeline else { throw refusal(.reentrant, of: modification.ticket) }
    if let suspension = store?.suspension {
      throw refusal(.storage(suspension), of: modification.ticket)
    }
    let pending = modification.pending
    work(after: try accept(modification, isAwaited: true)) { pending.isResolved }
    return try pending.awaited()
  }

  /// Whether the queue waits for the caller, or may come to do so: it runs on the queue itself, is a generator, makes a
  /// change of this list together with others, or works on the connection by which the list is committed. The queue also
  /// waits for the lists that are kept together with this one.
  var isCalledByPipeline: Bool {
    executor.isWorking || owner.isGenerating || joints.withLock { $0 }.contains { $0.isMadeHere }
      || store?.isHeldByCaller ?? false
      || presentCompanions.contains { $0.runner?.isCalledByPipeline ?? false }
  }

  /// Whether a caller that waits for this queue would wait for itself: a change of several lists waits here for the queue of
  /// another list, and that queue waits for the caller. Called under the lock of the pipeline.
  var waitsForCaller: Bool {
    var seen: Set<ObjectIdentifier> = []
    var found = joints.withLock { $0 }.flatMap(\.runners)
    while let runner = found.popLast() {
      guard seen.insert(ObjectIdentifier(runner)).inserted else { continue }
      if runner.isCalledByPipeline { return true }
      found += runner.joints.withLock { $0 }.flatMap(\.runners)
    }
    return false
  }

  /// A build must not update what it is building.
  private func requireNoBuild(for modification: some Modification) throws(DataSourceError) {
    guard owner.isGenerating, modification.admission.isUpdate else { return }
    throw refusal(.updateWhileBuilding, of: modification.ticket)
  }

  /// Refuses changes of callers in a list that is kept up with a source, such as the table `todo`: there only the code that
  /// follows the source changes items. States may be updated, and outputs made again.
  private func requireNoSource(of modification: some Modification) throws(DataSourceError) {
    guard !modification.admission.isUpdate, !modification.keepsUp,
      let source = source.withLock({ $0 })
    else { return }
    throw refusal(.keptUp(with: source), of: modification.ticket)
  }

  /// - Parameter isAwaited: Whether the calling thread waits for the outcome.
  private func accept(
    _ modification: some Modification, isAwaited: Bool
  ) throws(DataSourceError) -> Queue.Action {
    let (action, replaced) = try accept(modification.ticket) {
      (pipeline) throws(DataSourceError) in
      try pipeline.enqueue(
        modification, modification.admission, targetTrees: modification.targetTrees,
        replacing: modification.takeOver
      ) { pendingCount in
        isAwaited && waitsForCaller
          ? .reentrant
          : modification.refusal(
            at: committedState.withLock { $0.revision }, pendingCount: pendingCount)
      }
    }
    if !replaced.isEmpty { modification.supersede(replaced) }
    return action
  }

  /// Refuses new modifications, and calls back when all accepted ones have an outcome.
  func close(_ whenDrained: @escaping @Sendable () -> Void) {
    pipeline.withLock { $0.close() }
    work(then: whenDrained) {
      while self.work() {}
      return self.pendingCount == 0
    }
  }

  /// Calls back when everything that was accepted before has its outcome.
  func whenSettled(_ body: @escaping @Sendable () -> Void) {
    let acceptedCount = pipeline.withLock { $0.acceptedCount }
    let isSettled = { @Sendable in self.pipeline.withLock { $0.isSettled(upTo: acceptedCount) } }
    work(then: body) {
      while !isSettled(), self.work() {}
      return isSettled()
    }
  }

  /// Calls `isDone` on the work queue until it returns `true`, then `body`.
  private func work(
    then body: @escaping @Sendable () -> Void, _ isDone: @escaping @Sendable () -> Bool
  ) {
    executor.work(at: nil) {
      // A change of several lists may still have the queue; the next look is after it.
      isDone() ? body() : self.work(then: body, isDone)
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
  package func finishRange(_ whenBuilt: @escaping @Sendable () -> Void) {
    executor.work(at: nil) {
      while self.workOnRemainder() || self.workOnRange() {}
      whenBuilt()
    }
  }

  // MARK: Working

  /// Works on the calling thread until `isResolved` returns `true`, even if another thread was
  /// scheduled. It then stops, because new work could arrive without end.
  ///
  /// - Parameter action: The action that accepting a modification returned, if one was accepted.
  func work(after action: Queue.Action = .none, _ isResolved: () -> Bool) {
    // A change of several lists may have the queue before that.
    while !isResolved() {
      executor.workAndWait(unless: isResolved) { while !isResolved(), work() {} }
    }
    goOn(after: action)
  }

  /// Works on the calling thread until the outcome is known or the queue is paused; not at all if it is paused.
  func workUntilPaused(_ isResolved: () -> Bool) {
    executor.workUnlessPaused { while !isResolved(), work() {} }
  }

  /// Schedules what has come to the queue since a caller has worked on it, after which nothing else does.
  func goOn(after action: Queue.Action) {
    if action == .schedule, pipeline.withLock({ $0.release() }) == .schedule { schedule() }
  }

  /// Schedules work on everything that waits, one group each turn, so that callers waiting for the
  /// queue get it in between.
  func schedule() {
    turn {
      self.work()
      self.goOn(after: .schedule)
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
  /// - Returns: Whether there was work, and the queue may go on with more.
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
    guard let company = Company(of: self, for: group) else { return carryOut(group) }
    return company.gather()
  }

  /// Makes a group, or has what it is a part of make it; on the work queue, or where that stands still.
  ///
  /// - Returns: Whether the queue may go on with more.
  func carryOut(_ group: [Queue.Entry]) -> Bool {
    if let joint = group.first?.modification.joint { return joint.arrive(self, with: group) }
    process(group)
    return true
  }
}

extension ModificationRunner: SuspendableWork {
  package func suspend(_ whenSuspended: @escaping @Sendable () -> Void) {
    executor.suspend(whenSuspended)
  }

  package func resume() {
    executor.endSuspension()
    if isShared { wake() }
  }
}
