internal import DequeModule
internal import RosterCore

/// What waits to be applied, and what the list will be like after it: a state machine without
/// threads, clocks or IO.
///
/// There are two kinds of modifications. A *change* is a changeset; it is verified on top of all
/// changes before it and fails with them. An *update* concerns the states of items; it changes no
/// paths, so nothing is verified on top of it, and one that does not go by a path depends on nothing
/// either. Updates that wait in a row are one entry of the queue.
///
/// A third kind waits among the updates: a *step* through the history, an undo or redo. What it does
/// to the paths is known only when its turn comes, so changes behind it are verified after it.
///
/// Whoever holds the lock asks it; whoever has got an answer acts on it without the lock.
struct Pipeline<Change, Update> {
  /// A change that waits or is being worked on.
  struct Entry {
    var change: Change
    var proof: VerifiedOutline
  }

  /// What is worked on at once: changes are committed together, each with a revision of its own;
  /// updates become one revision if they can.
  ///
  /// The two are never mixed, so that an update does not fail because a change could not be
  /// committed.
  enum Group {
    case changes([Entry])
    case updates([Update])
  }

  /// A change or an update.
  enum Modification {
    case change(Change)
    case update(Update)
  }

  /// What the caller of an event has to do next.
  enum Action: Equatable {
    /// Have `takeGroup` called on the work queue.
    case schedule
    /// Nothing: the work queue will come to it.
    case none
  }

  private struct WaitingChange {
    var change: Change
    var outline: ChangesetOutline
    var targetPaths: [ItemPath]
    /// `nil` as long as a step through the history is pending before it.
    var proof: VerifiedOutline?
  }

  private struct WaitingUpdate {
    var update: Update
    /// Whether it is right only if everything pending before is applied: it goes by a path, or is a
    /// step through the history.
    var isDependent: Bool
    var isStep = false
  }

  private enum Waiting {
    case change(WaitingChange)
    case updates([WaitingUpdate])
  }

  private var waiting: Deque<Waiting> = []
  /// The number of changes and updates that wait.
  private var waitingCount = 0
  /// The number of changes and updates that the work queue has taken and not yet finished.
  private var inFlightCount = 0
  /// The number of steps through the history among all those.
  private var stepCount = 0
  /// The list after everything that waits and is in flight, unless a step is among it.
  private var shape: ListShape
  private var isScheduled = false
  private(set) var isClosed = false
  private let waitingCountMax: Int
  private let groupCountMax: Int

  init(_ state: ListState, waitingCountMax: Int, groupCountMax: Int) {
    shape = state.shape
    self.waitingCountMax = waitingCountMax
    self.groupCountMax = groupCountMax
  }

  /// The number of changes and updates that are neither applied nor failed.
  var pendingCount: Int { waitingCount + inFlightCount }

  // MARK: Accepting

