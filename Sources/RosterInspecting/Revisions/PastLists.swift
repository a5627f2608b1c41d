import RosterConcurrency
import RosterCore
import RosterEngine
import RosterRows

/// The list at any revision that is kept.
///
/// Each revision is reached from the nearest one that is known, so that going through time costs what
/// changed in between. The states share what they have in common.
final class PastLists: Sendable {
  private struct Known {
    var states: [Revision: ListState] = [:]
    /// The revisions that were asked for, the last one at the end.
    var order: [Revision] = []
  }

  private let list: any InspectableStorage
  private let known = Guarded(Known())
  private static let countMax = 48
  /// The number of entries that are read at once, and after which a state on the way is kept.
  private static let chunkCount = 256
  private static let keptInterval = 4_096

  /// How long a walk may take. Others wait meanwhile.
  private let patience: Duration

  /// - Parameter states: The list at revisions that were read before.
  init(
    _ list: any InspectableStorage, knowing states: [ListState] = [],
    patience: Duration = .seconds(2)
  ) {
    self.list = list
    self.patience = patience
    for state in states { keep(state) }
  }

  /// Returns the list at a revision.
  ///
  /// - Throws: `compacted`; `stale` for a revision that the list has not reached; `corrupt` if the
  ///   journal is damaged on both ways to the revision; `busy` if the way is long. What was reached is
  ///   kept, so that the next call goes on from there.
  /// - Complexity: O(*k* log *n*) for *k* changes between the revision and the nearest known one;
  ///   the first call also reads the directory of the list.
  func state(at revision: Revision, _ head: JournalHead) throws(StorageError) -> ListState {
    if let state = known.withLock({ $0.states[revision] }) {
      keep(state)
      return state
    }
    guard revision <= head.present else {
      throw StorageError(
        .stale, "there is no revision \(revision); the list is at \(head.present)")
    }
    guard revision >= head.oldest else {
      throw .compacted(
        "revision \(revision) is no longer kept; the oldest one that is left is \(head.oldest)",
        oldest: head.oldest)
    }
    var starts = known.withLock { Array($0.states.values) }.filter { $0.revision >= head.oldest }
    if starts.isEmpty {
      let present = try list.load()
      keep(present)
      starts.append(present)
    }
    if head.oldest == 0 { starts.append(ListState()) }
    let before = starts.filter { $0.revision <= revision }.max { $0.revision < $1.revision }
    let after = starts.filter { $0.revision > revision }.min { $0.revision < $1.revision }
    let ways = [before, after].compactMap { $0 }
      .sorted { abs($0.revision - revision) < abs($1.revision - revision) }
    // If the journal is damaged on the shorter way, the other one may still lead there.
    var failure = StorageError(.stale, "the journal does not reach revision \(revision)")
    for (index, start) in ways.enumerated() {
      do throws(StorageError) {
        let state = try walk(from: start, to: revision, head)
        keep(state)
        return state
      } catch {
        if error.code == .busy { throw error }
        if index == 0 { failure = error }
      }
    }
    throw failure
  }

  private func walk(
    from start: ListState, to revision: Revision, _ head: JournalHead
  ) throws(StorageError) -> ListState {
    var state = start
    let end = ContinuousClock.now + patience
    // From where the way begins if nothing on it is known.
    let length = min(head.present - revision, head.oldest == 0 ? revision : .max)
    while state.revision < revision {
      for entry in try entries(
        after: state.revision, count: min(Self.chunkCount, revision - state.revision))
      {
        state = try state.replaying(entry.record).target
      }
      try keepOnTheWay(state, to: revision, of: length, until: end)
    }
    while state.revision > revision {
      let count = min(Self.chunkCount, state.revision - revision)
      for entry in try entries(after: state.revision - count, count: count).reversed() {
        state = try state.reverting(entry.record)
      }
      try keepOnTheWay(state, to: revision, of: length, until: end)
    }
    return state
  }

  private func entries(
    after revision: Revision, count: Int
  ) throws(StorageError) -> [JournalEntry] {
    do throws(StorageError) {
      let entries = try list.journal(after: revision, limit: count)
      if entries.count == count { return entries }
    } catch {
      // The revisions are kept, so what is missing among them is gone.
      if error.code != .stale { throw error }
    }
    var missing = revision + 1
    for row in try list.journalRows(missing...revision + count, limit: count)
    where row.revision == missing { missing += 1 }
    throw StorageError(.corrupt, "revision \(missing) is missing from the journal")
  }

  private func keepOnTheWay(
    _ state: ListState, to revision: Revision, of length: Int, until end: ContinuousClock.Instant
  ) throws(StorageError) {
    let isOver = state.revision != revision && ContinuousClock.now >= end
    if isOver || state.revision % Self.keptInterval < Self.chunkCount { keep(state) }
    guard isOver else { return }
    let left = Double(abs(state.revision - revision))
    throw StorageError(
      .busy, "on the way to revision \(revision), now at \(state.revision); ask again",
      cause: UnfinishedWay(share: max(0, 1 - left / Double(max(1, length)))))
  }

  private func keep(_ state: ListState) {
    known.withLock { known in
      known.states[state.revision] = state
      known.order.removeAll { $0 == state.revision }
      known.order.append(state.revision)
      if known.order.count > Self.countMax {
        known.states[known.order.removeFirst()] = nil
      }
    }
  }
}

/// A way to an earlier revision that one answer did not come to the end of. The next one goes on from there.
struct UnfinishedWay: Error {
  /// The share that is gone, from 0 to 1.
  var share: Double
}
