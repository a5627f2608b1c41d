package import RosterJSON

/// A storage with a journal that can be read forward and backward.
package protocol JournalStorage: ListStorage {
  /// Returns what undo and redo in a scope would revert at a revision; nothing for the scope `none`.
  func steps(at revision: Revision, in scope: UndoScope) throws(StorageError) -> JournalSteps

  /// The oldest revision at which the list can still be read.
  func oldestRevision() throws(StorageError) -> Revision

  /// Removes the oldest revisions from the journal, with the before-images that only they need.
  ///
  /// - Parameters:
  ///   - retention: What is kept. The revision before the last one, and the revisions that a
  ///     registered subscriber has not seen, are always kept.
  ///   - revision: Another revision that must stay readable.
  func compact(
    _ retention: JournalRetention, keeping revision: Revision?
  ) throws(StorageError) -> JournalCompaction

  /// Returns the registered subscribers, by name.
  func subscribers() throws(StorageError) -> [JournalSubscriber]

  /// Records the last revision that a subscriber has seen, and registers the subscriber if it is
  /// new. The recorded revision never decreases.
  ///
  /// - Parameters:
  ///   - revision: The last revision that the subscriber has seen. If `nil`, it is the oldest
  ///     readable revision for a new subscriber, and the recorded one for a known subscriber.
  ///   - subscriber: Its name.
  /// - Returns: The last revision that the subscriber has seen.
  /// - Throws: `compacted` for a new subscriber that starts at a revision that is no longer kept;
  ///   `stale` for a revision that the list has not reached.
  @discardableResult
  func acknowledge(
    _ revision: Revision?, by subscriber: String
  ) throws(StorageError) -> Revision

  /// Removes the registration of a subscriber, if it is registered, and with that of a device or hub what the list knows
  /// of the other side.
  func removeSubscriber(_ subscriber: String) throws(StorageError)

  /// Returns what the list knows of its hub; `nil` if it is not the list of a device, or its device has written nothing
  /// since the tables exist.
  func deviceRows() throws(StorageError) -> DeviceRows?

  /// Returns what the list knows of devices; `nil` if it is not the list of a hub, or its hub has settled nothing since
  /// the tables exist.
  func hubRows() throws(StorageError) -> HubRows?

  // MARK: Several writers

  /// The revision of the list in storage.
  func storedRevision() throws(StorageError) -> Revision

  /// Returns the numbers that the list gave next after a revision.
  ///
  /// - Throws: `compacted` or `stale` if the journal does not have the revision.
  func nextIdentifiers(after revision: Revision) throws(StorageError) -> NextIdentifiers

  /// Calls `handler` soon after any process has changed the storage. It may also call it without a
  /// change.
  ///
  /// - Parameter handler: Is called on any thread, one call at a time.
  /// - Returns: A token; the calls stop when it is released.
  func watch(_ handler: @escaping @Sendable () -> Void) -> any StorageWatch
}

/// A storage that reads the user infos of revisions without what these have changed, which may be a million items.
package protocol UserInfoStorage: ListStorage {
  /// Returns the user infos of the entries that lead from a revision to the ones after it, in order.
  ///
  /// - Throws: As ``ListStorage/journal(after:limit:)``.
  func userInfos(after revision: Revision, limit: Int) throws(StorageError) -> [JSONObject]
}

extension ListStorage {
  /// Returns the newest revision up to one whose annotation has what is looked for; `nil` if the journal has none.
  ///
  /// - Complexity: O(1) if it is near; otherwise a row for each revision behind it.
  package func newestEntry(
    upTo revision: Revision, where isFound: (ChangeAnnotation) -> Bool
  ) throws(StorageError) -> JournalEntry? {
    try newest(upTo: revision) { (start, limit) throws(StorageError) in
      try journal(after: start, limit: limit).last { isFound($0.annotation) }
    }
  }

  /// Returns the newest revision up to one whose user info has what is looked for, and that; `nil` if the journal has none.
  ///
  /// - Complexity: As ``newestEntry(upTo:where:)``. What the revisions have changed is not read.
  package func newestUserInfo(
    upTo revision: Revision, where isFound: (JSONObject) -> Bool
  ) throws(StorageError) -> (userInfo: JSONObject, revision: Revision)? {
    try newest(upTo: revision) { (start, limit) throws(StorageError) in
      let userInfos: [JSONObject]
      if let storage = self as? any UserInfoStorage {
        userInfos = try storage.userInfos(after: start, limit: limit)
      } else {
        userInfos = try journal(after: start, limit: limit).map { $0.annotation.userInfo }
      }
      return userInfos.lastIndex(where: isFound).map { (userInfos[$0], start + $0 + 1) }
    }
  }

  /// Looks for something in the journal from a revision backwards, in larger and larger parts.
  ///
  /// - Parameter find: Looks for it in so many revisions after one.
  private func newest<Found>(
    upTo revision: Revision,
    _ find: (_ start: Revision, _ limit: Int) throws(StorageError) -> Found?
  ) throws(StorageError) -> Found? {
    var (end, count) = (revision, 1)
    let oldest = try (self as? any JournalStorage)?.oldestRevision() ?? 0
    while end > oldest {
      let start = max(oldest, end - count)
      if let found = try find(start, end - start) { return found }
      (end, count) = (start, min(256, 4 * count))
    }
    return nil
  }
}

extension JournalStorage {
  /// Returns what undo and redo would revert at a revision.
  package func steps(at revision: Revision) throws(StorageError) -> JournalSteps {
    try steps(at: revision, in: .standard)
  }
}

/// A registration for changes of a storage. The calls end when it is cancelled or released.
package protocol StorageWatch: AnyObject, Sendable {
  /// Ends the calls. A call that has begun may still be running.
  func cancel()
}

/// How undo and redo treat a revision.
package enum JournalStep: Hashable, Sendable {
  /// An undo in its scope reverts it, and nothing can be redone there after it.
  case change
  /// Undo and redo skip it: it changes nothing, or only states, or it is not to be undone, as what
  /// others did in another list.
  case update
  /// It reverts another revision. It is an undo if the other one is a change or a redo, and a redo
  /// if the other one is an undo.
  case takingBack(Revision)

  /// Whether undo and redo skip a revision although it has changed the list: its annotation said so.
  package func isNotUndoable(_ record: ChangeRecord) -> Bool {
    self == .update && record.outline != ChangesetOutline()
  }
}

/// The revisions that undo and redo would revert next.
package struct JournalSteps: Hashable, Sendable {
  /// The revisions that an undo reverts, in that order: one revision, or those of a group.
  package var undo: [Revision]
  /// The revisions that a redo reverts, in that order.
  package var redo: [Revision]
  /// Whether the journal no longer says what an undo reverts. There may be nothing: a compaction has
  /// removed the row that said so.
  package var isUndoCompacted: Bool

  /// Makes the steps of their parts.
  package init(undo: [Revision] = [], redo: [Revision] = [], isUndoCompacted: Bool = false) {
    self.undo = undo
    self.redo = redo
    self.isUndoCompacted = isUndoCompacted
  }
}
