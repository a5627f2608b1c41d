package import RosterCore

/// A walk through the journal of a list, from one revision to another one. It can be broken off after each step.
///
///     from 1000 to 300    1000 → 744 → 488 → 300
package struct RevisionWalk: Sendable {
  /// The list at the revision that the walk has reached.
  package private(set) var state: ListState
  private let start: Revision
  private let goal: Revision
  private let storage: any ListStorage

  /// The number of revisions of one step.
  package static let stepCount = 256

  init(from state: ListState, to goal: Revision, in storage: any ListStorage) {
    self.state = state
    start = state.revision
    self.goal = goal
    self.storage = storage
  }

  /// Whether the walk is at its end.
  package var isOver: Bool { state.revision == goal }

  /// The number of revisions between the beginning of the walk and where it is.
  package var goneCount: Int { abs(state.revision - start) }

  /// The share of the way that is gone, from 0 to 1.
  package var share: Double { isOver ? 1 : Double(goneCount) / Double(abs(goal - start)) }

  /// Goes on by at most ``stepCount`` revisions.
  ///
  /// - Returns: Whether the goal is not reached yet.
  /// - Throws: `StorageError`; `stale` or `compacted` if the journal does not reach that far.
  /// - Complexity: O(*k* log *n*) for *k* changes of the revisions.
  package mutating func goOn() throws(StorageError) -> Bool {
    if state.revision < goal { try replay() } else if state.revision > goal { try revert() }
    return !isOver
  }

  private mutating func replay() throws(StorageError) {
    let entries = try storage.journal(
      after: state.revision, limit: min(Self.stepCount, goal - state.revision))
    guard !entries.isEmpty else {
      throw StorageError(.stale, "the journal does not reach revision \(goal)")
    }
    for entry in entries { state = try state.replaying(entry.record).target }
  }

  private mutating func revert() throws(StorageError) {
    let base = max(goal, state.revision - Self.stepCount)
    let entries = try storage.journal(after: base, limit: state.revision - base)
    guard entries.last?.revision == state.revision else {
      throw StorageError(.stale, "the journal does not reach revision \(state.revision)")
    }
    for entry in entries.reversed() { state = try state.reverting(entry.record) }
  }
}

extension BatchReader {
  /// Begins a walk to an earlier revision: from the list as it is known, from its beginning, or from another revision that is
  /// known, whichever is nearest. What is kept no longer is no beginning.
  ///
  /// - Throws: `stale` for a revision that the list has not reached; `compacted` for one that is kept no longer.
  func walk(
    _ current: ListState, to revision: Revision, near known: ListState? = nil
  ) throws(StorageError) -> RevisionWalk {
    guard revision >= 0, revision <= current.revision else {
      throw StorageError(
        .stale, "there is no revision \(revision); the list is at \(current.revision)")
    }
    let oldest = try oldestRevision()
    guard revision >= oldest else {
      throw .compacted(
        "revision \(revision) is no longer kept; the oldest one that is left is \(oldest)",
        oldest: oldest)
    }
    var start = current
    for other in [ListState(), known].compactMap(\.self)
    where other.revision >= oldest
      && abs(other.revision - revision) < abs(start.revision - revision)
    {
      start = other
    }
    return RevisionWalk(from: start, to: revision, in: storage)
  }

  private func oldestRevision() throws(StorageError) -> Revision {
    try (storage as? any JournalStorage)?.oldestRevision() ?? 0
  }

  /// Returns the list as it was at an earlier revision.
  ///
  /// - Throws: As ``walk(_:to:)``.
  /// - Complexity: O(*k* log *n*) for *k* changes since then, or up to then if the journal is whole
  ///   and the revision is nearer to 0.
  func state(_ current: ListState, at revision: Revision) throws(StorageError) -> ListState {
    var walk = try walk(current, to: revision)
    while try walk.goOn() {}
    return walk.state
  }
}

extension ListDataSource {
  /// Returns the list as it was at an earlier revision, as ``snapshot(at:)`` does, and gives way to other work between the
  /// steps of a long way. It ends after the next 256 revisions once the task is cancelled.
  ///
  /// - Parameters:
  ///   - revision: The revision.
  ///   - progress: Called after each step but the last one, with the share of the way that is gone, from 0 to 1.
  /// - Throws: `CancellationError`, or a `StorageError` as ``snapshot(at:)``.
  /// - Complexity: As ``snapshot(at:)``.
  package func snapshot(
    at revision: Revision, progress: @Sendable (Double) -> Void
  ) async throws -> Snapshot {
    try await snapshot(at: revision, near: snapshot, progress: progress)
  }

  /// Returns the list as it was at an earlier revision, as ``snapshot(at:progress:)`` does, from a snapshot that may be
  /// nearer to it than the present is.
  ///
  /// - Parameter known: A snapshot of this list.
  package func snapshot(
    at revision: Revision, near known: Snapshot, progress: @Sendable (Double) -> Void
  ) async throws -> Snapshot {
    var walk = try walk(to: revision, near: known)
    try Task.checkCancellation()
    while try walk.goOn() {
      try Task.checkCancellation()
      progress(walk.share)
      await Task.yield()
      try Task.checkCancellation()
    }
    return snapshot(of: walk)
  }

  /// Begins a walk to an earlier revision, from a snapshot that may be nearer to it than the present is.
  ///
  /// - Parameter known: A snapshot of this list.
  /// - Throws: `compacted` if the revision is kept no longer; `stale` if the list has not reached it.
  package func walk(
    to revision: Revision, near known: Snapshot
  ) throws(StorageError) -> RevisionWalk {
    try reader.walk(snapshot.state, to: revision, near: known.state)
  }

  /// Returns the list at the revision that a walk has reached.
  package func snapshot(of walk: RevisionWalk) -> Snapshot {
    ListSnapshot(state: walk.state, models: reader.models)
  }
}
