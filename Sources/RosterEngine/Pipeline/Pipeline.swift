internal import DequeModule
internal import RosterCore

/// What waits to be applied, and what the list will be like after it: a state machine without
/// threads, clocks or IO.
///
/// There are two kinds of modifications. A *change* is a changeset; it is verified on top of all
/// changes before it and fails with them. One that leads to a known list whatever the list is, a
/// *replacement*, is verified on top of nothing: it does not fail with what is before it, and
/// neither does what is after it. An *update* concerns the states of items; it changes no
/// paths, so nothing is verified on top of it, and one that does not go by a path depends on nothing
/// either. Updates that wait in a row are one entry of the queue.
///
/// A third kind waits among the updates: a *step* through the history, an undo or redo. What it does
/// to the paths is known only when its turn comes, so changes behind it are verified after it.
///
/// When storage fails a modification, the pipeline is *suspended*: nothing that waits is right any
/// more, whatever it depends on, since it came before its caller could know; and nothing comes in until
/// a caller says that it knows.
///
/// Whoever holds the lock asks it; whoever has got an answer acts on it without the lock.
struct Pipeline<Change, Update> {
  /// A change that waits or is being worked on.
  struct Entry {
    var change: Change
    /// That the change fits the list after everything before it, `nil` for a replacement.
    var proof: VerifiedOutline?

    var isReplacement: Bool { proof == nil }
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

  private var waiting: Deque<WaitingEntry<Change, Update>> = []
  /// The number of changes and updates that wait.
  private(set) var waitingCount = 0
  /// The number of changes and updates that the work queue has taken and not yet finished.
  private(set) var inFlightCount = 0
  /// The number of steps through the history among all those, those before the last replacement not
  /// counted: as long as there are any, nobody knows what the list will be like.
  private(set) var openStepCount = 0
  /// The list after everything that waits and is in flight, if that is known.
  private(set) var shape: ListShape
  private(set) var isScheduled = false
  private(set) var isClosed = false
  /// How storage has failed, if no caller has resumed the pipeline since.
  private(set) var suspension: WriteSuspension?
  private var suspensionCount = 0
  private let waitingCountMax: Int
  private let groupCountMax: Int

  init(_ state: ListState, waitingCountMax: Int, groupCountMax: Int) {
    shape = state.shape
    self.waitingCountMax = waitingCountMax
    self.groupCountMax = groupCountMax
  }

  /// The number of changes and updates that are neither applied nor failed.
  var pendingCount: Int { waitingCount + inFlightCount }

  /// What waits, in order.
  var waitingEntries: [WaitingEntry<Change, Update>] { Array(waiting) }

  // MARK: Accepting

  /// Verifies a change against the list after everything pending, and queues it.
  ///
  /// - Parameter targetTrees: What must be there after the change.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  mutating func enqueue(
    _ change: Change, _ outline: ChangesetOutline, targetTrees: [TreeReference] = []
  ) throws(DataSourceError) -> Action {
    try requireRoom()
    var entry = WaitingChange(change: change, fit: .unknown(outline), targetTrees: targetTrees)
    if openStepCount == 0 { shape = try verify(&entry, outline, in: shape) }
    return append(.change(entry))
  }

  /// Queues a change that leads to sections of known lengths whatever the list is before.
  ///
  /// - Parameter targetTrees: What must be there after the change.
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

  /// Queues a change that was verified for the list after everything pending before it came here.
  ///
  /// - Parameter targetTrees: What must be there after the change.
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

  /// Queues an update that concerns more than one item, and takes out those that wait and need not be
  /// done any more.
  ///
  /// - Parameters:
  ///   - goesByPath: Whether it is right only if everything pending before is applied.
  ///   - isRight: Whether the list after everything pending has what the update goes by; not asked if
  ///     a step through the history is pending, since nobody knows that list.
  ///   - isReplaced: Whether a waiting update need not be done any more. It is told whether neither a
  ///     change nor a step waits behind it, so that paths mean the same for both.
  /// - Returns: What was taken out, in order; `nil` if nothing was queued, since `isRight` said no.
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

  /// Queues an update: with those at the end of the queue, if there are any.
  ///
  /// - Parameter tree: What is updated, `nil` if it is not one tree.
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

  /// Refuses what comes if nothing may come, whatever it is.
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

  /// Takes what is to be worked on next, `nil` if nothing waits. The group before must be finished.
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
        // A replacement looks at the list, so what is before it must be committed.
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
    // What comes after a replacement was verified on top of that.
    if waiting.isEmpty { shape = target }
    if let next = waiting.popFirst() { left.appendInRow(next) }
    waiting = left + waiting
    waitingCount -= refused.count
    return refused
  }

  /// A change of the group that was taken has failed.
  ///
  /// - Parameter state: The list as it is: after the changes before the failed one.
  /// - Returns: What waited and was verified on top of the failed change, in order. The updates by
  ///   id still wait, and so do the first replacement and all after it.
  mutating func changesFailed(leaving state: ListState) -> [Modification] {
    inFlightCount = 0
    return dependentsRefused(leaving: state)
  }

  /// Another writer has changed the list; what is in flight is not finished by that.
  ///
  /// - Parameter state: The list as it is.
  /// - Returns: What waited and is not right any more, in order. The updates by id still wait, and
  ///   so do the first replacement and all after it.
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
    // What comes after a replacement was verified on top of that.
    if waiting.isEmpty {
      openStepCount -= refusedStepCount
      shape = state.shape
    }
    if !independents.isEmpty { waiting.prepend(.updates(independents)) }
    return dependents
  }

  // MARK: Failing and closing

  /// Storage has failed a modification of the group that was taken: nothing that waits is worked on,
  /// and nothing comes in until ``resume(after:)``.
  ///
  /// - Parameter state: The list as it is: after what was committed of the group.
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

  /// A caller knows of a failure: changes and updates may come again.
  ///
  /// - Returns: Whether the pipeline was suspended by that failure.
  mutating func resume(after suspension: WriteSuspension) -> Bool {
    guard self.suspension?.number == suspension.number else { return false }
    self.suspension = nil
    return true
  }

  /// Takes no more changes and updates; those that wait are still worked on.
  mutating func close() { isClosed = true }
}
