/// A storage whose journal can be walked back and forth.
public protocol JournalStorage: ListStorage {
  /// What can be taken back at a revision.
  func steps(at revision: Revision) throws(StorageError) -> JournalSteps

  /// The oldest revision at which the list can still be read.
  func oldestRevision() throws(StorageError) -> Revision

  /// Removes the oldest revisions from the journal, with the before-images that only they need.
  ///
  /// - Parameters:
  ///   - retention: What is kept. The revision before the last one is kept in any case, and so is what
  ///     a registered subscriber has not seen.
  ///   - revision: Another revision that must stay readable.
  func compact(
    _ retention: JournalRetention, keeping revision: Revision?
  ) throws(StorageError) -> JournalCompaction

  /// Who has registered, by name.
  func subscribers() throws(StorageError) -> [JournalSubscriber]

  /// Notes what a subscriber has seen, and registers it if it is new. It never goes back.
  ///
  /// - Parameters:
  ///   - revision: The last revision that it has seen; for a new one the oldest that can be read,
  ///     for others what is known, if `nil`.
  ///   - subscriber: Its name.
  /// - Returns: The last revision that it has seen.
  /// - Throws: `compacted` for a new subscriber that starts at a revision that is no longer kept;
  ///   `stale` for a revision that is not there yet.
  @discardableResult
  func acknowledge(
    _ revision: Revision?, by subscriber: String
  ) throws(StorageError) -> Revision

  /// Forgets a subscriber, if there is one of that name.
  func removeSubscriber(_ subscriber: String) throws(StorageError)

  // MARK: Several writers

  /// Reads the list as it is now, with all its pages: whatever others write later, they are not read
  /// again.
  func loadWhole() throws(StorageError) -> ListState

  /// The revision of the list in storage.
  func storedRevision() throws(StorageError) -> Revision

  /// The numbers that the list gave next after a revision.
  ///
  /// - Throws: `compacted` or `stale` if the journal does not have the revision.
  func nextIdentifiers(after revision: Revision) throws(StorageError) -> NextIdentifiers

  /// Calls back soon after somebody, in whatever process, has changed the storage; now and then also
  /// if nobody has.
  ///
  /// - Parameter handler: Called on any thread, one call at a time.
  /// - Returns: Who holds it is called.
  func watch(_ handler: @escaping @Sendable () -> Void) -> any StorageWatch
}

/// Has somebody be called when a storage has changed, until it is cancelled or let go.
public protocol StorageWatch: AnyObject, Sendable {
  /// Ends the calls; one may still be going on.
  func cancel()
}
