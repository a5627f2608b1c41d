#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresList {
    /// The revision of the list on the server.
    ///
    /// - Throws: `replaced` if the server no longer has the revision that this object has seen.
    package func storedRevision() throws(StorageError) -> Revision { try readHead().revision }

    /// Returns the numbers that the list gave next after a revision.
    ///
    /// - Throws: `compacted` or `stale` if the journal does not have the revision.
    package func nextIdentifiers(
      after revision: Revision
    ) throws(StorageError) -> NextIdentifiers {
      try read { batch in
        batch.add("SELECT next_item, next_section, next_leaf FROM journal WHERE id = $1") {
          $0.add(keys.key(revision))
        }
      } _: { head, results in
        var next: NextIdentifiers?
        results[0].forEachRow { next = NextIdentifiers($0, from: 0) }
        if let next, !next.isPossible { throw DamagedRow("journal", keys.key(revision)) }
        if let next { return next }
        if revision <= head.oldest { throw isCompacted(revision, oldest: head.oldest) }
        throw isStale(at: head.revision)
      }
    }

    /// Calls `handler` soon after any process has committed to the list. It may also call it without
    /// a commit.
    package func watch(_ handler: @escaping @Sendable () -> Void) -> any StorageWatch {
      store.listener.watch(keys.list, handler)
    }
  }
#endif
