import Foundation
package import RosterCore
// Its faults are planned by the functions of that module.
@_exported public import RosterFaults
package import RosterTestKit

/// A storage that stops at gates, and behind them fails, where a test says so.
///
///     let gate = storage.stop(.commit)
///     let pending = try list.enqueue(changeset)
///     await gate.arrival()           // the work queue stands before the commit
///     gate.open()
///
/// Unchecked because of its variables, which the lock guards.
package final class GatedStorage: JournalForwarding, KeyForwarding, @unchecked Sendable {
  package typealias Call = FaultyStorage.Call
  package typealias Moment = FaultyStorage.Moment

  /// Where faults are planned. A gate after a call is also there when the call fails.
  package let faults: FaultyStorage
  package let lifetime = Lifetime()
  private let lock = NSLock()
  private var gates: [(call: Call, moment: Moment, gate: Gate)] = []
  private var committed: [Int] = []
  private var asked: [Int] = []
  private var watches: [GatedWatch] = []

  package init(_ storage: any ListStorage) { faults = FaultyStorage(storage) }

  /// Has the next call of a kind stop.
  package func stop(_ call: Call, _ moment: Moment = .before) -> Gate {
    let gate = Gate()
    lock.withLock { gates.append((call, moment, gate)) }
    return gate
  }

  /// How many changes were in each group that was to be committed.
  package var commitCounts: [Int] { lock.withLock { committed } }

  /// How many entries of the journal were asked for at each call.
  package var journalLimits: [Int] { lock.withLock { asked } }

  // MARK: Storage

  package var storage: any ListStorage { faults }

  package func load() throws(StorageError) -> ListState {
    try run(.load) { () throws(StorageError) in try faults.load() }
  }

  package func commit(_ group: CommitGroup) throws(StorageError) {
    lock.withLock { committed.append(group.changes.count) }
    try run(.commit) { () throws(StorageError) in try faults.commit(group) }
  }

  package func models(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    try run(.itemModels) { () throws(StorageError) in try faults.models(of: items, at: revision) }
  }

  package func models(
    of sections: [SectionID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    try run(.sectionModels) { () throws(StorageError) in
      try faults.models(of: sections, at: revision)
    }
  }

  package func states(
    of trees: [TreeID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    try run(.states) { () throws(StorageError) in try faults.states(of: trees, at: revision) }
  }

  package func journal(
    after revision: Revision, limit: Int
  ) throws(StorageError) -> [JournalEntry] {
    lock.withLock { asked.append(limit) }
    return try run(.journal) { () throws(StorageError) in
      try faults.journal(after: revision, limit: limit)
    }
  }

  // MARK: Watching

  package func watch(_ handler: @escaping @Sendable () -> Void) -> any StorageWatch {
    let watch = GatedWatch(handler, faults.watch(handler))
    lock.withLock { watches.append(watch) }
    return watch
  }

  /// The number of watches that are not cancelled.
  package var watchCount: Int { lock.withLock { watches }.count { !$0.isCancelled } }

  /// Calls everything that ever watched, cancelled or not: a call that began before it was cancelled
  /// may come at any time.
  package func callWatches() { for watch in lock.withLock({ watches }) { watch.handler() } }

  // MARK: Gates

  private func run<Value>(
    _ call: Call, _ work: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    takeGate(call, .before)?.pass()
    defer { takeGate(call, .after)?.pass() }
    return try work()
  }

  private func takeGate(_ call: Call, _ moment: Moment) -> Gate? {
    lock.withLock {
      gates.firstIndex { $0.call == call && $0.moment == moment }
        .map { gates.remove(at: $0).gate }
    }
  }
}

/// Notes that it is cancelled.
///
/// Its mutable state is `cancelled`, which the lock guards.
private final class GatedWatch: StorageWatch, @unchecked Sendable {
  let handler: @Sendable () -> Void
  private let watch: (any StorageWatch)?
  private let lock = NSLock()
  private var cancelled = false

  init(_ handler: @escaping @Sendable () -> Void, _ watch: (any StorageWatch)?) {
    self.handler = handler
    self.watch = watch
  }

  var isCancelled: Bool { lock.withLock { cancelled } }

  func cancel() {
    lock.withLock { cancelled = true }
    watch?.cancel()
  }
}
