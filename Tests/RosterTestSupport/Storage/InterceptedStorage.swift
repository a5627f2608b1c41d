import Foundation
package import RosterCore

/// A storage in front of another one that fails, or stops at a gate, where a test says so.
///
/// Its mutable state is `script`, which `lock` guards.
package final class InterceptedStorage: ListStorage, @unchecked Sendable {
  /// What is called.
  package enum Call: Sendable { case load, commit, models, journal }

  /// When something happens to a call: before or after the storage behind has done its work.
  package enum Moment: Sendable { case before, after }

  private enum Effect {
    case fail(StorageError)
    case stop(Gate)
  }

  private struct Script {
    var effects: [(call: Call, moment: Moment, effect: Effect)] = []
    var commitCounts: [Int] = []
    var journalLimits: [Int] = []
  }

  private let base: any ListStorage
  private let lock = NSLock()
  private var script = Script()

  package init(_ base: any ListStorage) { self.base = base }

  /// What a call fails with that was told to fail.
  package static let error = StorageError(.failed, "the test said so")

  /// Has the next calls fail.
  package func fail(
    _ call: Call, _ moment: Moment = .before, times: Int = 1,
    with error: StorageError = InterceptedStorage.error
  ) {
    lock.withLock {
      for _ in 0..<times { script.effects.append((call, moment, .fail(error))) }
    }
  }

  /// Has the next call stop.
  package func stop(_ call: Call, _ moment: Moment = .before) -> Gate {
    let gate = Gate()
    lock.withLock { script.effects.append((call, moment, .stop(gate))) }
    return gate
  }

  /// How many changes were in each group that was to be committed.
  package var commitCounts: [Int] { lock.withLock { script.commitCounts } }

  /// How many entries of the journal were asked for at each call.
  package var journalLimits: [Int] { lock.withLock { script.journalLimits } }

  // MARK: Calls

  package func load() throws(StorageError) -> ListState {
    try intercept(.load) { () throws(StorageError) in try base.load() }
  }

  package func commit(_ group: CommitGroup) throws(StorageError) {
    lock.withLock { script.commitCounts.append(group.changes.count) }
    try intercept(.commit) { () throws(StorageError) in try base.commit(group) }
  }

  package func models(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    try intercept(.models) { () throws(StorageError) in try base.models(of: items, at: revision) }
  }

  package func models(
    of sections: [SectionID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    try intercept(.models) { () throws(StorageError) in
      try base.models(of: sections, at: revision)
    }
  }

  package func journal(
    after revision: Revision, limit: Int
  ) throws(StorageError) -> [JournalEntry] {
    lock.withLock { script.journalLimits.append(limit) }
    return try intercept(.journal) { () throws(StorageError) in
      try base.journal(after: revision, limit: limit)
    }
  }

  private func intercept<Value>(
    _ call: Call, _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try take(call, .before)
    let value = try body()
    try take(call, .after)
    return value
  }

  /// Has the next effect for this moment of a call; after a stop also the one behind it.
  private func take(_ call: Call, _ moment: Moment) throws(StorageError) {
    let effect = lock.withLock {
      script.effects.firstIndex { $0.call == call && $0.moment == moment }
        .map { script.effects.remove(at: $0).effect }
    }
    switch effect {
    case .fail(let error): throw error
    case .stop(let gate):
      gate.pass()
      try take(call, moment)
    case nil: break
    }
  }
}
