internal import RosterConcurrency
internal import RosterCore

/// A change of several lists of one store, which becomes one transaction.
///
/// Each list has a part of it in its queue. A queue that comes to its part is paused there. The last
/// one to come has all lists to itself: it makes the change, commits it, publishes it in each list, and
/// lets the others go on.
///
///     queue of a   1  2  part  .  .  .  .  .  .  3
///     queue of b   4  part  .  .  .  .  .  .  .  5
///     queue of c   6  7  8  9  part, and makes it  10
///
/// A part is queued in all lists at once. So two such changes are in the same order in all lists that
/// they share, and of the changes that wait the first one waits for no other.
///
/// If one of the lists is suspended before its queue has come to the part, the whole change fails.
package final class JointChange: JointWork {
  typealias Queue = ModificationRunner.Queue

  /// A list of the change.
  struct Member: Sendable {
    var runner: ModificationRunner
    var address: ListAddress
    /// Whether the change brings the list up to date with what it shows.
    var keepsUp: Bool
  }

  /// A member whose queue has come to its part.
  ///
  /// An object, because each step of the change goes through all of them.
  private final class Part {
    let member: Member
    let group: [Queue.Entry]

    init(member: Member, group: [Queue.Entry]) {
      self.member = member
      self.group = group
    }

    var runner: ModificationRunner { member.runner }
  }

  private struct Progress {
    /// The parts that wait, each at the index of its member; empty once they wait no more.
    var parts: [Part?]
    /// Why the change fails, if it does before it is made.
    var failure: DataSourceError?
    /// The thread that makes the change, while it does.
    var thread: ThreadIdentity?
    var isMade = false
  }

  private enum Arrival {
    case wait
    case make([Part])
    case fail(DataSourceError)
  }

  /// At least one, all in one store.
  private let members: [Member]
  /// The transaction of an application to which the change belongs.
  private let transaction: (any HostTransaction)?
  /// Makes the drafts of all lists, each on the state at its index.
  private let draft: @Sendable ([ListState]) throws(DataSourceError) -> Void
  private let progress: Guarded<Progress>
  package let runners: [ModificationRunner]

  init(
    _ members: [Member], in transaction: (any HostTransaction)?,
    _ draft: @escaping @Sendable ([ListState]) throws(DataSourceError) -> Void
  ) {
    self.members = members
    self.transaction = transaction
    self.draft = draft
    runners = members.map { $0.runner }
    progress = Guarded(Progress(parts: Array(repeating: nil, count: members.count)))
  }

  /// Whether the calling thread makes the change now.
  package var isMadeHere: Bool {
    progress.withLock { $0.thread } == CurrentThread.identity
  }

  /// Returns the parts in the lists other than that of a runner; when the change is made.
  ///
  /// A list that it keeps up has none: it may not change, and an undo of the others leaves it alone.
  func otherParts(than runner: ModificationRunner) -> [JournalPart] {
    var parts: [JournalPart] = []
    for member in members where member.runner !== runner && !member.keepsUp {
      parts.append(
        JournalPart(
          list: member.address.number,
          revision: member.runner.committer.withLock { $0.state.revision } + 1))
    }
    return parts.sorted { $0.list < $1.list }
  }

  // MARK: Accepting

  /// Queues the parts, and waits for nothing.
  ///
  /// - Parameter parts: The parts, in the order of the members.
  func submit(_ parts: [any Modification]) throws(DataSourceError) {
    for (runner, action) in try accept(parts, isAwaited: false) where action == .schedule {
      runner.schedule()
    }
  }

  /// Queues the parts, and works on the calling thread until all have their outcomes.
  func submitAndWait(_ parts: [any Modification]) throws(DataSourceError) {
    guard !runners.contains(where: { $0.isCalledByPipeline }) else {
      for part in parts { part.ticket?.refused(.reentrant) }
      throw .reentrant
    }
    if let suspension = members.first?.address.store.suspension {
      for part in parts { part.ticket?.refused(.storage(suspension)) }
      throw .storage(suspension)
    }
    let accepted = try accept(parts, isAwaited: true)
    // Where nothing else waits, this thread brings each queue to its part, and makes the change at the last:
    // that takes no other thread.
    for (runner, part) in zip(runners, parts) { runner.workUntilPaused { part.isResolved } }
    if parts.allSatisfy({ $0.isResolved }) {
      for (runner, action) in accepted { runner.goOn(after: action) }
      return
    }
    for (runner, action) in accepted where action == .schedule { runner.schedule() }
    // A part that waits gets its outcome by its own queue.
    for (runner, part) in zip(runners, parts) { runner.work(after: .none) { part.isResolved } }
  }

  /// Queues all parts or none.
  private func accept(
    _ parts: [any Modification], isAwaited: Bool
  ) throws(DataSourceError) -> [(ModificationRunner, Queue.Action)] {
    for member in members where !member.keepsUp {
      guard let source = member.runner.source.withLock({ $0 }) else { continue }
      for part in parts { part.ticket?.refused(.keptUp(with: source)) }
      throw .keptUp(with: source)
    }
    // In one order for all changes, so that no two threads wait for locks of each other.
    let ordered = zip(runners, parts).sorted { ObjectIdentifier($0.0) < ObjectIdentifier($1.0) }
    return try accept(ordered[...], isAwaited: isAwaited)
  }

  /// Locks the queue of the first list, then those of the others, and adds the parts to all of them.
  private func accept(
    _ parts: ArraySlice<(ModificationRunner, any Modification)>, isAwaited: Bool
  ) throws(DataSourceError) -> [(ModificationRunner, Queue.Action)] {
    guard let (runner, part) = parts.first else {
      for runner in runners { runner.joints.withLock { $0.append(self) } }
      return []
    }
    return try runner.accept(part.ticket) { (pipeline) throws(DataSourceError) in
      do throws(DataSourceError) {
        try pipeline.requireRoom { _ in isAwaited && runner.waitsForCaller ? .reentrant : nil }
      } catch {
        for (_, part) in parts.dropFirst() { part.ticket?.refused(error) }
        throw error
      }
      let others = try accept(parts.dropFirst(), isAwaited: isAwaited)
      return [(runner, try pipeline.enqueue(part, part.admission).action)] + others
    }
  }

  // MARK: Working

  /// Notes that the queue of a list has come to its part; on its work queue. The last one makes the
  /// change.
  ///
  /// - Returns: Whether the queue may go on; it is paused otherwise.
  package func arrive(_ runner: ModificationRunner, with group: [ModificationRunner.Queue.Entry])
    -> Bool
  {
    guard let index = members.firstIndex(where: { $0.runner === runner }) else {
      preconditionFailure("only lists of the change have a part of it")
    }
    let part = Part(member: members[index], group: group)
    let arrival = progress.withLock { progress -> Arrival in
      if let failure = progress.failure { return .fail(failure) }
      progress.parts[index] = part
      guard !progress.parts.contains(where: { $0 == nil }) else {
        // Under the lock, so that it is paused before another queue makes the change.
        runner.executor.pause()
        return .wait
      }
      defer { progress.parts = [] }
      progress.thread = CurrentThread.identity
      return .make(progress.parts.compactMap { $0 })
    }
    switch arrival {
    case .wait: return false
    case .fail(let error): end([part], with: error)
    case .make(let parts):
      make(parts)
      for other in parts where other.runner !== runner { other.runner.executor.resume() }
    }
    return true
  }

  /// Fails the parts whose queues wait, because one of the lists refuses its own; the others fail when
  /// their queues come to them. Has no effect once the change is being made.
  func fail(_ error: DataSourceError) {
    let waiting = progress.withLock { progress -> [Part]? in
      guard progress.failure == nil, progress.thread == nil, !progress.isMade else { return nil }
      progress.failure = error
      defer { progress.parts = [] }
      return progress.parts.compactMap { $0 }
    }
    guard let waiting else { return }
    end(waiting, with: error)
    for part in waiting { part.runner.executor.resume() }
  }

  /// Gives parts their outcome that fail before the change is made.
  private func end(_ parts: [Part], with error: DataSourceError) {
    for part in parts { part.runner.finish(turn(of: part, failing: error), part.group) }
    forget()
  }

  /// Notes that the change has an outcome.
  private func forget() {
    for runner in runners { runner.joints.withLock { $0.removeAll { $0 === self } } }
  }

  private func turn(of part: Part, failing error: DataSourceError) -> Turn {
    Turn(
      source: part.runner.committer.withLock { $0.state },
      unplanned: part.group.map(\.modification)[...], failure: error)
  }

  // MARK: Making

  /// Makes the change, and gives all parts their outcomes. The work queues of all lists stand still.
  private func make(_ parts: [Part]) {
    let turns = makeTurns(parts)
    for turn in turns {
      for plan in turn.done { plan.publish() }
    }
    for part in parts { part.runner.company.withLock { $0 }?.publish() }
    for (part, turn) in zip(parts, turns) { part.runner.finish(turn, part.group) }
    progress.withLock { progress in
      progress.thread = nil
      progress.isMade = true
    }
    forget()
  }

  /// Plans and commits the change, in the transaction to which it belongs.
  private func makeTurns(_ parts: [Part]) -> [Turn] {
    guard let transaction else { return makeAndCommitTurns(parts) }
    var turns: [Turn] = []
    do throws(StorageError) {
      try transaction.run { turns = makeAndCommitTurns(parts) }
    } catch {
      // What failed before the closure was called; a failure of a change that was made is in its turns.
      if turns.isEmpty { return parts.map { turn(of: $0, failing: .storage(error)) } }
    }
    // A generator may read the application's rows, which others see only now.
    for (part, turn) in zip(parts, turns) {
      part.runner.makeOutputs(leftBy: turn)
      part.runner.company.withLock { $0 }?.makeOutputs()
    }
    return turns
  }

  private func makeAndCommitTurns(_ parts: [Part]) -> [Turn] {
    // So that little work is done in vain; in a transaction no other writer comes between.
    for part in parts where part.runner.isShared { part.runner.follow() }
    var turns = build(parts, leavesOutputs: transaction != nil)
    commit(&turns, parts)
    return turns
  }

  /// Calls the closure, plans its part in each list, and makes the outputs. If that fails in one list,
  /// it fails in all.
  private func build(_ parts: [Part], leavesOutputs: Bool) -> [Turn] {
    do throws(DataSourceError) {
      try draft(parts.map { $0.runner.committer.withLock { $0.state } })
    } catch {
      return parts.map { turn(of: $0, failing: error) }
    }
    var turns = parts.map { $0.runner.build($0.group, leavesOutputs: leavesOutputs) }
    if let failure = firstFailure(of: turns) { fail(&turns, failure) }
    return turns
  }

  /// Commits the plans of all lists as one transaction. If other writers commit to one of the lists
  /// first, follows them in all, and makes the change once more. Those of a transaction are made once.
  private func commit(_ turns: inout [Turn], _ parts: [Part]) {
    while firstFailure(of: turns) == nil {
      do throws(DataSourceError) {
        guard let failure = try commit(turns, parts) else {
          for index in turns.indices { turns[index].isCommitted = true }
          return
        }
        if let refusal = transaction?.refusal { throw .thrown(refusal) }
        guard failure.code == .stale, transaction == nil else { throw .storage(failure) }
        let followed = parts.map { $0.runner.follow() }
        if let failure = followed.lazy.compactMap(\.failure).first { throw .storage(failure) }
        guard followed.contains(where: { $0.current > $0.base }) else { throw .storage(failure) }
        try discard(turns, followed, parts)
        turns = build(parts, leavesOutputs: false)
      } catch {
        fail(&turns, error)
      }
    }
  }

  private func discard(
    _ turns: [Turn], _ followed: [Followed], _ parts: [Part]
  ) throws(DataSourceError) {
    for (turn, (followed, part)) in zip(turns, zip(followed, parts)) {
      let current = part.runner.committer.withLock { $0.state }
      do throws(StorageError) {
        for plan in turn.plans { _ = try plan.rebase(onto: followed, current) }
      } catch {
        throw .storage(error)
      }
      guard followed.current > followed.base else { continue }
      part.runner.noteRebasing(followed, keptCount: 0, conflictCount: 0)
    }
  }

  /// - Returns: Why the plans are not in storage, `nil` if they are.
  private func commit(_ turns: [Turn], _ parts: [Part]) throws(DataSourceError) -> StorageError? {
    var lists: [ListRevisions] = []
    for (index, part) in parts.enumerated() {
      let plans = turns[index].plans
      let group = try part.runner.revisions(of: plans, on: turns[index].source)
      // An undo changes nothing in a list that has no part of what it takes back, and what is kept up may be up to date.
      if group.changes.isEmpty { continue }
      lists.append(ListRevisions(runner: part.runner, group: group, plans: plans))
    }
    let joint = JointCommit(lists: lists, store: members[0].address.store, transaction: transaction)
    return joint.run { joint.commit() }
  }

  /// Returns why one of the turns has failed, and all with it; `nil` if none has.
  private func firstFailure(of turns: [Turn]) -> DataSourceError? {
    for turn in turns {
      if let failure = turn.failure { return failure }
    }
    return nil
  }

  /// Fails all turns for one reason.
  private func fail(_ turns: inout [Turn], _ error: DataSourceError) {
    for index in turns.indices { turns[index].failure = error }
  }
}