  /// Verifies a change against the list after everything pending, and queues it.
  ///
  /// - Parameter targetPaths: What must be there after the change.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  mutating func enqueue(
    _ change: Change, _ outline: ChangesetOutline, targetPaths: [ItemPath] = []
  ) throws(DataSourceError) -> Action {
    try requireRoom()
    var entry = WaitingChange(change: change, outline: outline, targetPaths: targetPaths)
    if stepCount == 0 { try verify(&entry) }
    return append(.change(entry))
  }

  /// Verifies a change on top of the list after everything before it.
  private mutating func verify(_ entry: inout WaitingChange) throws(DataSourceError) {
    let proof: VerifiedOutline
    do throws(ChangesetError) {
      proof = try entry.outline.verified(against: shape)
    } catch {
      throw .invalid(error)
    }
    let target = shape.applying(proof)
    for path in entry.targetPaths where !target.contains(path) { throw .noSuchItem(.path(path)) }
    shape = target
    entry.proof = proof
  }

  /// Queues an update: with those at the end of the queue, if there are any.
  ///
  /// - Parameter item: What is updated, `nil` if it is no item.
  mutating func enqueue(
    _ update: Update, of item: ItemReference?
  ) throws(DataSourceError) -> Action {
    try requireRoom()
    var goesByPath = false
    if case .path(let path) = item {
      guard stepCount > 0 || shape.contains(path) else { throw .noSuchItem(.path(path)) }
      goesByPath = true
    }
    return append(WaitingUpdate(update: update, isDependent: goesByPath))
  }

  /// Queues a step through the history.
  mutating func enqueue(step: Update) throws(DataSourceError) -> Action {
    try requireRoom()
    stepCount += 1
    return append(WaitingUpdate(update: step, isDependent: true, isStep: true))
  }

  private mutating func append(_ update: WaitingUpdate) -> Action {
    // Taken out, so that the row is not copied for each update.
    guard case .updates(var updates) = waiting.last else { return append(.updates([update])) }
    waiting.removeLast()
    updates.append(update)
    return append(.updates(updates))
  }

  private func requireRoom() throws(DataSourceError) {
    guard !isClosed else { throw .closed }
    guard waitingCount < waitingCountMax else { throw .queueFull(limit: waitingCountMax) }
  }

  private mutating func append(_ entry: Waiting) -> Action {
    waiting.append(entry)
    waitingCount += 1
    guard !isScheduled else { return .none }
    isScheduled = true
    return .schedule
  }

  // MARK: Working

  /// Takes what is to be worked on next, `nil` if nothing waits. The group before must be finished.
  mutating func takeGroup() -> Group? {
    let group: Group
    if case .updates(let updates) = waiting.first {
      waiting.removeFirst()
      inFlightCount = updates.count
      group = .updates(updates.map(\.update))
    } else {
      var changes: [Entry] = []
      changes.reserveCapacity(min(waiting.count, groupCountMax))
      while changes.count < groupCountMax, case .change(let entry) = waiting.first {
        guard let proof = entry.proof else {
          preconditionFailure("a change must be verified when the step before it has finished")
        }
        waiting.removeFirst()
        changes.append(Entry(change: entry.change, proof: proof))
      }
      inFlightCount = changes.count
      group = .changes(changes)
    }
    waitingCount -= inFlightCount
    return inFlightCount == 0 ? nil : group
  }

  /// Whoever took groups stops to do so.
  ///
  /// - Returns: Whether somebody has to go on.
  mutating func release() -> Action {
    guard waiting.isEmpty else { return .schedule }
    isScheduled = false
    return .none
  }

  /// The group that was taken has been published whole, or was one of updates, on which nothing
  /// depends.
  mutating func groupFinished() { inFlightCount = 0 }

  /// Steps through the history have finished, with the updates they were taken with: verifies what
  /// waits behind them.
  ///
  /// - Parameter state: The list as it is.
  /// - Returns: The changes that do not fit it, and why.
  mutating func stepsFinished(
    _ count: Int, leaving state: ListState
  ) -> [(change: Change, error: DataSourceError)] {
    inFlightCount = 0
    stepCount -= count
    shape = state.shape
    var refused: [(change: Change, error: DataSourceError)] = []
    var left: Deque<Waiting> = []
    var isBehindStep = false
    for waiting in waiting {
      switch waiting {
      case .updates(let updates):
        isBehindStep = isBehindStep || updates.contains { $0.isStep }
        left.append(waiting)
      case .change(var entry) where !isBehindStep:
        do throws(DataSourceError) {
          try verify(&entry)
          left.append(.change(entry))
        } catch {
          refused.append((entry.change, error))
        }
      case .change:
        left.append(waiting)
      }
    }
    waiting = left
    waitingCount -= refused.count
    return refused
  }

  /// A change of the group that was taken has failed.
  ///
  /// - Parameter state: The list as it is: after the changes before the failed one.
  /// - Returns: What waited and was verified on top of the failed change, in order. The updates by
  ///   id still wait.
  mutating func changesFailed(leaving state: ListState) -> [Modification] {
    inFlightCount = 0
    stepCount = 0
    return dependentsRefused(leaving: state)
  }

  /// Another writer has changed the list; what is in flight is not finished by that.
  ///
  /// - Parameter state: The list as it is.
  /// - Returns: What waited and is not right any more, in order. The updates by id still wait.
  mutating func followed(leaving state: ListState) -> [Modification] {
    for case .updates(let updates) in waiting { stepCount -= updates.count { $0.isStep } }
    return dependentsRefused(leaving: state)
  }

  private mutating func dependentsRefused(leaving state: ListState) -> [Modification] {
    shape = state.shape
    var dependents: [Modification] = []
    var independents: [WaitingUpdate] = []
    while let entry = waiting.popFirst() {
      switch entry {
      case .change(let entry): dependents.append(.change(entry.change))
      case .updates(let updates):
        for update in updates {
          if update.isDependent {
            dependents.append(.update(update.update))
          } else {
            independents.append(update)
          }
        }
      }
    }
    waitingCount = independents.count
    if !independents.isEmpty { waiting.append(.updates(independents)) }
    return dependents
  }

  /// Takes no more changes and updates; those that wait are still worked on.
  mutating func close() { isClosed = true }
}
