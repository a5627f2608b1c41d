internal import RosterConcurrency
internal import RosterCore

/// Modifications that are committed together.
struct Turn {
  /// The committed list.
  var source: ListState
  /// What was planned, in order.
  var plans: [any ModificationPlan] = []
  /// What was not planned. The first of these has failed.
  var unplanned: ArraySlice<any Modification>
  /// Why planning or committing failed; `nil` if neither did.
  var failure: DataSourceError?
  /// Whether the plans are durable.
  var isCommitted = false
  /// Whether it failed because other writers came first, so that what waits is made for the list
  /// with their commits.
  var isOvertaken = false

  /// The plans that are durable.
  var done: [any ModificationPlan] { isCommitted ? plans : [] }

  /// The list after everything planned.
  var target: ListState { plans.last?.target ?? source }

  /// Gives what failed its outcome.
  ///
  /// - Parameter later: The error of everything behind the first that failed.
  func fail(_ error: DataSourceError, later: DataSourceError) {
    var next = error
    for plan in isCommitted ? [] : plans {
      plan.fail(next)
      next = later
    }
    for modification in unplanned {
      modification.fail(next)
      next = later
    }
  }
}

extension ModificationRunner {
  /// Processes modifications that are committed together; on the work queue.
  ///
  /// If one cannot be planned, those before it are committed nevertheless.
  func process(_ group: [Queue.Entry]) {
    var turn = build(group)
    commit(&turn, group)
    for plan in turn.done { plan.publish() }
    company.withLock { $0 }?.publish()
    finish(turn, group)
  }

  // MARK: Building

  /// Plans a group and makes its outputs.
  ///
  /// - Parameter leavesOutputs: Whether to leave outputs of which nothing is committed to `makeOutputs(leftBy:)`.
  func build(_ group: [Queue.Entry], leavesOutputs: Bool = false) -> Turn {
    let modifications = group.map(\.modification)
    return generation(for: group.count) { outputCount in
      var turn = Turn(source: committer.withLock { $0.state }, unplanned: modifications[...])
      do throws(DataSourceError) {
        while let first = turn.unplanned.first {
          let plan = try first.plan(
            on: turn.target, group[turn.unplanned.startIndex].proof,
            with: turn.unplanned.dropFirst())
          turn.plans.append(plan)
          turn.unplanned = turn.unplanned.dropFirst(plan.modificationCount)
        }
      } catch .storage(let error) {
        turn.failure = .storage(committer.withLock { $0.explanation(of: error) })
      } catch {
        turn.failure = error
      }
      outputCount = turn.plans.madeOutputCount
      outputCount += makeOutputs(
        of: leavesOutputs ? turn.plans.filter(\.isCommittedWithOutputs) : turn.plans)
      return turn
    }
  }

  /// Makes the outputs that were left when a group was planned, if its plans are durable.
  func makeOutputs(leftBy turn: Turn) {
    let plans = turn.done.filter { !$0.isCommittedWithOutputs }
    generation(for: plans.count) { outputCount in outputCount = makeOutputs(of: plans) }
  }

  /// - Returns: The number of outputs.
  private func makeOutputs(of plans: [any ModificationPlan]) -> Int {
    var outputCount = 0
    // Each wave runs at once over all plans, so that all cores have work.
    for (wave, shares) in plans.waves.enumerated() {
      generate(count: shares.outputCount) { shares.make($0, ofWave: wave) }
      outputCount += shares.outputCount
    }
    return outputCount
  }

  /// Calls `make` on all cores with ranges that together cover `0..<count`.
  func generate(count: Int, _ make: @Sendable (Range<Int>) -> Void) {
    if count < 2 { return owner.generate { make(0..<count) } }
    let partCount = min(generationPartCountMax, count)
    let generation = owner.begin()
    executor.concurrently(partCount) { part in
      generation.run { make(count * part / partCount..<count * (part + 1) / partCount) }
    }
    generation.end()
  }

  // MARK: Committing

