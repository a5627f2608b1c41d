internal import DequeModule
package import RosterCore

/// How a modification fits the list that it will change.
package enum Admission {
  /// It fits if its outline is valid for the list after everything pending.
  case outline(ChangesetOutline)
  /// As `outline`, and the caller has verified it.
  case proof(VerifiedOutline)
  /// Several changes, one after the other, that the caller has verified and applied already.
  case proofs([VerifiedOutline])
  /// It leads from any list to sections of these lengths.
  case replacement([Int])
  /// It changes no paths, and fits if the list after everything pending has the places that it
  /// names. The closure returns the error for a missing place.
  case places((ListShape) -> DataSourceError?)
  /// It changes no paths, and what it names by identity is looked up when its turn comes.
  case identities
  /// It is a step through the history, whose effect on paths is known only when its turn comes.
  case step
  /// It is made when its turn comes, from any list, and its effect on paths is known only then.
  case draft

  /// Whether it is a change, so that what is behind it is verified on top of it.
  var isChange: Bool {
    switch self {
    case .outline, .proof, .proofs, .replacement: true
    case .places, .identities, .step, .draft: false
    }
  }

  /// Whether it is an update: of states, a reload or a configuration.
  var isUpdate: Bool {
    switch self {
    case .places, .identities: true
    case .outline, .proof, .proofs, .replacement, .step, .draft: false
    }
  }
}

