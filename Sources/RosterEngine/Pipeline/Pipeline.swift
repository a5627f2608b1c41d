internal import DequeModule
internal import RosterCore

/// The queue of modifications, and the shape that the list will have after them: a state machine
/// without threads, clocks or IO.
///
/// - A *change* is a changeset. It is verified on top of all changes before it and fails with them.
///   A *replacement* is a change that leads to a known list from any list, so it needs no
///   verification. It does not fail with what is before it, and what is after it fails only with
///   the replacement or later changes.
/// - An *update* concerns the states of items and changes no paths, so nothing is verified on top
///   of it. An update that names no path depends on nothing either. Consecutive waiting updates are
///   one entry of the queue.
/// - A *step* through the history is an undo or redo and waits among the updates. Its effect on
///   paths is known only when its turn comes, so changes behind it are verified after it.
///
/// When storage fails a modification, the pipeline is *suspended*. Everything that waits is
/// refused, whatever it depends on, because its caller could not know of the failure. Nothing is
/// accepted until a caller resumes the pipeline.
///
/// Callers ask the pipeline under a lock, and act on its answer without the lock.
struct Pipeline<Change, Update> {
  /// A change that is pending.
  struct Entry {
    var change: Change
    /// Proves that the change fits the list after everything before it; `nil` for a replacement.
    var proof: VerifiedOutline?

    var isReplacement: Bool { proof == nil }
  }

