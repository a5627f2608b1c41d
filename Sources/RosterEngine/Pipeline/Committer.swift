package import RosterCore

/// The committed state and its storage.
///
/// Only the work queue uses it. The lock around it is for the compiler.
struct Committer {
  /// The list as it is in storage.
  private(set) var state: ListState
  /// The revisions between which other writers committed last.
  private(set) var lastConflict: WriteConflict?
  private let storage: any ListStorage
  /// Whether other writers may change the list, and their changes are followed.
  private let isShared: Bool
  /// Why no commit is possible any more.
  private var isBroken: StorageError?
  /// Whether a commit failed and storage could not be asked for the result.
  private(set) var isInDoubt = false

  init(state: ListState, storage: any ListStorage, isShared: Bool = false) {
    self.state = state
    self.storage = storage
    self.isShared = isShared
  }

  /// Takes over the state that other writers have committed.
  mutating func follow(to state: ListState) {
    lastConflict = WriteConflict(base: self.state.revision, current: state.revision)
    advance(to: state)
  }

  /// Commits a group.
  ///
  /// If the commit fails, asks storage what it holds, because the error may have come after the
  /// changes were safe.
  ///
  /// - Returns: Why the group is not in storage, `nil` if it is.
  mutating func commit(_ group: CommitGroup) -> StorageError? {
    if let refusal = refusal() { return refusal }
    do throws(StorageError) {
      try storage.commit(group)
    } catch {
      if let failure = failure(of: group, after: error) { return failure }
    }
    advance(to: group.target)
    return nil
  }

  /// Returns why nothing can be committed, `nil` if a commit may be tried.
  mutating func refusal() -> StorageError? {
    if isInDoubt {
      do throws(StorageError) { try settle() } catch { return error }
    }
    return isBroken
  }

  /// Whether another writer has committed behind the state.
  var isOvertaken: Bool {
    guard let journal = storage as? any JournalStorage else { return false }
    return (try? journal.storedRevision()) != state.revision
  }

  /// Returns what the store of the list commits for a group, together with those of other lists; `nil` if the list
  /// cannot be changed together with others.
  func commit(of group: CommitGroup) throws(StorageError) -> ListCommit? {
    guard let address = storage.address else { return nil }
    return ListCommit(address.list, try storage.prepared(group) ?? group)
  }

  /// Takes over a group that the store has committed together with those of other lists.
  mutating func hasCommitted(_ group: CommitGroup) {
    storage.didCommit(group)
    advance(to: group.target)
  }

  /// Notes that storage holds a later state.
  mutating func advance(to state: ListState) {
    self.state = state
    if isShared { state.pageSource.advance(to: state) }
  }

  /// Returns why pages cannot be read or contradict the list. Another writer may have changed pages
  /// that were not read before, and removed from the journal how.
  mutating func explanation(of error: StorageError) -> StorageError {
    guard error.code == .corrupt || error.code == .stale, isBroken == nil else { return error }
    try? settle()
    return isBroken ?? error
  }

  // MARK: Asking storage

  /// Returns why a group whose commit failed is not in storage, or may not be; `nil` if it is.
  mutating func failure(
    of group: CommitGroup, after failure: StorageError
  ) -> StorageError? {
    if isShared, failure.code == .stale { return failure }
    if failure.isBeforeTransaction { return failure }
    isInDoubt = true
    do throws(StorageError) {
      // `stale` means that another writer came first, so nothing was written.
      if failure.code != .stale, try holds(group) {
        isInDoubt = false
        return nil
      }
      try settle()
      return failure
    } catch {
      return StorageError(
        // Storage that was busy has written nothing, which is not known here.
        failure.code == .busy ? .failed : failure.code,
        "\(failure.message); and whether the change is in storage is not known: \(error)",
        cause: failure.cause)
    }
  }

  /// Whether storage holds this very group. What stands in front of the list may store it in another form.
  private func holds(_ group: CommitGroup) throws(StorageError) -> Bool {
    guard let list = storage.address?.list, let prepared = try storage.prepared(group) else {
      return try storage.holds(group)
    }
    return try list.holds(prepared)
  }

  /// Checks whether storage is at the revision of this list. If not, and the list is not shared, no
  /// commit is possible any more.
  private mutating func settle() throws(StorageError) {
    let stored = try storage.load().revision
    isInDoubt = false
    guard stored != state.revision, !isShared else { return }
    isBroken = StorageError(
      .stale,
      "the list in storage is at revision \(stored), this one at \(state.revision): another writer "
        + "has changed it, or a change is there although its commit failed; open the list again")
  }
}

extension ListStorage {
  /// Returns whether storage holds this very group, not changes of another writer that reached the
  /// same revision.
  package func holds(_ group: CommitGroup) throws(StorageError) -> Bool {
    guard try load().revision >= group.target.revision else { return false }
    let entries = try journal(after: group.source.revision, limit: group.changes.count)
    guard entries.count == group.changes.count else { return false }
    for (entry, change) in zip(entries, group.changes) {
      guard entry.isEntry(of: change), try holdsModels(of: change), try holdsStates(of: change)
      else { return false }
    }
    return true
  }

  private func holdsModels(of change: StoredChange) throws(StorageError) -> Bool {
    let identities = change.entry.record.identities
    let revision = change.entry.revision
    let removedItems = Set(identities.removedItems.map(\.id))
    let items = zip(
      identities.updatedItems + identities.insertedItems, change.updatedItems + change.insertedItems
    ).filter { !removedItems.contains($0.0) }
    guard try models(of: items.map { $0.0 }, at: revision) == items.map({ $0.1 }) else {
      return false
    }
    let removedSections = Set(identities.removedSections)
    let sections = zip(
      identities.updatedSections + identities.insertedSections,
      change.updatedSections + change.insertedSections
    ).filter { !removedSections.contains($0.0) }
    return try models(of: sections.map { $0.0 }, at: revision) == sections.map { $0.1 }
  }

  private func holdsStates(of change: StoredChange) throws(StorageError) -> Bool {
    let addresses = change.entry.states
    guard !addresses.isEmpty else { return true }
    let stored = try statesByTree(of: addresses.lazy.map(\.tree), at: change.entry.revision)
    return zip(addresses, change.states).allSatisfy { address, expected in
      stored[address.tree]?[address.scope] == expected
    }
  }
}

extension JournalEntry {
  /// Whether this is the entry of a change. Storage may leave out parts without an effect.
  fileprivate func isEntry(of change: StoredChange) -> Bool {
    let entry = change.entry
    return revision == entry.revision && annotation.origin == entry.annotation.origin
      && annotation.at == entry.annotation.at && annotation.group == entry.annotation.group
      && annotation.undo.name == entry.annotation.undo.name
      && step == entry.step && otherParts == entry.otherParts && Set(states) == Set(entry.states)
      && record.inverse.inverse == entry.record.inverse.inverse
  }
}