/// The queue of modifications, and the shape that the list will have after them: a state machine
/// without threads, clocks or IO.
///
/// - A *change* is a changeset. It is verified on top of all changes before it and fails with them.
///   A *replacement* is a change that leads to a known list from any list, so it needs no
///   verification. It does not fail with what is before it, and what is after it fails only with
///   the replacement or later changes.
/// - An *update* changes no paths, so nothing is verified on top of it. An update that names no
///   place depends on nothing either.
/// - A *step* through the history is an undo or redo. Its effect on paths is known only when its
///   turn comes, so changes behind it are verified after it.
/// - A *draft* is a change that is made when its turn comes. It is a step for what is behind it, and
///   depends on nothing that is before it.
///
/// When storage fails a modification, the pipeline is *suspended*. Everything that waits is
/// refused, whatever it depends on, because its caller could not know of the failure. Nothing is
/// accepted until a caller resumes the pipeline.
///
/// Callers ask the pipeline under a lock, and act on its answer without the lock.
package struct Pipeline<Modification> {
  /// A modification that waits.
  struct Waiting {
    /// What the modification depends on.
    enum Fit {
      /// A change that leads to a known list from any list.
      case replacement
      /// A change. The list after everything before it is not known yet.
      case unverified(ChangesetOutline)
      /// A change that fits the list after everything before it.
      case proven(VerifiedOutline)
      /// Changes that were applied to the list after everything before them.
      case applied
      /// A step through the history.
      case step
      /// A change that is made when its turn comes.
      case draft
      /// An update that is valid only if everything pending before it is applied.
      case updateByPlace
      /// An update that depends on nothing.
      case updateByIdentity
    }

    var modification: Modification
    var fit: Fit
    /// The trees that must exist after a change.
    var targetTrees: [TreeReference] = []

    var isReplacement: Bool { if case .replacement = fit { true } else { false } }

    /// Whether the list behind it is unknown until it is finished.
    var isStep: Bool {
      switch fit {
      case .step, .draft: true
      case .replacement, .unverified, .proven, .applied, .updateByPlace, .updateByIdentity: false
      }
    }

    var isUpdate: Bool {
      switch fit {
      case .updateByPlace, .updateByIdentity: true
      case .replacement, .unverified, .proven, .applied, .step, .draft: false
      }
    }

    /// Whether it stays valid when what is before it fails.
    var isIndependent: Bool {
      switch fit {
      case .updateByIdentity, .draft: true
      case .replacement, .unverified, .proven, .applied, .step, .updateByPlace: false
      }
    }

    /// What a change does; `nil` for a replacement, for changes that were applied, and for everything
    /// else.
    var outline: ChangesetOutline? {
      switch fit {
      case .unverified(let outline): outline
      case .proven(let proof): proof.outline
      case .replacement, .applied, .step, .draft, .updateByPlace, .updateByIdentity: nil
      }
    }
  }

  /// A modification that is processed.
  package struct Entry {
    var modification: Modification
    /// Proves that a change fits the list after everything before it; `nil` for everything else.
    var proof: VerifiedOutline?
  }

  /// What the caller of an event has to do next.
  enum Action: Equatable {
    /// Call `takeGroup` on the work queue.
    case schedule
    /// Nothing; the work queue is already scheduled.
    case none
  }

  private var waiting: Deque<Waiting> = []
  /// The number of modifications that the work queue has taken and not yet finished.
  private(set) var inFlightCount = 0
  /// Whether the work queue has taken a step.
  private(set) var isStepInFlight = false
  /// The number of pending steps, without those before the last replacement. While it is not 0, the
  /// list after everything pending is unknown.
  private(set) var openStepCount = 0
  /// The list after everything pending, if that is known.
  private(set) var shape: ListShape
  private(set) var isScheduled = false
  private(set) var isClosed = false
  /// The number of modifications that were ever accepted.
  private(set) var acceptedCount = 0
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

  /// The number of modifications without an outcome.
  var pendingCount: Int { waiting.count + inFlightCount }

  /// Whether the first `count` modifications that were ever accepted have an outcome.
  ///
  /// If later modifications get their outcome before earlier ones, the answer can be `true` too soon.
  func isSettled(upTo count: Int) -> Bool { pendingCount <= acceptedCount - count }

  /// What waits, in order.
  var waitingEntries: [Waiting] { Array(waiting) }

  // MARK: Accepting

  /// Queues a modification if it fits the list after everything pending.
  ///
  /// - Parameters:
  ///   - admission: How it fits that list.
  ///   - targetTrees: The trees that must exist after a change.
  ///   - isReplaced: Whether a waiting update is no longer needed because the new modification does
  ///     its work; `nil` if it replaces none. The second argument tells whether neither a change
  ///     nor a step waits behind that update, so that paths mean the same for both.
  ///   - refusal: Returns why the modification is refused, given the number of pending ones.
  /// - Returns: What to do next, and the replaced updates in order.
  /// - Complexity: O(*k* log *k*) for *k* changes, and O(*w*) for *w* waiting modifications if the
  ///   new one replaces others.
  mutating func enqueue(
    _ modification: Modification, _ admission: Admission, targetTrees: [TreeReference] = [],
    replacing isReplaced: ((Modification, _ meansTheSamePaths: Bool) -> Bool)? = nil,
    unless refusal: (_ pendingCount: Int) -> DataSourceError? = { _ in nil }
  ) throws(DataSourceError) -> (action: Action, replaced: [Modification]) {
    try requireRoom(unless: refusal)
    let fit = try admit(admission, targetTrees)
    let replaced = isReplaced.map { takeOut($0) } ?? []
    waiting.append(Waiting(modification: modification, fit: fit, targetTrees: targetTrees))
    acceptedCount += 1
    guard !isScheduled else { return (.none, replaced) }
    isScheduled = true
    return (.schedule, replaced)
  }

  /// Verifies that modifications are accepted now. A draft is then accepted, whatever waits.
  ///
  /// - Parameter refusal: Returns why a modification is refused, given the number of pending ones.
  func requireRoom(
    unless refusal: (_ pendingCount: Int) -> DataSourceError? = { _ in nil }
  ) throws(DataSourceError) {
    guard !isClosed else { throw .closed }
    if let suspension { throw .suspended(suspension) }
    if let refusal = refusal(pendingCount) { throw refusal }
    guard waiting.count < waitingCountMax else { throw .queueFull(limit: waitingCountMax) }
  }

  /// Verifies a modification on top of everything pending, and notes what the list will be like
  /// after it.
  private mutating func admit(
    _ admission: Admission, _ targetTrees: [TreeReference]
  ) throws(DataSourceError) -> Waiting.Fit {
    switch admission {
    case .outline(let outline):
      guard openStepCount == 0 else { return .unverified(outline) }
      return .proven(try Self.apply(outline, targetTrees, to: &shape))
    case .proof(let proof):
      precondition(openStepCount == 0, "what the list will be like must be known to the verifier")
      try Self.apply(proof, targetTrees, to: &shape)
      return .proven(proof)
    case .proofs(let proofs):
      precondition(openStepCount == 0, "what the list will be like must be known to the verifier")
      for proof in proofs { shape.apply(proof) }
      return .applied
    case .replacement(let itemCounts):
      let target = ListShape(itemCounts)
      try Self.require(targetTrees, in: target)
      shape = target
      openStepCount = 0
      return .replacement
    case .places(let missing):
      if openStepCount == 0, let error = missing(shape) { throw error }
      return .updateByPlace
    case .identities:
      return .updateByIdentity
    case .step:
      openStepCount += 1
      return .step
    case .draft:
      openStepCount += 1
      return .draft
    }
  }

  /// Verifies a change on top of a list, and changes the shape of the list accordingly.
  private static func apply(
    _ outline: ChangesetOutline, _ targetTrees: [TreeReference], to shape: inout ListShape
  ) throws(DataSourceError) -> VerifiedOutline {
    let proof: VerifiedOutline
    do throws(ChangesetError) {
      proof = try shape.verify(outline)
    } catch {
      throw .invalid(error)
    }
    try apply(proof, targetTrees, to: &shape)
    return proof
  }

  /// Changes the shape of a list if the trees exist afterwards.
  private static func apply(
    _ proof: VerifiedOutline, _ targetTrees: [TreeReference], to shape: inout ListShape
  ) throws(DataSourceError) {
    // Nearly all changes name no trees, and change the shape in place.
    if !targetTrees.isEmpty { try require(targetTrees, in: shape.applying(proof)) }
    shape.apply(proof)
  }

  private static func require(
    _ targetTrees: [TreeReference], in target: ListShape
  ) throws(DataSourceError) {
    for tree in targetTrees {
      if let missing = tree.missing(in: target) { throw missing }
    }
  }

  /// Removes waiting updates that are no longer needed, and returns them in order.
  private mutating func takeOut(
    _ isReplaced: (Modification, _ meansTheSamePaths: Bool) -> Bool
  ) -> [Modification] {
    let lastChange = waiting.lastIndex { !$0.isUpdate } ?? -1
    let indices = waiting.indices.filter { index in
      waiting[index].isUpdate && isReplaced(waiting[index].modification, index > lastChange)
    }
    let replaced = indices.map { waiting[$0].modification }
    for index in indices.reversed() { waiting.remove(at: index) }
    return replaced
  }

  // MARK: Working

  /// Takes the next modifications, which are committed together; `nil` if nothing waits. The
  /// previous group must be finished.
  ///
  /// Changes and updates are never in one group, so that an update does not fail because a change
  /// could not be committed. A step is a group of its own.
  ///
  /// - Parameter joins: Whether the second of two consecutive changes, or updates, may be committed
  ///   together with the first.
  mutating func takeGroup(
    _ joins: (Modification, _ next: Modification) -> Bool = { _, _ in true }
  ) -> [Entry]? {
    guard let first = waiting.popFirst() else { return nil }
    isStepInFlight = first.isStep
    var group = [Self.entry(first)]
    if !first.isStep {
      // A replacement reads the list, so what is before it must be committed first.
      while let next = waiting.first, next.isUpdate == first.isUpdate, !next.isReplacement,
        !next.isStep, first.isUpdate || group.count < groupCountMax,
        joins(group[group.count - 1].modification, next.modification)
      {
        waiting.removeFirst()
        group.append(Self.entry(next))
      }
    }
    inFlightCount = group.count
    return group
  }

  private static func entry(_ waiting: Waiting) -> Entry {
    switch waiting.fit {
    case .proven(let proof): Entry(modification: waiting.modification, proof: proof)
    case .replacement, .applied, .step, .draft, .updateByPlace, .updateByIdentity:
      Entry(modification: waiting.modification)
    case .unverified:
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
  ///
  /// Verifies what waits behind a step.
  ///
  /// - Parameter state: The current list.
  /// - Returns: The changes behind a step that do not fit the list, each with its error.
  mutating func groupFinished(
    leaving state: ListState
  ) -> [(modification: Modification, error: DataSourceError)] {
    inFlightCount = 0
    guard isStepInFlight else { return [] }
    isStepInFlight = false
    // What follows a replacement was verified on top of it.
    if !waiting.contains(where: { $0.isReplacement }) { openStepCount -= 1 }
    guard !waiting.isEmpty else {
      shape = state.shape
      return []
    }
    var refused: [(modification: Modification, error: DataSourceError)] = []
    var left: Deque<Waiting> = []
    var target = state.shape
    while let next = waiting.first, !next.isReplacement, !next.isStep {
      left.append(waiting.removeFirst())
      guard let outline = next.outline else { continue }
      do throws(DataSourceError) {
        let proof = try Self.apply(outline, next.targetTrees, to: &target)
        left[left.count - 1].fit = .proven(proof)
      } catch {
        left.removeLast()
        refused.append((next.modification, error))
      }
    }
    if waiting.isEmpty { shape = target }
    waiting = left + waiting
    return refused
  }

  /// Notes that a change of the group has failed.
  ///
  /// - Parameter state: The current list, after the changes before the failed one.
  /// - Returns: What waited and depended on the failed change, in order. Updates by identity and
  ///   drafts still wait, and so do the first replacement and everything after it.
  mutating func changesFailed(leaving state: ListState) -> [Modification] {
    inFlightCount = 0
    return dependentsRefused(leaving: state)
  }

  /// Notes that another writer has changed the list. This does not finish the group in flight.
  ///
  /// - Parameter state: The current list.
  /// - Returns: What waited and is no longer valid, in order. Updates by identity still wait, and so
  ///   do the first replacement and everything after it.
  mutating func followed(leaving state: ListState) -> [Modification] {
    dependentsRefused(leaving: state)
  }

  private mutating func dependentsRefused(leaving state: ListState) -> [Modification] {
    let end = waiting.firstIndex { $0.isReplacement } ?? waiting.endIndex
    let before = waiting[..<end]
    let dependents = before.filter { !$0.isIndependent }
    // What follows a replacement was verified on top of it.
    if end == waiting.endIndex {
      openStepCount -= dependents.count { $0.isStep }
      shape = state.shape
    }
    waiting.replaceSubrange(..<end, with: before.filter { $0.isIndependent })
    return dependents.map { $0.modification }
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
    let refused = waiting.map { $0.modification }
    waiting = []
    inFlightCount = 0
    isStepInFlight = false
    openStepCount = 0
    shape = state.shape
    suspensionCount += 1
    let suspension = WriteSuspension(
      number: suspensionCount, revision: state.revision + 1, origin: failure.origin,
      cause: failure.cause)
    self.suspension = suspension
    return (suspension, refused)
  }

  /// Accepts modifications again, because a caller knows of the failure.
  ///
  /// - Returns: Whether the pipeline was suspended by that failure.
  mutating func resume(after suspension: WriteSuspension) -> Bool {
    guard self.suspension?.number == suspension.number else { return false }
    self.suspension = nil
    return true
  }

  /// Refuses new modifications. Those that wait are still processed.
  mutating func close() { isClosed = true }
}

extension Pipeline.Entry: Sendable where Modification: Sendable {}