  /// Commits what is planned as one transaction. If other writers commit first, follows them, and
  /// tries again where the plans allow it.
  private func commit(_ turn: inout Turn, _ group: [Queue.Entry]) {
    while true {
      do throws(DataSourceError) {
        guard let failure = try commit(turn.plans, on: turn.source) else {
          turn.isCommitted = true
          return
        }
        guard failure.code == .stale, isShared else { throw .storage(failure) }
        let first = group.first { $0.modification.admission.isChange }
        let followed = follow(failing: first?.modification)
        guard followed.failure == nil, followed.current > followed.base else {
          throw followed.failure(after: failure)
        }
        let current = committer.withLock { $0.state }
        switch try rebase(turn.plans, onto: followed, current) {
        case .rebased(let keptCount, let conflictCount):
          turn.source = current
          noteRebasing(followed, keptCount: keptCount, conflictCount: conflictCount)
        case .outdated:
          noteRebasing(followed, keptCount: 0, conflictCount: 0)
          turn = build(group)
        case .conflict:
          turn.isOvertaken = true
          throw .conflict(followed.conflict)
        }
        if turn.failure != nil { return }
      } catch {
        turn.failure = error
        return
      }
    }
  }

  /// Moves plans on top of commits of other writers. Several plans are changes that were verified
  /// on top of each other, and cannot be moved.
  private func rebase(
    _ plans: [any ModificationPlan], onto followed: Followed, _ state: ListState
  ) throws(DataSourceError) -> RebaseResult {
    guard plans.count == 1 else { return .conflict }
    do throws(StorageError) {
      return try plans[0].rebase(onto: followed, state)
    } catch {
      throw .storage(error)
    }
  }

  /// Commits the revisions of plans as one transaction.
  ///
  /// - Returns: Why they are not in storage, `nil` if they are.
  private func commit(
    _ plans: [any ModificationPlan], on source: ListState
  ) throws(DataSourceError) -> StorageError? {
    let group = try revisions(of: plans, on: source)
    if group.changes.isEmpty { return nil }
    let alone = { [self] in
      let failure = committing(source.revision + 1...group.target.revision) {
        committer.withLock { $0.commit(group) }
      }
      if failure == nil { committedState.withLock { $0 = group.target } }
      return failure
    }
    guard let store, company.withLock({ $0 != nil }) else { return alone() }
    let revisions = ListRevisions(runner: self, group: group, plans: plans)
    return JointCommit(lists: [revisions], store: store).run(alone: alone)
  }

  func revisions(
    of plans: [any ModificationPlan], on source: ListState
  ) throws(DataSourceError) -> CommitGroup {
    var group = CommitGroup(source: source, target: source, changes: [], pages: PageChanges())
    group.changes.reserveCapacity(plans.count)
    for plan in plans { try plan.addRevisions(to: &group) }
    return group
  }

  // MARK: Resolving

  /// Ends a group, and gives all callers their outcomes.
  func finish(_ turn: Turn, _ group: [Queue.Entry]) {
    let (later, behind) = end(turn, group)
    for plan in turn.done { plan.succeed() }
    if let failure = turn.failure, let later { turn.fail(failure, later: later) }
    for (modification, error) in behind { modification.fail(error) }
    company.withLock { $0 }?.end(turn.failure)
  }

  /// Ends a group in the pipeline.
  ///
  /// - Returns: The error of what was taken with the first that failed and stands behind it, `nil`
  ///   if none failed; and what waited behind the group and fails as well, each with its error.
  private func end(
    _ turn: Turn, _ group: [Queue.Entry]
  ) -> (
    later: DataSourceError?, behind: [(modification: any Modification, error: DataSourceError)]
  ) {
    let state = committer.withLock { $0.state }
    guard let failure = turn.failure else {
      return (nil, pipeline.withLock { $0.groupFinished(leaving: state) })
    }
    let first = group[turn.done.reduce(0) { $0 + $1.modificationCount }].modification
    if let storageFailure = StorageFailure(failure, of: first.annotation) {
      let (suspension, refused) = suspend(after: storageFailure)
      return (.suspended(suspension), refused.map { ($0, .suspended(suspension)) })
    }
    let source = turn.isCommitted ? turn.target : turn.source
    let later = DataSourceError.precedingFailed(
      DataSourceError.PrecedingFailure(
        revision: source.revision + 1, origin: first.annotation.origin, cause: failure))
    if turn.isOvertaken || !first.admission.isChange {
      return (later, pipeline.withLock { $0.groupFinished(leaving: state) })
    }
    return (later, pipeline.withLock { $0.changesFailed(leaving: state) }.map { ($0, later) })
  }
}
