public import RosterCore

extension ListDataSource {
  /// Removes the oldest revisions from the journal, with what only they need.
  ///
  /// What a subscriber of this data source has not yet got stays, and so does what a registered one
  /// has not seen; subscribers of other processes must be registered to be waited for. Snapshots of
  /// removed revisions that somebody keeps throw `compacted` for what is not in memory; what was
  /// removed can be neither undone nor read again.
  ///
  /// Processes that share a list follow each other by the journal. One that has not got a removed
  /// revision yet fails with `compacted` from then on, and has to open the list again: keep as many
  /// revisions as somebody may lag.
  ///
  /// The file does not become smaller: what is freed is used by later commits.
  ///
  /// - Throws: `StorageError`; what was removed by then stays removed.
  /// - Complexity: O(*k* log *n*) for *k* changes in the removed revisions.
  @discardableResult
  public func compact(
    _ retention: JournalRetention
  ) throws(StorageError) -> JournalCompaction {
    guard let journal else {
      throw StorageError(.failed, "the storage of this list has no journal that could be compacted")
    }
    return try journal.compact(retention, keeping: slowestRevision)
  }

  /// Notes that a registered subscriber has seen a revision, and registers it if it is new.
  ///
  ///     let seen = try list.acknowledge(by: "search index")
  ///     for try await batch in try list.batches(after: seen) {
  ///       index(batch)
  ///       try list.acknowledge(batch.target.revision, by: "search index")
  ///     }
  ///
  /// - Parameters:
  ///   - revision: The last revision that it has seen, `nil` to ask which that is. A new subscriber
  ///     starts at the oldest revision that is left.
  ///   - subscriber: Its name.
  /// - Returns: The last revision that it has seen.
  /// - Throws: `StorageError`.
  @discardableResult
  public func acknowledge(
    _ revision: Revision? = nil, by subscriber: String
  ) throws(StorageError) -> Revision {
    guard let journal else {
      throw StorageError(.failed, "the storage of this list keeps no subscribers")
    }
    return try journal.acknowledge(revision, by: subscriber)
  }

  /// Who has registered, by name, and what each has seen; none if the storage keeps no subscribers.
  ///
  /// - Throws: `StorageError`.
  public func registeredSubscribers() throws(StorageError) -> [JournalSubscriber] {
    try journal?.subscribers() ?? []
  }

  /// Forgets a registered subscriber, for whom the journal is kept no longer: whoever registers and
  /// never comes again makes the file grow forever. Does nothing if there is none of that name.
  ///
  /// - Throws: `StorageError`.
  public func removeRegisteredSubscriber(_ name: String) throws(StorageError) {
    try journal?.removeSubscriber(name)
  }

  /// Compacts the journal every so often; on the work queue.
  ///
  /// A failure concerns no change, and the next compaction makes up for it.
  func compactIfDue(after revision: Revision) {
    guard let retention = configuration.retention,
      revision.isMultiple(of: configuration.compactionInterval)
    else { return }
    do throws(StorageError) {
      try compact(retention)
    } catch {
      runner.observation?.note(.compactionFailed(error))
    }
  }
}
