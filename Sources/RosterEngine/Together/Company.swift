internal import RosterConcurrency
internal import RosterCore

/// What stops the queues of several lists, and then works on all of them.
package protocol JointWork: AnyObject, Sendable {
  /// What carries out the changes of the lists.
  var runners: [ModificationRunner] { get }

  /// Whether the calling thread does the work now.
  var isMadeHere: Bool { get }

  /// Notes that the queue of a list has come to its part; on its work queue. The last one does the work.
  ///
  /// - Returns: Whether the queue may go on; it is paused otherwise.
  func arrive(_ runner: ModificationRunner, with group: [ModificationRunner.Queue.Entry]) -> Bool
}

/// The lists that are kept together with one, their *lead*, while the lead has a group of modifications in its hand.
///
/// When the lead has taken a group, each companion gets a part of it in its queue, and is paused there. When all have
/// come to their parts, the last one makes the group of the lead, whose transaction then has the changes of all.
///
///     queue of the lead     1  2  group  .  .  .  .  and makes it  3
///     queue of a companion  4  5  6  part  .  .  .  .  .  .  .  .  7
///     queue of another one  part  .  .  .  .  .  .  .  .  .  .  .  8
///
/// A lead waits for its companions, and a companion waits for no lead, so no two lists wait for each other. What is
/// kept together with a companion makes up a company of its own, for which the companion waits before it arrives.
///
/// A companion that takes no part, because it is closed or suspended, is left behind, and so is one whose part fails:
/// the lead commits without it.
package final class Company: JointWork {
  /// A companion with its part.
  private struct Member {
    let companion: any Companion
    let runner: ModificationRunner
    let part: any CompanionPart
    /// What its queue has taken, once it has come to the part.
    var group: [ModificationRunner.Queue.Entry]?
    /// Whether the company goes on without it.
    var isGone = false
    /// What was planned.
    var turn: Turn?
    /// Whether that has a revision.
    var hasRevision = false

    var isAwaited: Bool { group == nil && !isGone }
  }

  private struct Progress {
    var members: [Member] = []
    /// Whether the queue of the lead is paused, so that the last member makes the group.
    var isLeadPaused = false
    /// The thread that works, while it does.
    var thread: ThreadIdentity?

    /// Whether all members have come to their parts, after which this is so for good.
    var isComplete: Bool { !members.contains(where: \.isAwaited) }

    func index(of runner: ModificationRunner) -> Int? {
      members.firstIndex { $0.runner === runner }
    }

    /// Whether the company still waits for a companion.
    func awaits(_ runner: ModificationRunner) -> Bool {
      index(of: runner).map { members[$0].isAwaited } ?? false
    }
  }

  private let lead: ModificationRunner
  private let group: [ModificationRunner.Queue.Entry]
  private let progress = Guarded(Progress())

  /// - Returns: `nil` if nothing is kept together with the lead.
  init?(of lead: ModificationRunner, for group: [ModificationRunner.Queue.Entry]) {
    let companions = lead.presentCompanions
    if companions.isEmpty { return nil }
    self.lead = lead
    self.group = group
    var members: [Member] = []
    var numbers: Set<Int> = []
    for companion in companions {
      // Of data sources that have one list open, one takes part, and the others follow it.
      guard let runner = companion.runner, let number = runner.address?.number,
        numbers.insert(number).inserted, let part = companion.part(of: self)
      else { continue }
      members.append(Member(companion: companion, runner: runner, part: part))
    }
    progress.withLock { [members] in $0.members = members }
    if members.isEmpty { return nil }
  }

  package var runners: [ModificationRunner] {
    [lead] + progress.withLock { $0.members.map(\.runner) }
  }

  package var isMadeHere: Bool { progress.withLock { $0.thread } == CurrentThread.identity }

  // MARK: Gathering

  /// Has all companions come to their parts, and then makes the group of the lead; on the work queue of the lead.
  ///
  /// - Returns: Whether the queue of the lead may go on; it is paused otherwise.
  func gather() -> Bool {
    lead.company.withLock { $0 = self }
    lead.joints.withLock { $0.append(self) }
    for member in progress.withLock({ $0.members }) { submit(member) }
    let isComplete = progress.withLock { progress in
      // Under the lock, so that it is paused before a companion makes the group.
      if !progress.isComplete {
        lead.executor.pause()
        progress.isLeadPaused = true
      }
      return progress.isComplete
    }
    return isComplete && make()
  }

  /// Queues the part of a companion, and brings its queue to it on this thread, if nothing keeps it.
  private func submit(_ member: Member) {
    let runner = member.runner
    do throws(DataSourceError) {
      let action = try runner.accept(member.part.ticket) { (pipeline) throws(DataSourceError) in
        let action = try pipeline.enqueue(member.part, member.part.admission).action
        runner.joints.withLock { $0.append(self) }
        return action
      }
      let isAwaited = { self.progress.withLock { $0.awaits(runner) } }
      runner.workUntilPaused { !isAwaited() }
      if isAwaited() {
        if action == .schedule { runner.schedule() }
      } else {
        runner.goOn(after: action)
      }
    } catch {
      goOn(without: member.part, error)
    }
  }

  /// Notes that the queue of a companion has come to its part. It is paused until the lead has its outcome.
  package func arrive(
    _ runner: ModificationRunner, with group: [ModificationRunner.Queue.Entry]
  ) -> Bool {
    let isLast = progress.withLock { progress in
      guard let index = progress.index(of: runner) else {
        preconditionFailure("only companions have a part of a company")
      }
      progress.members[index].group = group
      runner.executor.pause()
      return progress.isComplete && progress.isLeadPaused
    }
    if isLast { makeForLead() }
    return false
  }

  /// Leaves a companion behind whose queue does not come to its part. Has no effect behind that.
  func goOn(without part: any CompanionPart, _ error: DataSourceError) {
    let (companion, isLast) = progress.withLock { progress in
      let index = progress.members.firstIndex { $0.part === part && $0.isAwaited }
      guard let index else { return (nil, false) as ((any Companion)?, Bool) }
      progress.members[index].isGone = true
      return (progress.members[index].companion, progress.isComplete && progress.isLeadPaused)
    }
    companion?.isLeftBehind(error.thrownOrSelf)
    if isLast { makeForLead() }
  }

  /// Makes the group of the lead on the work queue of a companion.
  private func makeForLead() {
    _ = make()
    lead.executor.resume()
  }

  private func make() -> Bool {
    progress.withLock { $0.thread = CurrentThread.identity }
    defer { progress.withLock { $0.thread = nil } }
    return lead.carryOut(group)
  }

  // MARK: Making

  /// Plans what becomes of the companions, and of theirs, when the lead commits a group. A companion whose plan fails
  /// is left behind.
  ///
  /// - Parameter leavesOutputs: As in ``ModificationRunner/build(_:leavesOutputs:)``.
  /// - Returns: What is committed besides the group.
  func plan(_ changes: UncommittedChanges, leavesOutputs: Bool) -> [ListRevisions] {
    // The lead tries again.
    takeBack()
    var revisions: [ListRevisions] = []
    for (index, member) in progress.withLock({ $0.members }).enumerated() {
      guard let group = member.group else { continue }
      let runner = member.runner
      runner.follow()
      member.part.lead(changes)
      var turn = Turn(
        source: runner.committer.withLock { $0.state }, unplanned: group.map(\.modification)[...])
      var hasRevision = false
      do throws(DataSourceError) {
        // It would fail the transaction, which may be one of the application.
        if let refusal = runner.committer.withLock({ $0.refusal() }) { throw .thrown(refusal) }
        turn = runner.build(group, leavesOutputs: leavesOutputs)
        if let failure = turn.failure { throw failure }
        let own = ListRevisions(
          runner: runner, group: try runner.revisions(of: turn.plans, on: turn.source),
          plans: turn.plans)
        hasRevision = !own.group.changes.isEmpty
        if hasRevision { revisions.append(own) }
        revisions += runner.planCompany(of: own, leavesOutputs: leavesOutputs)
      } catch {
        turn.failure = error
        member.companion.isLeftBehind(error.thrownOrSelf)
      }
      progress.withLock { [turn, hasRevision] progress in
        progress.members[index].turn = turn
        progress.members[index].hasRevision = hasRevision
      }
    }
    return revisions
  }

  /// Takes back what was planned for the companions, and for theirs. Those of a companion have nothing to commit if it has
  /// no revision the next time.
  private func takeBack() {
    for (index, member) in progress.withLock({ $0.members }).enumerated() {
      guard let turn = member.turn else { continue }
      let runner = member.runner
      runner.company.withLock { $0 }?.takeBack()
      let followed = runner.follow()
      let state = runner.committer.withLock { $0.state }
      for plan in turn.plans { _ = try? plan.rebase(onto: followed, state) }
      progress.withLock { progress in
        progress.members[index].turn = nil
        progress.members[index].hasRevision = false
      }
    }
  }

  /// Notes that the lead has committed.
  ///
  /// - Parameter failure: Why it has committed without what the companions were to commit; `nil` if it has not.
  func hasCommitted(to revision: Revision, without failure: DataSourceError? = nil) {
    for (index, member) in progress.withLock({ $0.members }).enumerated() {
      guard var turn = member.turn, turn.failure == nil else { continue }
      if let failure, member.hasRevision {
        turn.failure = failure
        member.companion.isLeftBehind(failure.thrownOrSelf)
      } else {
        turn.isCommitted = true
        if member.hasRevision { member.companion.hasFollowed(to: revision) }
      }
      progress.withLock { [turn] in $0.members[index].turn = turn }
      let state = member.runner.committer.withLock { $0.state }
      member.runner.company.withLock { $0 }?.hasCommitted(to: state.revision, without: failure)
    }
  }

  /// Makes outputs that were left when the companions were planned.
  func makeOutputs() {
    for member in progress.withLock({ $0.members }) {
      if let turn = member.turn { member.runner.makeOutputs(leftBy: turn) }
      member.runner.company.withLock { $0 }?.makeOutputs()
    }
  }

  /// Publishes what the companions have committed, behind what the lead has published.
  func publish() {
    for member in progress.withLock({ $0.members }) {
      for plan in member.turn?.done ?? [] { plan.publish() }
      member.runner.company.withLock { $0 }?.publish()
    }
  }

  /// Gives the parts their outcomes, and lets the queues of the companions go on.
  ///
  /// - Parameter failure: Why the lead has failed; `nil` if it has not.
  func end(_ failure: DataSourceError?) {
    let members = progress.withLock { progress in
      defer { progress.members = [] }
      return progress.members
    }
    lead.company.withLock { $0 = nil }
    forget(lead)
    for member in members {
      let runner = member.runner
      forget(runner)
      guard let group = member.group else { continue }
      var turn =
        member.turn ?? Turn(source: runner.committer.withLock { $0.state }, unplanned: [])
      if turn.plans.isEmpty, turn.failure == nil {
        // The lead has made no revision.
        turn.isCommitted = true
        runner.finish(turn, group)
        member.part.leaveAsItIs()
      } else {
        if !turn.isCommitted, turn.failure == nil {
          let failure = failure ?? .closed
          turn.failure = .precedingFailed(
            DataSourceError.PrecedingFailure(
              revision: turn.source.revision + 1, origin: nil, cause: failure))
        }
        runner.finish(turn, group)
      }
      runner.executor.resume()
    }
  }

  private func forget(_ runner: ModificationRunner) {
    runner.joints.withLock { $0.removeAll { $0 === self } }
  }
}
