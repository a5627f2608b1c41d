#if Postgres
  package import RosterCore
  internal import RosterRows

  extension PostgresList {
    /// The revision of the list on the server.
    ///
    /// - Throws: `replaced` if the server no longer has the revision that this object has seen.
    package func storedRevision() throws(StorageError) -> Revision { try readHead().revision }

    /// Calls `handler` soon after any process has committed to the list. It may also call it without
    /// a commit.
    package func watch(_ handler: @escaping @Sendable () -> Void) -> any StorageWatch {
      store.listener.watch(keys.list, handler)
    }
  }
#endif
