#if Postgres
  public import RosterCore
  internal import RosterRows

  extension PostgresList {
    /// Returns the registered subscribers, by name.
    public func subscribers() throws(StorageError) -> [JournalSubscriber] {
      try registeredSubscribers()
    }

    static func subscribers(_ result: PostgresResult) -> [JournalSubscriber] {
      var subscribers: [JournalSubscriber] = []
      result.forEachRow {
        subscribers.append(JournalSubscriber(name: $0.text(0), revision: $0.integer(1)))
      }
      return subscribers
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
          .unencodable, "\(store.place): the name of a subscriber must not hold a zero byte")
      }
      while true {
        let (head, old, known) = try read(subscriber)
        let seen = max(known ?? 0, revision ?? known ?? head.oldest)
        guard seen <= head.revision else {
          throw StorageError(
            .stale,
            "\(store.place): there is no revision \(seen); the list is at \(head.revision)")
        }
        guard seen >= head.oldest else { throw isCompacted(seen, oldest: head.oldest) }
        if seen == known { return seen }
        var seal = old.seal
        seal.subscribers.change(subscriber, from: known, to: seen)
        let isWritten = try write(seal, over: old) { batch in
          batch.add(
            """
            INSERT INTO subscriber (list, name, revision) VALUES ($1, $2, $3)
            ON CONFLICT (list, name) DO UPDATE SET revision = excluded.revision
            """
          ) {
            $0.add(keys.list)
            $0.add(subscriber)
            $0.add(seen)
          }
        }
        if isWritten { return seen }
      }
    }

    /// Removes the registration of a subscriber, if it is registered, and with that of a device or hub what the list
    /// knows of the other side: a compaction may then remove the revision to which that belongs.
    public func removeSubscriber(_ subscriber: String) throws(StorageError) {
      while true {
        let (_, old, known) = try read(subscriber)
        guard let known else { return }
        var seal = old.seal
        seal.subscribers.change(subscriber, from: known, to: nil)
        let isWritten = try write(seal, over: old) { batch in
          batch.add("DELETE FROM subscriber WHERE list = $1 AND name = $2") {
            $0.add(keys.list)
            $0.add(subscriber)
          }
          for table in SyncRole(subscriber: subscriber)?.tables ?? [] {
            batch.add("DELETE FROM \(table) WHERE list = $1") { $0.add(keys.list) }
          }
        }
        if isWritten { return }
      }
    }

    /// Reads the row of the list and that of a subscriber; `nil` if no subscriber has exactly this
    /// name.
    private func read(
      _ subscriber: String
    ) throws(StorageError) -> (head: PostgresHead, seal: PostgresSeal, known: Revision?) {
      try read { batch in
        batch.add(PostgresSeal.sql) { $0.add(keys.list) }
        batch.add("SELECT revision FROM subscriber WHERE list = $1 AND name = $2") {
          $0.add(keys.list)
          $0.add(subscriber)
        }
      } _: { head, results in
        var known: Revision?
        results[1].forEachRow { known = $0.integer(0) }
        return (head, try PostgresSeal(results[0], of: self), known)
      }
    }
  }
#endif
