#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresList {
    /// Reads the list as it is now, with all its pages, in one transaction.
    ///
    /// Another process commits without waiting until this one has read the pages that it changes. So
    /// a list that follows other processes keeps all pages in memory, at some 12 bytes for each item.
    ///
    /// - Complexity: O(*n*).
    package func loadWhole() throws(StorageError) -> ListState {
      let (directory, leaves) = try readDirectory { batch in
        batch.add("SELECT id, items FROM leaf WHERE id BETWEEN $1 AND $2") {
          $0.add(keys.first)
          $0.add(keys.last)
        }
      } _: { results in
        var leaves: [LeafID: ContiguousArray<ItemID>] = [:]
        try results[results.startIndex].forEachRow { row in
          guard let leaf = keys.leaf(row.integer(0)),
            let items = LeafItemsCoding.decode(row.bytes(1))
          else { throw DamagedRow("leaf", row.integer(0)) }
          leaves[leaf] = items
        }
        return leaves
      }
      for (leaf, items) in leaves {
        guard items.allSatisfy({ $0.rawValue < directory.nextIdentifiers.item }) else {
          throw StorageError(
            DamagedRow("leaf", keys.key(Int(leaf.rawValue))), place: store.place)
        }
      }
      return try state(
        directory, StoredListPages(self, revision: directory.revision, leaves: leaves))
    }

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
