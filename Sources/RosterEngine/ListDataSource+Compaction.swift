public import RosterCore

extension ListDataSource {
  /// Removes the oldest revisions from the journal, with the data that only they need.
  ///
  /// Keeps the revisions that a subscriber of this data source has not yet received, unless its
  /// sequence has ended, and those that a registered subscriber has not seen. Subscribers in other processes must be registered, or
  /// compaction does not wait for them. A snapshot of a removed revision throws `compacted` for
  /// anything that is not in memory. A removed revision can be neither undone nor read again.
  ///
  /// Processes that share a list follow each other through the journal. A process that has not read
  /// a removed revision fails with `compacted` from then on and has to open the list again. So keep
  /// as many revisions as a process may lag.
  ///
  /// The file does not become smaller: later commits use the freed space.
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

  /// Records that a registered subscriber has seen a revision, and registers the subscriber if it
  /// is new.
  ///
  ///     let seen = try list.acknowledge(by: "search index")
  ///     for try await batch in try list.batches(after: seen) {
  ///       index(batch)
  ///       try list.acknowledge(batch.target.revision, by: "search index")
  ///     }
  ///
  /// - Parameters:
  ///   - revision: The last revision that the subscriber has seen; `nil` to read the recorded one.
  ///     A new subscriber starts at the oldest readable revision.
  ///   - subscriber: Its name.
  /// - Returns: The last revision that the subscriber has seen.
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

  /// Returns the registered subscribers, by name, with the last revision that each has seen; empty
  /// if the storage keeps no subscribers.
  ///
  /// - Throws: `StorageError`.
  public func registeredSubscribers() throws(StorageError) -> [JournalSubscriber] {
    try journal?.subscribers() ?? []
  }

  /// Removes the registration of a subscriber, if it exists, so that the journal is no longer kept
  /// for it. A registered subscriber that never returns makes the file grow forever. With `sync` go the changes of a
  /// device that its hub has not settled; it cannot be opened any more. With `sync hub` goes what a hub has settled, but for
  /// what the revisions of the journal say of themselves.
  ///
  /// - Throws: `StorageError`.
  public func removeRegisteredSubscriber(_ name: String) throws(StorageError) {
    try journal?.removeSubscriber(name)
  }

  /// Compacts the journal if the revision completes a compaction interval; on the work queue.
  ///
  /// A failure affects no change, and the next compaction makes up for it.
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