  /// What is processed at once. Changes are committed together, each with a revision of its own;
  /// updates share a revision where possible.
  ///
  /// A group never mixes the two, so that an update does not fail because a change could not be
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
    /// Call `takeGroup` on the work queue.
    case schedule
    /// Nothing; the work queue is already scheduled.
    case none
  }

  private var waiting: Deque<WaitingEntry<Change, Update>> = []
  /// The number of waiting changes and updates.
  private(set) var waitingCount = 0
  /// The number of changes and updates that the work queue has taken and not yet finished.
  private(set) var inFlightCount = 0
  /// The number of pending steps, without those before the last replacement. While it is not 0, the
  /// list after everything pending is unknown.
  private(set) var openStepCount = 0
  /// The list after everything pending, if that is known.
  private(set) var shape: ListShape
  private(set) var isScheduled = false
  private(set) var isClosed = false
  /// How storage failed, until a caller resumes the pipeline.
  private(set) var suspension: WriteSuspension?
  private var suspensionCount = 0
  private let waitingCountMax: Int
  private let groupCountMax: Int

  init(_ state: ListState, waitingCountMax: Int, groupCountMax: Int) {
    shape = state.shape
    self.waitingCountMax = waitingCountMax
    self.groupCountMax = groupCountMax
  }

  /// The number of changes and updates without an outcome.
  var pendingCount: Int { waitingCount + inFlightCount }

  /// What waits, in order.
  var waitingEntries: [WaitingEntry<Change, Update>] { Array(waiting) }

  // MARK: Accepting

  /// Verifies a change against the list after everything pending, and queues it.
  ///
  /// - Parameter targetTrees: The trees that must exist after the change.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  mutating func enqueue(
    _ change: Change, _ outline: ChangesetOutline, targetTrees: [TreeReference] = []
  ) throws(DataSourceError) -> Action {
    try requireRoom()
    var entry = WaitingChange(change: change, fit: .unknown(outline), targetTrees: targetTrees)
    if openStepCount == 0 { shape = try verify(&entry, outline, in: shape) }
    return append(.change(entry))
  }

  /// Queues a change that leads from any list to sections of known lengths.
  ///
  /// - Parameter targetTrees: The trees that must exist after the change.
  /// - Complexity: O(*s*) for *s* sections.
  mutating func enqueue(
    _ replacement: Change, leadingTo itemCounts: [Int], targetTrees: [TreeReference] = []
  ) throws(DataSourceError) -> Action {
    try requireRoom()
    let target = ListShape(itemCounts)
    try Self.require(targetTrees, in: target)
    shape = target
    openStepCount = 0
    return append(.change(WaitingChange(change: replacement, fit: .always)))
  }

  /// Queues a change that the caller has verified for the list after everything pending.
  ///
  /// - Parameter targetTrees: The trees that must exist after the change.
  /// - Complexity: O(*k* log *s*) for *k* changes.
  mutating func enqueue(
    _ change: Change, verified proof: VerifiedOutline, targetTrees: [TreeReference] = []
  ) throws(DataSourceError) -> Action {
    try requireRoom()
    precondition(openStepCount == 0, "what the list will be like must be known to the verifier")
    let target = shape.applying(proof)
    try Self.require(targetTrees, in: target)
    shape = target
    return append(
      .change(WaitingChange(change: change, fit: .proven(proof), targetTrees: targetTrees)))
  }

  /// Verifies a change on top of a list.
  ///
  /// - Returns: The list after it.
  private func verify(
    _ entry: inout WaitingChange<Change>, _ outline: ChangesetOutline, in shape: ListShape
  ) throws(DataSourceError) -> ListShape {
    let proof: VerifiedOutline
    do throws(ChangesetError) {
      proof = try outline.verified(against: shape)
    } catch {
      throw .invalid(error)
    }
    let target = shape.applying(proof)
    try Self.require(entry.targetTrees, in: target)
    entry.fit = .proven(proof)
    return target
  }

  private static func require(
    _ targetTrees: [TreeReference], in target: ListShape
  ) throws(DataSourceError) {
    for tree in targetTrees {
      if let missing = tree.missing(in: target) { throw missing }
    }
  }

  /// Queues an update that concerns more than one item, and removes waiting updates that it
  /// replaces.
  ///
  /// - Parameters:
  ///   - goesByPath: Whether it is valid only if everything pending before it is applied.
  ///   - isRight: Whether the list after everything pending has what the update names. Not called
  ///     while a step through the history is pending, because that list is then unknown.
  ///   - isReplaced: Whether a waiting update is no longer needed. Its second argument tells
  ///     whether neither a change nor a step waits behind that update, so that paths mean the same
  ///     for both.
  /// - Returns: The removed updates, in order; `nil` if nothing was queued because `isRight`
  ///   returned `false`.
  mutating func enqueue(
    _ update: Update, goesByPath: Bool, if isRight: (ListShape) -> Bool,
    replacing isReplaced: (Update, _ meansTheSamePaths: Bool) -> Bool
  ) throws(DataSourceError) -> (action: Action, replaced: [Update])? {
    try requireRoom()
    guard openStepCount > 0 || isRight(shape) else { return nil }
    let replaced = waiting.takeOut(isReplaced)
    waitingCount -= replaced.count
    return (append(WaitingUpdate(update: update, isDependent: goesByPath)), replaced)
  }

  /// Queues an update. It joins the updates at the end of the queue.
  ///
  /// - Parameter tree: The tree to update, `nil` if it is not a single tree.
  mutating func enqueue(
    _ update: Update, of tree: TreeReference?
  ) throws(DataSourceError) -> Action {
    try requireRoom()
    let goesByPlace = tree?.goesByPlace ?? false
    if goesByPlace, openStepCount == 0, let missing = tree?.missing(in: shape) { throw missing }
    return append(WaitingUpdate(update: update, isDependent: goesByPlace))
  }

  /// Queues a step through the history.
  mutating func enqueue(step: Update) throws(DataSourceError) -> Action {
    try requireRoom()
    openStepCount += 1
    return append(WaitingUpdate(update: step, isDependent: true, isStep: true))
  }

  private mutating func append(_ update: WaitingUpdate<Update>) -> Action {
    append(.updates([update]))
  }

  /// Throws `closed` or `suspended` if the pipeline accepts no modifications.
  func requireOpen() throws(DataSourceError) {
    guard !isClosed else { throw .closed }
    if let suspension { throw .suspended(suspension) }
  }

  private func requireRoom() throws(DataSourceError) {
    try requireOpen()
    guard waitingCount < waitingCountMax else { throw .queueFull(limit: waitingCountMax) }
  }

  private mutating func append(_ entry: WaitingEntry<Change, Update>) -> Action {
    waiting.appendInRow(entry)
    waitingCount += 1
    guard !isScheduled else { return .none }
    isScheduled = true
    return .schedule
  }

  // MARK: Working

  /// Takes the next group to process, `nil` if nothing waits. The previous group must be finished.
  ///
  /// - Parameter standsAlone: Whether a change must be a group of its own.
  mutating func takeGroup(_ standsAlone: (Change) -> Bool = { _ in false }) -> Group? {
    let group: Group
    if case .updates(let updates) = waiting.first {
      waiting.removeFirst()
      inFlightCount = updates.count
      group = .updates(updates.map(\.update))
    } else {
      var changes: [Entry] = []
      changes.reserveCapacity(min(waiting.count, groupCountMax))
      while changes.count < groupCountMax, case .change(let entry) = waiting.first {
        let isReplacement = entry.isReplacement
        let isAlone = standsAlone(entry.change)
        // A replacement reads the list, so what is before it must be committed first.
        if isReplacement || isAlone, !changes.isEmpty { break }
        waiting.removeFirst()
        changes.append(Entry(change: entry.change, proof: Self.proof(of: entry)))
        if isAlone { break }
      }
      inFlightCount = changes.count
      group = .changes(changes)
    }
    waitingCount -= inFlightCount
    return inFlightCount == 0 ? nil : group
  }

  private static func proof(of entry: WaitingChange<Change>) -> VerifiedOutline? {
    switch entry.fit {
    case .always: nil
    case .proven(let proof): proof
    case .unknown:
      preconditionFailure("a change is verified when the step before it has finished")
    }
  }

  /// Ends a turn of taking groups.
  ///
  /// - Returns: `schedule` if something still waits.
  mutating func release() -> Action {
    guard waiting.isEmpty else { return .schedule }
    isScheduled = false
    return .none
  }

  /// Notes that the group is finished. Nothing that waits may depend on a change of it that failed.
  mutating func groupFinished() { inFlightCount = 0 }

  /// Notes that steps have finished, with the updates taken with them, and verifies what waits
  /// behind them.
  ///
  /// - Parameter state: The current list.
  /// - Returns: The changes that do not fit it, each with its error.
  mutating func stepsFinished(
    _ count: Int, leaving state: ListState
  ) -> [(change: Change, error: DataSourceError)] {
    inFlightCount = 0
    let isReplaced = waiting.contains { $0.isReplacement }
    if !isReplaced { openStepCount -= count }
    var refused: [(change: Change, error: DataSourceError)] = []
    var left: Deque<WaitingEntry<Change, Update>> = []
    var target = state.shape
    while let next = waiting.first, !next.isReplacement, !next.hasStep {
      waiting.removeFirst()
      guard case .change(var entry) = next, let outline = entry.outline else {
        left.appendInRow(next)
        continue
      }
      do throws(DataSourceError) {
        target = try verify(&entry, outline, in: target)
        left.appendInRow(.change(entry))
      } catch {
        refused.append((entry.change, error))
      }
    }
    // What follows a replacement was verified on top of it.
    if waiting.isEmpty { shape = target }
    if let next = waiting.popFirst() { left.appendInRow(next) }
    waiting = left + waiting
    waitingCount -= refused.count
    return refused
  }

  /// Notes that a change of the group has failed.
  ///
  /// - Parameter state: The current list, after the changes before the failed one.
  /// - Returns: What waited and depended on the failed change, in order. Updates by id still wait,
  ///   and so do the first replacement and everything after it.
  mutating func changesFailed(leaving state: ListState) -> [Modification] {
    inFlightCount = 0
    return dependentsRefused(leaving: state)
  }

  /// Notes that another writer has changed the list. This does not finish the group in flight.
  ///
  /// - Parameter state: The current list.
  /// - Returns: What waited and is no longer valid, in order. Updates by id still wait, and so do
  ///   the first replacement and everything after it.
  mutating func followed(leaving state: ListState) -> [Modification] {
    dependentsRefused(leaving: state)
  }

  private mutating func dependentsRefused(leaving state: ListState) -> [Modification] {
    var refusedStepCount = 0
    var dependents: [Modification] = []
    var independents: [WaitingUpdate<Update>] = []
    while let entry = waiting.first, !entry.isReplacement {
      waiting.removeFirst()
      switch entry {
      case .change(let entry): dependents.append(.change(entry.change))
      case .updates(let updates):
        for update in updates {
          if update.isDependent {
            dependents.append(.update(update.update))
            if update.isStep { refusedStepCount += 1 }
          } else {
            independents.append(update)
          }
        }
      }
    }
    waitingCount -= dependents.count
    // What follows a replacement was verified on top of it.
    if waiting.isEmpty {
      openStepCount -= refusedStepCount
      shape = state.shape
    }
    if !independents.isEmpty { waiting.prepend(.updates(independents)) }
    return dependents
  }

  // MARK: Failing and closing

  /// Suspends the pipeline after storage has failed a modification of the group. Nothing that waits
  /// is processed, and nothing is accepted until ``resume(after:)``.
  ///
  /// - Parameter state: The current list, after what was committed of the group.
  /// - Returns: The suspension, and what waited, in order.
  mutating func storageFailed(
    _ failure: StorageFailure, leaving state: ListState
  ) -> (suspension: WriteSuspension, refused: [Modification]) {
    let refused = waiting.flatMap { entry -> [Modification] in
      switch entry {
      case .change(let entry): [.change(entry.change)]
      case .updates(let updates): updates.map { .update($0.update) }
      }
    }
    waiting = []
    waitingCount = 0
    inFlightCount = 0
    openStepCount = 0
    shape = state.shape
    suspensionCount += 1
    let suspension = WriteSuspension(
      number: suspensionCount, revision: state.revision + 1, origin: failure.origin,
      cause: failure.cause)
    self.suspension = suspension
    return (suspension, refused)
  }

  /// Accepts changes and updates again, because a caller knows of the failure.
  ///
  /// - Returns: Whether the pipeline was suspended by that failure.
  mutating func resume(after suspension: WriteSuspension) -> Bool {
    guard self.suspension?.number == suspension.number else { return false }
    self.suspension = nil
    return true
  }

  /// Refuses new changes and updates. Those that wait are still processed.
  mutating func close() { isClosed = true }
}
