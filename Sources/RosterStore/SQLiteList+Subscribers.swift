public import RosterCore
internal import RosterRows

extension SQLiteList {
  /// Returns the registered subscribers, by name.
  public func subscribers() throws(StorageError) -> [JournalSubscriber] {
    try registeredSubscribers()
  }

  /// Records the last revision that a subscriber has seen, and registers the subscriber if it is
  /// new. The recorded revision never decreases.
  ///
  /// - Returns: The last revision that the subscriber has seen.
  /// - Throws: `compacted`, `stale`, `unencodable` for a name with a zero byte.
  @discardableResult
  public func acknowledge(
    _ revision: Revision?, by subscriber: String
  ) throws(StorageError) -> Revision {
    guard !subscriber.utf8.contains(0) else {
      throw StorageError(
        .unencodable, "\(store.path): the name of a subscriber must not hold a zero byte")
    }
    return try store.write { database, _ in
      let known = try seenRevision(of: subscriber, database)
      let oldest = try oldestRevision(database)
      let seen = max(known ?? 0, revision ?? known ?? oldest)
      let stored = try storedRevision(database)
      guard seen <= stored else {
        throw StorageError(
          .stale, "there is no revision \(seen); the list is at \(stored)")
      }
      guard seen >= oldest else { throw isCompacted(seen, oldest: oldest) }
      if seen == known { return seen }
      var seal = try ListSeal(self, database)
      seal.subscribers.change(subscriber, from: known, to: seen)
      try seal.write(ofList: keys.list, named: name, database)
      try database.cachedPrepared(
        """
        INSERT INTO subscriber (list, name, revision) VALUES (?1, ?2, ?3)
        ON CONFLICT (list, name) DO UPDATE SET revision = ?3
        """
      ).run(keys.list, subscriber, seen)
      return seen
    }
  }

  /// The last revision that a subscriber has seen; `nil` if no subscriber has exactly this name.
  ///
  /// SQLite compares the bytes of names. `==` of Swift treats a composed and a decomposed letter as
  /// equal.
  private func seenRevision(of subscriber: String, _ database: ListConnection) throws -> Revision? {
    var revision: Revision?
    try database.cachedPrepared("SELECT revision FROM subscriber WHERE list = ? AND name = ?")
      .forEachRow(keys.list, subscriber) { revision = $0.integer(0) }
    return revision
  }

  /// Removes the registration of a subscriber, if it is registered, and with that of a device or hub what the list knows
  /// of the other side: a compaction may then remove the revision to which that belongs.
  public func removeSubscriber(_ subscriber: String) throws(StorageError) {
    try store.write { database, _ in
      guard let known = try seenRevision(of: subscriber, database) else { return }
      var seal = try ListSeal(self, database)
      seal.subscribers.change(subscriber, from: known, to: nil)
      try seal.write(ofList: keys.list, named: name, database)
      try database.cachedPrepared("DELETE FROM subscriber WHERE list = ? AND name = ?")
        .run(keys.list, subscriber)
      if let role = SyncRole(subscriber: subscriber) { try removeRows(of: role, database) }
    }
  }

  /// Whether there are rows of a part in a synchronization, also if that of the list is not among them.
  func hasRows(of role: SyncRole, _ database: ListConnection) throws -> Bool {
    var isFound = false
    for table in role.tables {
      try database.cachedPrepared("SELECT 1 FROM \(table) WHERE list = ? LIMIT 1")
        .forEachRow(keys.list) { _ in isFound = true }
    }
    return isFound
  }

  /// Removes what the list knows of the other side of a synchronization.
  ///
  /// - Returns: How many rows that were.
  @discardableResult
  func removeRows(of role: SyncRole, _ database: ListConnection) throws -> Int {
    var count = 0
    for table in role.tables {
      try database.cachedPrepared("DELETE FROM \(table) WHERE list = ?").run(keys.list)
      count += database.database.changesCount
    }
    return count
  }
}
