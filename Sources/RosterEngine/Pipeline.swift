internal import DequeModule
internal import RosterCore

/// What waits to be applied, and what the list will be like after it: a state machine without
/// threads, clocks or IO.
///
/// Whoever holds the lock asks it; whoever has got an answer acts on it without the lock.
struct Pipeline<Change> {
  /// A change that waits or is being worked on.
  struct Entry {
    var change: Change
    var proof: VerifiedOutline
    /// The revision that it leads to.
    var revision: Revision
  }

  /// What the caller of an event has to do next.
  enum Action: Equatable {
    /// Have `takeGroup` called on the work queue.
    case schedule
    /// Nothing: the work queue will come to it.
    case none
  }

  private var waiting: Deque<Entry> = []
  /// The number of changes that the work queue has taken and not yet finished.
  private var inFlightCount = 0
  /// The list after everything that waits and is in flight.
  private var shape: ListShape
  private var revision: Revision
  private var isScheduled = false
  private(set) var isClosed = false
  private let waitingCountMax: Int
  private let groupCountMax: Int

  init(_ state: ListState, waitingCountMax: Int, groupCountMax: Int) {
    shape = state.shape
    revision = state.revision
    self.waitingCountMax = waitingCountMax
    self.groupCountMax = groupCountMax
  }

  /// The number of changes that are neither applied nor failed.
  var pendingCount: Int { waiting.count + inFlightCount }

  /// Verifies a change against the list after everything pending, and queues it.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  mutating func enqueue(
    _ change: Change, _ outline: ChangesetOutline
  ) throws(DataSourceError) -> Action {
    guard !isClosed else { throw .closed }
    guard waiting.count < waitingCountMax else { throw .queueFull(limit: waitingCountMax) }
    let proof: VerifiedOutline
    do throws(ChangesetError) {
      proof = try outline.verified(against: shape)
    } catch {
      throw .invalid(error)
    }
    shape = shape.applying(proof)
    revision += 1
    waiting.append(Entry(change: change, proof: proof, revision: revision))
    guard !isScheduled else { return .none }
    isScheduled = true
    return .schedule
  }

  /// Takes what is to be committed together next; nothing if nothing waits. The group before must
  /// have succeeded or failed.
  mutating func takeGroup() -> [Entry] {
    var group: [Entry] = []
    group.reserveCapacity(min(waiting.count, groupCountMax))
    while group.count < groupCountMax, let entry = waiting.popFirst() { group.append(entry) }
    inFlightCount = group.count
    return group
  }

  /// Whoever took groups stops to do so.
  ///
  /// - Returns: Whether somebody has to go on.
  mutating func release() -> Action {
    guard waiting.isEmpty else { return .schedule }
    isScheduled = false
    return .none
  }

  /// The group that was taken has been published whole.
  mutating func groupSucceeded() { inFlightCount = 0 }

  /// A change of the group that was taken has failed.
  ///
  /// - Parameter state: The list as it is: after the changes before the failed one.
  /// - Returns: What waited, all of it verified on top of the failed change.
  mutating func groupFailed(leaving state: ListState) -> [Entry] {
    inFlightCount = 0
    let dependents = Array(waiting)
    waiting.removeAll()
    shape = state.shape
    revision = state.revision
    return dependents
  }

  /// Takes no more changes; those that wait are still worked on.
  mutating func close() { isClosed = true }
}
