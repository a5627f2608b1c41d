internal import RosterConcurrency
package import RosterCore

/// The hold of a data source on its list, from the beginning of its opening until it is closed or
/// released and has carried out what it accepted. By their claims the data sources of a process know
/// of each other.
///
/// A list has one data source at a time, or some that all follow each other
/// (``DataSourceConfiguration/isShared``). If the list is derived from others, these have one definition: two would
/// each undo what the other has done, with every change of a source.
///
///     first    |-- open --- accepts 1, 2, 3 --- released        commits 1, 2, 3 --|
///     second                                     | opening waits                  |-- open ---
///
/// A released data source is not told from one that is still used before it has carried out
/// everything: until then what it accepted holds it. So every opening waits for what was accepted
/// before, and only then asks whether the list is free.
final class ListClaim: Sendable {
  /// The claims on all lists of the process.
  private static let all = Guarded<[StoredListIdentity: [ListClaim]]>([:])

  private let list: StoredListIdentity
  private let isShared: Bool
  /// How the list is derived, if it is. Written under the lock of all claims.
  private let definition: Guarded<String?>
  /// What carries out the changes of the data source; `nil` while it is opened.
  private let runner = Guarded<ModificationRunner?>(nil)

  private init(_ list: StoredListIdentity, isShared: Bool, definition: String?) {
    self.list = list
    self.isShared = isShared
    self.definition = Guarded(definition)
  }

  /// Claims a list for a data source that is about to be opened.
  ///
  /// - Returns: `nil` if the storage does not tell which list it is, or does not write it.
  /// - Throws: `inUse`.
  static func claim(
    _ access: StoredListAccess, isShared: Bool
  ) throws(StorageError) -> ListClaim? {
    guard let list = access.identity else { return nil }
    for earlier in all.withLock({ $0[list, default: []] }) { earlier.settle() }
    let claim = ListClaim(list, isShared: isShared, definition: access.definition)
    let refusal = all.withLock { all -> StorageError? in
      let others = all[list, default: []]
      guard others.allSatisfy({ $0.isShared && isShared }) else { return list.isInUse }
      guard others.allSatisfy({ $0.agrees(on: access.definition) }) else {
        return list.isDefinedOtherwise
      }
      all[list] = others + [claim]
      return nil
    }
    if let refusal { throw refusal }
    return claim
  }

  /// Verifies that no data source has a list open by another definition.
  ///
  /// - Throws: `inUse`.
  static func requireDefinition(_ access: StoredListAccess, _ definition: String)
    throws(StorageError)
  {
    guard let list = access.identity else { return }
    let claims = all.withLock { $0[list, default: []] }
    for claim in claims { claim.settle() }
    let isFree = all.withLock {
      $0[list, default: []].allSatisfy { $0.agrees(on: definition) }
    }
    guard isFree else { throw list.isDefinedOtherwise }
  }

  /// Notes that the list is derived by another definition from now on.
  ///
  /// - Throws: `inUse` if another data source has the list open by the one before.
  func redefine(_ definition: String) throws(StorageError) {
    let isFree = Self.all.withLock { all in
      let others = all[list, default: []].filter { $0 !== self }
      guard others.allSatisfy({ $0.agrees(on: definition) }) else { return false }
      self.definition.withLock { $0 = definition }
      return true
    }
    guard isFree else { throw list.isDefinedOtherwise }
  }

  /// Whether a data source that derives the list by a definition may have it open as well. One that derives nothing may.
  private func agrees(on definition: String?) -> Bool {
    guard let definition, let own = self.definition.withLock({ $0 }) else { return true }
    return own == definition
  }

  /// Verifies that no data source has a list of a store open.
  ///
  /// - Throws: `inUse`.
  static func requireNone(in place: String) throws(StorageError) {
    let claims = all.withLock { $0.filter { $0.key.place == place }.values.flatMap { $0 } }
    for claim in claims { claim.settle() }
    if let list = all.withLock({ $0.keys.first { $0.place == place } }) { throw list.isInUse }
  }

  /// Notes what carries out the changes of the data source.
  func begin(_ runner: ModificationRunner) { self.runner.withLock { $0 = runner } }

  /// Frees the list. May be called more than once.
  func end() {
    let released = runner.withLock { runner in
      defer { runner = nil }
      return runner
    }
    // Whatever is freed is freed outside the lock.
    withExtendedLifetime(released) {}
    ListClaim.all.withLock { all in
      all[list]?.removeAll { $0 === self }
      if all[list]?.isEmpty == true { all[list] = nil }
    }
  }

  /// Waits until what the data source has accepted so far has its outcome. If it can commit nothing
  /// more, because its file was closed, frees the list.
  private func settle() {
    runner.withLock { $0 }?.settle()
    if list.isClosed() { end() }
  }
}

extension StoredListIdentity {
  fileprivate var isInUse: StorageError {
    StorageError(
      .inUse,
      "\(name): a data source of this process has the list open already; use that one, or close it "
        + "first. Several can have it open if all of them are opened as shared")
  }

  fileprivate var isDefinedOtherwise: StorageError {
    StorageError(
      .inUse,
      "\(name): it is open in this process by another definition, or with another text to search for; close "
        + "it first, or give a list with this definition a name of its own")
  }
}

extension StoredListAccess {
  /// Verifies that no data source of this process has the list open by another definition.
  ///
  /// - Throws: `inUse`.
  package func requireDefinition(_ definition: String) throws(StorageError) {
    try ListClaim.requireDefinition(self, definition)
  }
}

extension ListDataSource {
  /// Notes that the list is derived by another definition from now on.
  ///
  /// - Throws: `inUse` if another data source of this process has the list open by the one before.
  package func redefine(_ definition: String) throws(StorageError) {
    try claim?.redefine(definition)
  }
}

extension ModificationRunner {
  /// Waits until everything that was accepted before has its outcome and is let go, and helps with it on the calling
  /// thread. The pipeline itself, and that of a list that is to be changed together with this one, cannot
  /// wait for that, so for them the function does nothing.
  fileprivate func settle() {
    if isCalledByPipeline { return }
    let acceptedCount = pipeline.withLock { waitsForCaller ? nil : $0.acceptedCount }
    guard let acceptedCount else { return }
    work { self.pipeline.withLock { $0.isSettled(upTo: acceptedCount) } }
    // What has its outcome is let go at the end of its turn, and a released data source with it. That turn
    // has also ended where the queue is found paused: nothing waits for a change of several lists here.
    var hasHadTheQueue = false
    executor.workAndWait(unless: {
      defer { hasHadTheQueue = true }
      return hasHadTheQueue
    }) {}
  }
}
