package import RosterCore

/// A modification of a list, from its submission until its outcome, which it gets exactly once.
///
/// The queue holds modifications of all kinds and knows only how each is admitted. When its turn
/// comes, a modification becomes a plan, alone or together with those that wait directly behind it.
package protocol Modification<Outcome>: AnyObject, Sendable {
  /// What its caller gets.
  associatedtype Outcome: Sendable

  /// What its caller waits for.
  var pending: Pending<Outcome> { get }

  /// What its caller says about it.
  var annotation: ChangeAnnotation { get }

  /// Tells listeners what happens to it; `nil` if there are none and it is not urgent.
  var ticket: ModificationTicket? { get }

  /// How it fits the list.
  var admission: Admission { get }

  /// The trees that must exist after it, if it is a change.
  var targetTrees: [TreeReference] { get }

  /// Returns why it is refused before anything is verified. Called under the lock of the pipeline.
  ///
  /// - Parameters:
  ///   - revision: The last committed revision.
  ///   - pendingCount: The number of pending modifications.
  func refusal(at revision: Revision, pendingCount: Int) -> DataSourceError?

  /// Takes over the work of an earlier update that waits, and returns whether it does; `nil` if it
  /// takes over nothing. Called under the lock of the pipeline.
  var takeOver: ((any Modification, _ meansTheSamePaths: Bool) -> Bool)? { get }

  /// Gives earlier modifications their outcome, because this one took over their work.
  func supersede(_ earlier: [any Modification])

  /// Whether it must be committed alone.
  var standsAlone: Bool { get }

  /// Returns whether it may be committed together with the one directly before it, which is a
  /// change like this one, or an update like this one.
  func mayJoin(_ earlier: any Modification) -> Bool

  /// Whether a change is planned again if other writers commit first. It conflicts with their commits
  /// otherwise.
  var isPlannedAgain: Bool { get }

  /// Whether it brings a list up to date with what it shows. Nothing else may change such a list.
  var keepsUp: Bool { get }

  /// What it is a part of, which makes it together with changes of other lists; `nil` if it changes this list only.
  var joint: (any JointWork)? { get }

  /// Plans what it does to a list, when its turn has come; on the work queue.
  ///
  /// - Parameters:
  ///   - source: The list after everything before it.
  ///   - proof: Proves that a change fits that list; `nil` for everything else.
  ///   - joined: Those behind it that are committed together with it. Updates become one plan; its
  ///     `modificationCount` tells how many.
  /// - Throws: If something cannot be read or encoded, or does not exist.
  func plan(
    on source: ListState, _ proof: VerifiedOutline?, with joined: ArraySlice<any Modification>
  ) throws(DataSourceError) -> any ModificationPlan

  /// Gives the caller its outcome, after it failed without a plan.
  func fail(_ error: DataSourceError)
}

extension Modification {
  package var targetTrees: [TreeReference] { [] }

  package func refusal(at revision: Revision, pendingCount: Int) -> DataSourceError? { nil }

  package var takeOver: ((any Modification, _ meansTheSamePaths: Bool) -> Bool)? { nil }

  package func supersede(_ earlier: [any Modification]) {}

  package var standsAlone: Bool { false }

  package func mayJoin(_ earlier: any Modification) -> Bool { !standsAlone && !earlier.standsAlone }

  package var isPlannedAgain: Bool { false }

  package var keepsUp: Bool { false }

  /// Whether its outcome is known.
  var isResolved: Bool { pending.isResolved }

  /// Calls a closure when its outcome is known.
  func whenResolved(_ notify: @escaping @Sendable () -> Void) { pending.whenResolved(notify) }

  /// Throws why it has failed, if it has; once its outcome is known.
  func requireSuccess() throws(DataSourceError) { _ = try pending.awaited() }

  package func fail(_ error: DataSourceError) {
    ticket?.failed(error)
    pending.resolve(.failure(error))
  }
}

/// What modifications do to a list, from the plan until the outcome.
///
/// The calls come in this order, all on the work queue except `make`:
///
///     make …, addRevisions, publish, succeed
///
/// In a transaction of an application, outputs of which nothing is committed are made behind `addRevisions`, when that
/// transaction has ended.
///
/// If another writer commits first, `rebase` follows `addRevisions`. Instead of any of these calls,
/// `fail` may come; it is then the last.
package protocol ModificationPlan: AnyObject, Sendable {
  /// The number of modifications that become this plan.
  var modificationCount: Int { get }

  /// The list after it, which a change behind it is planned on.
  var target: ListState { get }

  /// The number of outputs to make in each wave. The outputs of a wave depend only on earlier
  /// waves, also on those of earlier plans. The numbers are known with the plan.
  var waveCounts: [Int] { get }

  /// The number of outputs that were made with the plan.
  var madeOutputCount: Int { get }

  /// Whether something of the outputs is committed, so that they are made before that.
  var isCommittedWithOutputs: Bool { get }

  /// The changes that it makes, each with the models that it writes; none if it only writes states.
  var changes: [UncommittedChange] { get }

  /// Makes some outputs of a wave. Called on several threads at once, for ranges that do not
  /// overlap.
  func make(_ range: Range<Int>, ofWave wave: Int)

  /// Adds what storage keeps to a transaction, revision by revision, once all outputs are made of which something is
  /// stored; adds nothing if nothing is to be stored.
  func addRevisions(to group: inout CommitGroup) throws(DataSourceError)

  /// Moves on top of commits of other writers, after they came first.
  ///
  /// - Parameter state: The list with those commits.
  func rebase(
    onto followed: Followed, _ state: ListState
  ) throws(StorageError) -> RebaseResult

  /// Shows what is durable to subscribers and readers.
  func publish()

  /// Gives the callers their outcomes, after everything is published.
  func succeed()

  /// Gives the callers their outcomes, after it failed.
  func fail(_ error: DataSourceError)
}

extension ModificationPlan {
  package var modificationCount: Int { 1 }

  package var madeOutputCount: Int { 0 }

  package var isCommittedWithOutputs: Bool { true }

  package var changes: [UncommittedChange] { [] }

  package func rebase(
    onto followed: Followed, _ state: ListState
  ) throws(StorageError) -> RebaseResult { .conflict }
}

extension CommitGroup {
  /// Adds a revision behind those that it has.
  package mutating func append(_ stored: StoredChange, of applied: ListChange) {
    if changes.isEmpty { pages = applied.pages } else { pages.formUnion(applied.pages) }
    changes.append(stored)
    target = applied.target
  }
}

/// What becomes of a plan when other writers came first.
package enum RebaseResult {
  /// It fits the list with their commits. Of its trees some are kept, and those that the commits
  /// touched are not.
  case rebased(keptCount: Int, conflictCount: Int)
  /// Its modification must be planned again.
  case outdated
  /// Its modification was made for the list without their commits, and fails.
  case conflict
}
