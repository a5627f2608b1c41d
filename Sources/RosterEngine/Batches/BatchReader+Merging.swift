public import RosterCore

extension BatchReader {
  /// Returns one batch that leads from a list to the published one, read from the journal.
  func mergedBatchInBackground(
    from source: ListState, to target: ListState
  ) async throws(StorageError) -> Batch {
    try await inBackground { () throws(StorageError) in
      try self.mergedBatch(from: source, to: target)
    }
  }

  /// Returns one batch that leads from a list to a later one, read from the journal.
  ///
  /// Reads only records revision by revision. Models, states and outputs are read once, as they are
  /// in the target, for the changes that remain.
  ///
  /// - Complexity: O(*k* log *n*) for *k* changes, of which *n* remain; memory for those.
  func mergedBatch(from source: ListState, to target: ListState) throws(StorageError) -> Batch {
    var composition = RecordComposition()
    var addresses: Set<StateAddress> = []
    var annotation = ChangeAnnotation()
    var revision = source.revision
    while revision < target.revision {
      let entries = try storage.journal(
        after: revision, limit: min(Self.chunkCount, target.revision - revision))
      guard let last = entries.last else {
        throw StorageError(.corrupt, "the journal ends at revision \(revision), the list later")
      }
      for entry in entries {
        try composition.append(entry.record)
        for address in entry.states where try target.place(of: address.tree) != nil {
          addresses.insert(address)
        }
      }
      annotation = last.annotation
      revision = last.revision
    }
    let record = composition.finish()
    let states = try changedStates(at: Array(addresses), from: source, to: target)
    let changes = try changes(of: record, from: source, to: target, annotation)
    guard source.shape.applying(changes.verified.proof).itemCounts == target.itemCounts else {
      throw StorageError(
        .corrupt, "the journal up to revision \(target.revision) leads to another list")
    }
    return try batch(of: changes, record.identities, writing: states)
  }

  // MARK: States

  /// Returns the states at addresses that a run of revisions wrote, as they are after the run.
  private func changedStates(
    at addresses: [StateAddress], from source: ListState, to target: ListState
  ) throws(StorageError) -> [ChangedState] {
    let stored = try models.statesByTree(of: addresses.lazy.map(\.tree), at: target.revision)
    var latest: [StateAddress: StoredState?] = [:]
    for address in addresses {
      latest.updateValue(stored[address.tree]?[address.scope], forKey: address)
    }
    return try changedStates(latest, from: source, to: target)
  }

  /// Returns the states that a run of revisions leaves, and those that it removed.
  ///
  /// - Parameter latest: The last state of each scope that the run names; `nil` if it was removed.
  func changedStates(
    _ latest: [StateAddress: StoredState?], from source: ListState, to target: ListState
  ) throws(StorageError) -> [ChangedState] {
    if latest.isEmpty { return [] }
    let gone = latest.compactMap { $1 == nil ? $0 : nil }
    let before = try models.statesByTree(of: gone.lazy.map(\.tree), at: source.revision)
    let comeAndGone = Set(gone.filter { before[$0.tree]?[$0.scope] == nil })
    var states: [ChangedState] = []
    for (address, state) in latest where !comeAndGone.contains(address) {
      try states.add(state, at: address, in: target)
    }
    // The scope breaks ties: the states of one tree come from a dictionary, which has no order.
    return states.sorted {
      ($0.targetPlace, $0.scope.description) < ($1.targetPlace, $1.scope.description)
    }
  }
}

extension ListDataSource {
  /// Returns one batch that leads from a revision to a later one. Items that were both inserted and
  /// removed in between are left out; moved items are moves.
  ///
  /// - Parameters:
  ///   - source: The earlier revision.
  ///   - target: The later revision.
  /// - Throws: `compacted` if the journal does not reach back to the earlier revision; `stale` if
  ///   the later one is not published yet.
  /// - Complexity: O(*k* log *n*) for *k* changes between the revisions and the current one.
  public func batch(
    from source: Revision, to target: Revision
  ) throws(StorageError) -> Batch {
    precondition(source < target, "a batch leads from a revision to a later one")
    let last = snapshot.revision
    guard target <= last else {
      throw StorageError(.stale, "there is no revision \(target); the list is at \(last)")
    }
    return try reader.mergedBatch(from: snapshot(at: source).state, to: snapshot(at: target).state)
  }
}
