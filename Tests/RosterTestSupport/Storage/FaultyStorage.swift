import Foundation
package import RosterCore

/// A storage that fails when it is told to, before or after it has done its work.
///
/// A commit that fails after its work is one whose outcome the caller cannot know.
///
///     let storage = FaultyStorage(list)
///     storage.faults.fail(.commit, .after)
///     try storage.commit(group)      // throws, and the group is in the list
///
/// Unchecked because of its variables, which the lock guards.
package final class FaultyStorage: JournalForwarding, KeyForwarding, @unchecked Sendable {
  /// The calls of a storage.
  package enum Call: Sendable, Hashable, CaseIterable {
    case load, commit, itemModels, sectionModels, states, journal
  }

  /// Whether a call fails with its work undone or done.
  package enum Moment: Sendable, Hashable, CaseIterable {
    case before, after
  }

  private struct Fault {
    var call: Call
    var moment: Moment
    /// How many calls of its kind go well before.
    var skipCount: Int
    /// How many calls then fail.
    var count: Int
    var error: StorageError
  }

  package let storage: any ListStorage
  private let lock = NSLock()
  private var faults: [Fault] = []
  private var seen: [Call] = []

  package init(_ storage: any ListStorage) { self.storage = storage }

  /// The calls so far, in order, also those that failed.
  package var calls: [Call] { lock.withLock { seen } }

  /// Whether no fault is to come.
  package var isHealthy: Bool { lock.withLock { faults.isEmpty } }

  /// Plans a fault.
  ///
  /// - Parameters:
  ///   - call: The call that fails.
  ///   - moment: Whether it does its work before it fails.
  ///   - skipCount: How many calls of this kind go well before.
  ///   - count: How many calls of this kind then fail.
  package func fail(
    _ call: Call, _ moment: Moment = .before, skipping skipCount: Int = 0, count: Int = 1,
    with error: StorageError = StorageError(.failed, "a fault that a test has planned")
  ) {
    lock.withLock {
      faults.append(
        Fault(call: call, moment: moment, skipCount: skipCount, count: count, error: error))
    }
  }

  /// Forgets all faults that have not happened yet.
  package func heal() { lock.withLock { faults = [] } }

  // MARK: Storage

  package func load() throws(StorageError) -> ListState {
    try run(.load) { () throws(StorageError) in try storage.load() }
  }

  package func commit(_ group: CommitGroup) throws(StorageError) {
    try run(.commit) { () throws(StorageError) in try storage.commit(group) }
  }

  package func models(
    of items: [ItemID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    try run(.itemModels) { () throws(StorageError) in
      try storage.models(of: items, at: revision)
    }
  }

  package func models(
    of sections: [SectionID], at revision: Revision
  ) throws(StorageError) -> [StoredValue?] {
    try run(.sectionModels) { () throws(StorageError) in
      try storage.models(of: sections, at: revision)
    }
  }

  package func states(
    of trees: [TreeID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    try run(.states) { () throws(StorageError) in try storage.states(of: trees, at: revision) }
  }

  package func journal(
    after revision: Revision, limit: Int
  ) throws(StorageError) -> [JournalEntry] {
    try run(.journal) { () throws(StorageError) in
      try storage.journal(after: revision, limit: limit)
    }
  }

  // MARK: Faults

  private func run<Value>(
    _ call: Call, _ work: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    let fault = takeFault(of: call)
    if let fault, fault.moment == .before { throw fault.error }
    let value = try work()
    if let fault { throw fault.error }
    return value
  }

  private func takeFault(of call: Call) -> Fault? {
    lock.withLock {
      seen.append(call)
      guard let index = faults.firstIndex(where: { $0.call == call }) else { return nil }
      guard faults[index].skipCount == 0 else {
        faults[index].skipCount -= 1
        return nil
      }
      faults[index].count -= 1
      let fault = faults[index]
      if fault.count <= 0 { faults.remove(at: index) }
      return fault
    }
  }
}
